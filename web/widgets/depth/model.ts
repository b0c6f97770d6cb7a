/** @file How the signal and its gradient fare in a deep network: settings, charts and words. */
import type { LineChart, Point, Rule } from '../../charts/spec.js';
import { formatAlone } from '../../charts/words.js';
import { choice, integer, number } from '../frame/settings.js';
import type { Picture } from '../frame/picture.js';
import type { Widget } from '../frame/widget.js';

export type DepthNorm = 'none' | 'batch' | 'layer' | 'rms';

export interface DepthSettings {
  depth: number;
  gain: number;
  activation: 'tanh' | 'relu' | 'none';
  width: number;
  seed: number;
}

export interface DepthLane {
  norm: DepthNorm;
  /** Standard deviation of each layer's output, the first layer first. */
  signal: number[];
  /** The same of the gradient that arrives at it. */
  gradient: number[];
}

export type DepthResult = DepthLane[];

export const depthNames: Record<DepthNorm, string> = {
  none: 'no norm',
  batch: 'BatchNorm',
  layer: 'LayerNorm',
  rms: 'RMSNorm',
};

export function depthChart(lanes: DepthResult, of: 'signal' | 'gradient'): LineChart {
  return {
    kind: 'line',
    title:
      of === 'signal'
        ? 'Standard deviation of each layer’s output'
        : 'Standard deviation of the gradient that arrives there',
    x: 'layer',
    y: of === 'signal' ? 'signal' : 'gradient',
    logY: true,
    series: lanes.map((lane) => ({
      name: depthNames[lane.norm],
      points: lane[of].map((value, i): Point => [i + 1, value]),
    })),
    rules: of === 'signal' ? lanes.flatMap(endOf) : [],
  };
}

/** Marks where a lane ends in infinity. */
function endOf(lane: DepthLane): Rule[] {
  const layer = firstBroken(lane);
  return layer === null ? [] : [{ x: layer, label: `${depthNames[lane.norm]} ends at layer ${layer}` }];
}

/** The first layer, from 1, whose output is no number any more; null where all are. */
export function firstBroken({ signal }: DepthLane): number | null {
  const at = signal.findIndex((value) => !Number.isFinite(value));
  return at < 0 ? null : at + 1;
}

function signalWords(lane: DepthLane): string {
  const broken = firstBroken(lane);
  const { signal } = lane;
  if (broken !== null) return `${depthNames[lane.norm]} overflows in layer ${broken}`;
  const [first, last] = [signal[0], signal[signal.length - 1]];
  return `${depthNames[lane.norm]} ${formatAlone(Number(first.toPrecision(2)))} to ${formatAlone(Number(last.toPrecision(2)))}`;
}

function words({ depth }: DepthSettings, lanes: DepthResult): string {
  const none = lanes.find(({ norm }) => norm === 'none')!;
  const ratio = none.gradient[0] / none.gradient[depth - 1];
  const factor = Number.isFinite(ratio) && ratio > 0 ? (ratio < 1 ? 1 / ratio : ratio) : null;
  const gradient =
    factor === null
      ? 'no finite gradient arrives at its first layer'
      : `the gradient is ${ratio < 1 ? 'smaller' : 'larger'} at its first layer than at its last by a factor of ${formatAlone(Number(factor.toPrecision(2)))}`;
  return `Signal, from the first layer to layer ${depth}: ${lanes.map(signalWords).join('; ')}. Without a norm, ${gradient}.`;
}

function picture({ gain }: DepthSettings, lanes: DepthResult): Picture {
  const title = `${depth.title}, gain ${formatAlone(Number(gain.toPrecision(3)))}`;
  return { title, charts: [[depthChart(lanes, 'signal')], [depthChart(lanes, 'gradient')]] };
}

export const depth: Widget<DepthSettings, DepthResult, DepthSettings> = {
  name: 'depth',
  title: 'A signal through many layers',
  about:
    'Standard deviation of activations and gradients in each layer of a deep network, on log axes, without a norm and with ' +
    'BatchNorm, LayerNorm and RMSNorm: how gain and depth make it fade or overflow; the first layer that breaks is named.',
  schema: {
    depth: integer(30, { min: 2, max: 100, label: 'depth', description: 'Layers.' }),
    gain: number(0.9, {
      min: 0.1,
      max: 1000,
      log: true,
      label: 'gain',
      description: 'Of the weights: their standard deviation is gain / √width.',
    }),
    activation: choice('relu', ['tanh', 'relu', 'none'], {
      label: 'activation',
      description: 'What follows each layer.',
    }),
    width: integer(64, { min: 4, max: 256, label: 'width', description: 'Features, and examples.' }),
    seed: integer(0, {
      min: 0,
      max: 2 ** 32 - 1,
      label: 'seed',
      description: 'Of the input, the weights and the gradient at the end.',
    }),
  },
  input: (settings) => settings,
  words,
  picture,
  room: () => [1113, 1289],
};
