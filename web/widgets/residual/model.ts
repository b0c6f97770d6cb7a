/** @file Two deep encoders side by side: settings, what a run gives, charts and words. Computed in compute.ts. */
import type { Heatmap, LineChart, Point, Rule } from '../../charts/spec.js';
import { formatAlone, withPower } from '../../charts/words.js';
import { fixed } from '../frame/numbers.js';
import { choice, flag, integer, number, type Setting } from '../frame/settings.js';
import type { Picture } from '../frame/picture.js';
import type { Widget } from '../frame/widget.js';

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

export function sidesOf(settings: ResidualSettings): [Side, Side] {
  const { place, norm, depth, lr, warmUp } = settings;
  return [
    { place, norm, depth, lr, warmUp },
    {
      place: settings.otherPlace,
      norm: settings.otherNorm,
      depth: settings.otherDepth,
      lr: settings.otherLr,
      warmUp: settings.otherWarmUp,
    },
  ];
}

export function valueOf(block: BlockLook, curve: Curve, weight: Weight): number {
  if (curve === 'weights') return block.weights[weight].gradient;
  if (curve === 'update') return block.weights[weight].update;
  return curve === 'stream' ? block.stream : block.std;
}

/** The last look of both, and where they came from. */
export function curveChart({ sides }: ResidualResult, curve: Curve, weight: Weight): LineChart {
  const points = ({ blocks }: Look): Point[] =>
    blocks.map((block, i): Point => [i + 1, valueOf(block, curve, weight)]);
  const series = (which: (side: SideResult) => Look, suffix = ''): LineChart['series'] =>
    sides.map((side) => ({ name: side.name + suffix, points: points(which(side)) }));
  const trained = sides.some(({ looks }) => looks.length > 1);
  const all = [
    ...series(({ looks }) => looks[looks.length - 1]),
    ...(trained ? series(({ looks }) => looks[0], ', at the start') : []),
  ];
  const values = all.flatMap((one) => one.points.map(([, value]) => value));
  return {
    kind: 'line',
    title: `${titleOf(curve, weight)}, block by block`,
    x: 'block',
    y: curveNames[curve],
    // Where all are of one size, a logarithm would make much of little.
    logY: curve !== 'std' && Math.max(...values) > 20 * Math.min(...values),
    series: all,
    rules: [],
  };
}

function titleOf(curve: Curve, weight: Weight): string {
  if (curve === 'weights') return `Gradient norm of a weight (${weightNames[weight]})`;
  if (curve === 'update') return `Update ÷ weight (${weightNames[weight]})`;
  return curve === 'stream' ? 'Gradient norm of the stream after the block' : 'Standard deviation of the stream';
}

/** Block by block, and look by look from the start at the top. */
export function similarityChart(result: ResidualResult, side: SideResult, similarity: Similarity): Heatmap {
  const least = Math.min(
    ...result.sides.flatMap(({ looks }) => looks.flatMap(({ blocks }) => blocks.map((block) => block[similarity]))),
  );
  const what = similarity === 'neighbours' ? 'Cosine of block and next block' : 'Cosine of the tokens';
  return {
    kind: 'heatmap',
    title: `${what}: ${side.name}`,
    x: 'block',
    y: 'step',
    columns: side.looks[0].blocks.map((_, i) => String(i + 1)),
    rows: side.looks.map(({ step }) => String(step)),
    values: side.looks.map(({ blocks }) => blocks.map((block) => block[similarity])),
    scale: 'sequential',
    // Both sides share it; it begins at a whole tenth below the least value.
    domain: [Number.isFinite(least) ? Math.min(0.9, Math.floor(least * 10) / 10) : 0, 1],
  };
}

export function lossChart({ sides, marks }: ResidualResult): LineChart {
  return {
    kind: 'line',
    title: '',
    x: 'step',
    y: 'loss of the batch',
    series: sides.map(({ name, losses }) => ({ name, points: losses.map((loss, i): Point => [i + 1, loss]) })),
    rules: marks.map(({ loss, label }): Rule => ({ y: loss, label })),
  };
}

