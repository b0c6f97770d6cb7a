/** @file BatchNorm's two modes: settings, charts and words. */
import type { LineChart, Point } from '../../charts/spec.js';
import { formatAlone } from '../../charts/words.js';
import { fixed } from '../frame/numbers.js';
import { choice, integer, number } from '../frame/settings.js';
import type { Picture } from '../frame/picture.js';
import type { Widget } from '../frame/widget.js';

export interface ModesSettings {
  mode: 'train' | 'eval';
  batchSize: number;
  momentum: number;
  convention: 'new' | 'old';
  variance: 'unbiased' | 'biased';
  batches: number;
  example: number;
  seed: number;
}

export interface ModesInput extends Omit<ModesSettings, 'convention' | 'momentum'> {
  /** What the new batch counts. */
  momentum: number;
}

export interface ModesResult {
  /** Per batch. */
  batchMeans: number[];
  batchVariances: number[];
  runningMeans: number[];
  runningVariances: number[];
  /** What BatchNorm says of a batch that has no statistics. */
  error: string | null;
  /** The same example's output among other companions each time. */
  outputs: number[];
  /** Least to greatest of them. */
  spread: number;
}

/** Of the stream that the batches are from. */
export const truth = { mean: 3, variance: 4 };
export const companionSets = 24;

/** What the new batch counts, under either way of saying it. */
export function newWeight({ momentum, convention }: Pick<ModesSettings, 'momentum' | 'convention'>): number {
  return convention === 'new' ? momentum : Number((1 - momentum).toFixed(6));
}

export function traceChart(result: ModesResult, of: 'mean' | 'variance'): LineChart {
  const points = (values: number[]): Point[] => values.map((value, i) => [i + 1, value]);
  const isMean = of === 'mean';
  return {
    kind: 'line',
    title: isMean ? 'Means' : 'Variances',
    x: 'batch',
    y: of,
    series: [
      { name: 'of the batch', points: points(isMean ? result.batchMeans : result.batchVariances) },
      { name: 'BatchNorm keeps', points: points(isMean ? result.runningMeans : result.runningVariances) },
    ],
    rules: [{ y: isMean ? truth.mean : truth.variance, label: `true ${of}` }],
  };
}

function words(settings: ModesSettings, result: ModesResult): string {
  const { mode, batchSize, batches, example } = settings;
  if (result.error !== null && mode === 'train') return `With a batch of 1, in train mode: ${result.error}`;
  const last = (values: number[]): string => fixed(values[values.length - 1]);
  const learned =
    result.error !== null
      ? 'Nothing was learned from batches of 1: the running statistics are those it started with.'
      : `After ${batches} batches of ${batchSize} it keeps a mean of ${last(result.runningMeans)} (true: ${truth.mean}) and a ` +
        `variance of ${last(result.runningVariances)} (true: ${truth.variance}).`;
  const outputs =
    mode === 'eval' || result.spread === 0
      ? `is ${fixed(result.outputs[0], 3)} each time: a spread of ${result.spread}`
      : `goes from ${fixed(Math.min(...result.outputs))} to ${fixed(Math.max(...result.outputs))}: it depends on them`;
  return `${learned} In ${mode} mode the output for ${formatAlone(example)}, in ${companionSets} batches with other companions, ${outputs}.`;
}

function picture(_: ModesSettings, result: ModesResult): Picture {
  return { title: batchModes.title, charts: [[traceChart(result, 'mean'), traceChart(result, 'variance')]] };
}

export const batchModes: Widget<ModesSettings, ModesResult, ModesInput> = {
  name: 'batch-modes',
  title: 'BatchNorm’s two modes',
  about:
    'Running statistics as BatchNorm really learns them, batch by batch; momentum in both conventions, biased or unbiased ' +
    'variance, train and eval, batches down to 1 with the real error, and one example whose companions change.',
  schema: {
    mode: choice('train', ['train', 'eval'], { label: 'Mode', description: 'How the example’s output is computed.' }),
    batchSize: integer(8, { min: 1, max: 128, label: 'batch size', description: 'Examples in a batch.' }),
    momentum: number(0.1, {
      min: 0,
      max: 1,
      step: 0.01,
      label: 'momentum',
      description: 'What counts how much in the running statistics.',
    }),
    convention: choice('new', ['new', 'old'], {
      label: 'momentum is of',
      description: 'new: the weight of the new batch, as in PyTorch. old: the weight of what was kept, as in Keras.',
    }),
    variance: choice('unbiased', ['unbiased', 'biased'], {
      label: 'kept variance',
      description: 'unbiased (n − 1), as in PyTorch, or biased (n), as in Keras.',
    }),
    batches: integer(60, { min: 1, max: 500, label: 'batches', description: 'How many it has seen.' }),
    example: number(5, { min: -20, max: 30, label: 'the example', description: 'The number whose companions change.' }),
    seed: integer(0, { min: 0, max: 2 ** 32 - 1, label: 'seed', description: 'Of all batches.' }),
  },
  parts: { outputs: 'The outputs of the example.' },
  input: ({ convention, momentum, ...settings }) => ({ ...settings, momentum: newWeight({ convention, momentum }) }),
  words,
  picture,
  room: () => [822, 1509],
};
