/** @file What two encoders are and what their run gives, with the words for it. */
import { formatAlone } from '../../charts/words.js';

export type Place = 'pre' | 'post' | 'none' | 'hyper';
export type Norm = 'layer' | 'rms' | 'batch';
export type Task = 'text' | 'sorting' | 'copying' | 'gaussian';
export type Curve = 'weights' | 'stream' | 'update' | 'std';
export type Weight = 'in_proj' | 'out_proj' | 'linear1' | 'linear2';
export type Similarity = 'neighbours' | 'tokens';

/** One of the two. */
export interface Side {
  place: Place;
  norm: Norm;
  depth: number;
  lr: number;
  warmUp: number;
}

export interface ResidualSettings extends Side {
  otherPlace: Place;
  otherNorm: Norm;
  otherDepth: number;
  otherLr: number;
  otherWarmUp: number;
  seed: number;
  width: number;
  batchSize: number;
  task: Task;
  start: 'pytorch' | 'xavier';
  steps: number;
  train: boolean;
  curve: Curve;
  weight: Weight;
  similarity: Similarity;
}

export interface ResidualInput {
  sides: [Side, Side];
  seed: number;
  width: number;
  batchSize: number;
  task: Task;
  start: 'pytorch' | 'xavier';
  /** One is the look at the start alone. */
  steps: number;
}

/** What one block was like in one step. */
export interface BlockLook {
  /** Gradient norm and |update| / |weight| of each weight matrix. */
  weights: Record<Weight, { gradient: number; update: number }>;
  /** Gradient norm, and standard deviation, of the stream after the block. */
  stream: number;
  std: number;
  /** Cosines: of what this block and the next read, and of the tokens of one example. */
  neighbours: number;
  tokens: number;
}

export interface Look {
  step: number;
  blocks: BlockLook[];
}

export interface SideResult {
  side: Side;
  name: string;
  losses: number[];
  looks: Look[];
  /** The step whose loss was no number. */
  broken: number | null;
  /** The part of new sequences that came out right as a whole; null for text, or before the end. */
  exact: number | null;
}

export interface ResidualResult {
  sides: SideResult[];
  task: Task;
  steps: number;
  /** Losses that need no model: a mark, and its name. */
  marks: { loss: number; label: string }[];
  done: boolean;
}

export const placeNames: Record<Place, string> = {
  pre: 'pre-norm',
  post: 'post-norm',
  none: 'no norm',
  hyper: 'hyper-connections',
};
export const normNames: Record<Norm, string> = { layer: 'LayerNorm', rms: 'RMSNorm', batch: 'BatchNorm' };
export const weightNames: Record<Weight, string> = {
  in_proj: 'query, key, value',
  out_proj: 'attention’s output',
  linear1: 'feed-forward, first',
  linear2: 'feed-forward, second',
};
export const taskNames: Record<Task, string> = {
  text: 'Genesis',
  sorting: 'sorting',
  copying: 'copying',
  gaussian: 'fixed direction',
};
export const curveNames: Record<Curve, string> = {
  weights: 'gradient of a weight',
  stream: 'gradient of the stream',
  update: 'update ÷ weight',
  std: 'std of the stream',
};

/** How both are told apart: by what they do not share. */
export function namesOf([one, other]: readonly [Side, Side]): [string, string] {
  const nameOf = (side: Side): string =>
    [
      placeNames[side.place],
      (side.norm !== 'layer' || one.norm !== other.norm) && side.place !== 'none' ? normNames[side.norm] : '',
      one.depth !== other.depth ? `${side.depth} blocks` : '',
      one.lr !== other.lr ? `lr ${formatAlone(side.lr)}` : '',
      one.warmUp !== other.warmUp ? `warm-up ${side.warmUp}` : '',
    ]
      .filter(Boolean)
      .join(', ');
  const names: [string, string] = [nameOf(one), nameOf(other)];
  return names[0] === names[1] ? [`${names[0]}, first`, `${names[1]}, second`] : names;
}

export function valueOf(block: BlockLook, curve: Curve, weight: Weight): number {
  if (curve === 'weights') return block.weights[weight].gradient;
  if (curve === 'update') return block.weights[weight].update;
  return curve === 'stream' ? block.stream : block.std;
}