/** The mean of the last 20 losses. */
export function lastLoss({ losses }: SideResult): number {
  const last = losses.slice(-20);
  return last.reduce((a, b) => a + b, 0) / last.length;
}

/** Two digits that count. */
export function short(value: number): string {
  const rounded = Number(value.toPrecision(2));
  return value !== 0 && Math.abs(value) < 1e-3 ? withPower(rounded, 1) : formatAlone(rounded);
}

function sideWords({ name, losses, looks, broken, exact }: SideResult, steps: number): string {
  if (broken !== null) return `${name} has no finite loss from step ${broken} on`;
  const { blocks } = looks[looks.length - 1];
  const [first, last] = [blocks[0], blocks[blocks.length - 1]];
  const cosines = blocks.map(({ neighbours }) => neighbours);
  const range = [Math.min(...cosines), Math.max(...cosines)].map((value) => fixed(value)).join(' to ');
  const profile =
    `the gradient of the feed-forward weights is ${short(first.weights.linear2.gradient)} in the first of ${blocks.length} blocks and ` +
    `${short(last.weights.linear2.gradient)} in the last, the stream’s standard deviation goes from ${short(first.std)} to ${short(last.std)}, ` +
    `the cosine of neighbouring blocks is ${range}, that of tokens in the last ${fixed(last.tokens)}`;
  if (steps === 1) return `${name}: ${profile}`;
  const right = exact === null ? '' : `, ${Math.round(exact * 100)} % of new sequences exactly right`;
  return `${name}: loss ${fixed(lastLoss({ losses } as SideResult))}${right}; ${profile}`;
}

function words(_: ResidualSettings, { sides, steps, marks, task, done }: ResidualResult): string {
  const made = Math.max(...sides.map(({ losses }) => losses.length));
  const head =
    steps === 1
      ? 'Before the first update'
      : `${done ? 'After' : 'Stopped after'} ${made}${done ? '' : ` of ${steps}`} steps on ${taskNames[task]}`;
  const said = sides.map((side) => sideWords(side, steps)).join('. ');
  const [mark] = steps > 1 ? marks.slice(-1) : [];
  return `${head}. ${said}.${mark ? ` (${mark.label}: ${fixed(mark.loss)}.)` : ''}`.replace(/\. ([a-z])/g, (_all, letter: string) => `. ${letter.toUpperCase()}`);
}

function picture({ curve, weight, similarity }: ResidualSettings, result: ResidualResult): Picture {
  const looked = result.sides.filter(({ looks }) => looks.length > 0);
  const charts = [
    result.steps > 1 ? [lossChart(result)] : [],
    looked.length === result.sides.length ? [curveChart(result, curve, weight)] : [],
    ...looked.map((side) => [similarityChart(result, side, similarity)]),
  ];
  return { title: residual.title, charts: charts.filter((row) => row.length > 0) };
}

/** A "Keep" row: what a side was. */
export function sideText({ place, norm, depth, lr, warmUp }: Side, { task, seed, width, start }: ResidualSettings): string {
  return [
    place === 'none' ? placeNames.none : `${placeNames[place]}, ${normNames[norm]}`,
    `${depth} blocks`,
    `lr ${formatAlone(lr)}`,
    warmUp > 0 ? `warm-up ${warmUp}` : '',
    taskNames[task],
    `seed ${seed}`,
    width === 32 ? '' : `width ${width}`,
    start === 'xavier' ? 'Xavier’s start' : '',
  ]
    .filter(Boolean)
    .join(', ');
}

const places = ['pre', 'post', 'none', 'hyper'] as const;
const norms = ['layer', 'rms', 'batch'] as const;

/** Of one side and the other alike. */
const placeWords = (whose: string): { label: string; description: string } => ({
  label: 'norm stands',
  description: `${whose}: the norm inside the branch (pre), after the addition (post), nowhere (none); or pre with 4 streams (hyper).`,
});
const normWords = (whose: string): { label: string; description: string } => ({ label: 'norm', description: `${whose}: which norm.` });
const depthWords = (whose: string): { min: number; max: number; label: string; description: string } => ({
  min: 2,
  max: 48,
  label: 'blocks',
  description: `${whose}: how many blocks.`,
});
const lrWords = (whose: string): { min: number; max: number; log: boolean; label: string; description: string } => ({
  min: 1e-5,
  max: 1,
  log: true,
  label: 'learning rate',
  description: `${whose}: of Adam.`,
});
const warmUpWords = (whose: string): { min: number; max: number; step: number; label: string; description: string } => ({
  min: 0,
  max: 400,
  step: 10,
  label: 'warm-up',
  description: `${whose}: steps in which the learning rate rises from 0 in a straight line.`,
});

/** Heads need a multiple of 4. */
function widthSetting(): Setting<number> {
  const setting = integer(32, { min: 8, max: 128, step: 4, label: 'width', description: 'Features, a multiple of 4: there are 4 heads.' });
  const check = (given: unknown): number => {
    const value = setting.check(given);
    if (value % 4 === 0) return value;
    throw new TypeError(`expected a multiple of 4 from 8 to 128, got ${value}`);
  };
  return { ...setting, check };
}

const [one, other] = ['The first', 'The second'];

export const residual: Widget<ResidualSettings, ResidualResult, ResidualInput> = {
  name: 'residual',
  title: 'Pre-norm and post-norm, block by block',
  about:
    'Two deep transformer encoders side by side: norm, its place, depth, learning rate, warm-up, seed. Gradients of weights ' +
    'and of the stream, updates and standard deviations in every block, how alike neighbouring blocks and tokens are, before ' +
    'the first step and, at a press, while they train on a text, on sorting or copying. Runs are kept in a table.',
  schema: {
    place: choice<Place>('pre', places, placeWords(one)),
    norm: choice<Norm>('layer', norms, normWords(one)),
    depth: integer(16, depthWords(one)),
    lr: number(0.003, lrWords(one)),
    warmUp: integer(0, warmUpWords(one)),
    otherPlace: choice<Place>('post', places, placeWords(other)),
    otherNorm: choice<Norm>('layer', norms, normWords(other)),
    otherDepth: integer(16, depthWords(other)),
    otherLr: number(0.003, lrWords(other)),
    otherWarmUp: integer(0, warmUpWords(other)),
    seed: integer(0, { min: 0, max: 2 ** 32 - 1, label: 'seed', description: 'Of the weights and the order of the data.' }),
    width: widthSetting(),
    batchSize: integer(4, { min: 1, max: 64, label: 'batch size', description: 'Sequences in a step.' }),
    task: choice<Task>('text', ['text', 'sorting', 'copying', 'gaussian'], {
      label: 'task',
      description:
        'The next character of Genesis 1 to 4 (32 tokens), eight numbers sorted, eight numbers copied, or no task: Gaussian ' +
        'inputs and a fixed Gaussian direction as the loss, at the start only.',
    }),
    start: choice<'pytorch' | 'xavier'>('pytorch', ['pytorch', 'xavier'], {
      label: 'start weights',
      description: 'PyTorch’s, or Xavier-uniform matrices with biases of 0.',
    }),
    steps: integer(100, { min: 2, max: 1000, step: 1, label: 'steps', description: 'Of a training.' }),
    train: flag(false, { label: 'train', description: 'Trains; without it only the start is looked at.' }),
    curve: choice<Curve>('weights', ['weights', 'stream', 'update', 'std'], {
      label: 'curve',
      description: 'What is drawn over the blocks.',
    }),
    weight: choice<Weight>('linear2', ['in_proj', 'out_proj', 'linear1', 'linear2'], {
      label: 'weight',
      description: 'Which weight matrix of a block.',
    }),
    similarity: choice<Similarity>('neighbours', ['neighbours', 'tokens'], {
      label: 'how alike are',
      description: 'Cosine of what a block and the next read, or of different tokens.',
    }),
  },
  parts: { diagram: 'Where the norm stands in a block.', kept: 'The table of kept runs.' },
  input: (settings) => {
    const { seed, width, batchSize, task, start, train, steps } = settings;
    return { sides: sidesOf(settings), seed, width, batchSize, task, start, steps: train && task !== 'gaussian' ? steps : 1 };
  },
  words,
  picture,
  room: () => [1709, 2735],
};
