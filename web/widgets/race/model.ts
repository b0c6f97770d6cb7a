/** @file The race: settings, what a run gives, and words. Training is in compute.ts. */
import type { LineChart } from '../../charts/spec.js';
import { formatAlone } from '../../charts/words.js';
import { fixed } from '../frame/numbers.js';
import { flag, integer, number, text } from '../frame/settings.js';
import type { Picture } from '../frame/picture.js';
import type { Widget } from '../frame/widget.js';
import { parseCsv } from './csv.js';
import { bounds, type Lane, type LaneOptions, parseLanes } from './lanes.js';

export interface RaceSettings extends Omit<LaneOptions, 'batch'> {
  lanes: string;
  batchSize: number;
  epochs: number;
  csv: string;
  predict: boolean;
}

export interface RaceInput {
  lanes: Lane[];
  epochs: number;
  csv: string;
}

/** Counts in shared bins, and their spread. */
export interface Spread {
  counts: number[];
  std: number;
}

export interface LayerFrame {
  /** Outputs of tanh, in bins from −1 to 1. */
  activations: Spread;
  /** Gradients of the loss with respect to these outputs: bins of log₁₀ |g|. */
  gradients: Spread;
}

/** All lanes at one step; empty for a lane that has ended in NaN. */
export interface Frame {
  step: number;
  lanes: LayerFrame[][];
}

export interface LaneResult {
  name: string;
  /** Loss of each step's batch, before the step. */
  losses: number[];
  /** Where it stopped being finite. */
  broken: { step: number; layer: string } | null;
  /** Over all training data, and of unseen data the part that is right; once it has arrived. */
  final: { loss: number; accuracy: number } | null;
}

export interface RaceResult {
  lanes: LaneResult[];
  frames: Frame[];
  steps: number;
  classes: number;
  done: boolean;
}

/** What is new since the last message. */
export interface RacePart extends Omit<RaceResult, 'lanes'> {
  /** Of a new run. */
  isFirst: boolean;
  lanes: (Omit<LaneResult, 'losses'> & { from: number; losses: number[] })[];
}

export const activationRange = [-1, 1] as const;
export const gradientRange = [-10, 0] as const;
export const bins = 40;

const common: LaneOptions = { depth: 8, width: 64, lr: 0.05, init: 1, batch: 64, seed: 0 };

export function commonOf(settings: RaceSettings): LaneOptions {
  const { depth, width, lr, init, batchSize, seed } = settings;
  return { depth, width, lr, init, batch: batchSize, seed };
}

/** Adds what is new. */
export function withPart(last: RaceResult | null, { isFirst, ...part }: RacePart): RaceResult {
  const old = isFirst ? null : last;
  return {
    ...part,
    frames: [...(old?.frames ?? []), ...part.frames],
    lanes: part.lanes.map(({ from, losses, ...lane }, i) => ({
      ...lane,
      losses: [...(old?.lanes[i]?.losses.slice(0, from) ?? []), ...losses],
    })),
  };
}

export function guessing(classes: number): number {
  return Math.log(classes);
}

/** @param at a step that is looked back at */
export function lossChart({ lanes, classes, steps }: RaceResult, at: number | null): LineChart {
  return {
    kind: 'line',
    title: '',
    x: 'step',
    y: 'loss of the batch',
    series: lanes.map(({ name, losses }) => ({ name, points: losses.map((loss, i) => [i + 1, loss]) })),
    rules: [
      { y: guessing(classes), label: `ln ${classes}: guessing` },
      ...(at !== null && at > 0 && at < steps ? [{ x: at, label: `step ${at}` }] : []),
    ],
  };
}

function words(_: RaceSettings, { lanes, classes, steps, done }: RaceResult): string {
  if (!done) return `In training, ${steps} steps each.`;
  const guess = fixed(guessing(classes));
  const said = lanes.map(({ name, final, broken }) => {
    if (broken) return `${name} became NaN at step ${broken.step}, first in ${broken.layer}`;
    const { loss, accuracy } = final!;
    const where = loss > 0.97 * guessing(classes) ? ', no better than guessing' : '';
    return `${name} ended at a loss of ${fixed(loss)}${where}, with ${Math.round(accuracy * 100)} % of unseen data right`;
  });
  return `After ${steps} steps (guessing is ${guess}): ${said.join('; ')}.`;
}

/** The lanes that learned nothing, or broke: the answer to "which lane stays at the line?". */
export function stuckLanes({ lanes, classes }: RaceResult): number[] {
  return lanes.flatMap(({ final, broken }, i) =>
    broken || (final && final.loss > 0.97 * guessing(classes)) ? [i] : [],
  );
}

function picture(_: RaceSettings, result: RaceResult): Picture {
  return { title: race.title, charts: [[lossChart(result, null)]] };
}

const range = (name: keyof LaneOptions): { min: number; max: number } => bounds[name];

export const race: Widget<RaceSettings, RaceResult, RaceInput> = {
  name: 'race',
  title: 'A race: the same deep network, with and without norms',
  about:
    'Networks of the same starting weights on handwritten digits, or on pasted data, in any number of lanes: norm, depth, ' +
    'width, learning rate, starting scale, batch size, seed. Losses live against the line of guessing; activations and ' +
    'gradients per layer; pause, step, look back, pin runs. Says in which layer NaN began.',
  schema: {
    lanes: text('none; batch; layer; rms', {
      max: 500,
      checkText: (given) => void parseLanes(given, common),
      label: 'Lanes',
      description:
        'none, batch, layer or rms, with semicolons between; each may have depth=, width=, lr=, init=, batch=, seed= of ' +
        'its own.',
    }),
    depth: integer(common.depth, {
      ...range('depth'),
      label: 'depth',
      description: 'Blocks of linear layer, norm and tanh.',
    }),
    width: integer(common.width, { ...range('width'), label: 'width', description: 'Features of each block.' }),
    lr: number(common.lr, {
      ...range('lr'),
      min: 1e-4,
      max: 100,
      log: true,
      label: 'learning rate',
      description: 'Of plain SGD.',
    }),
    init: number(common.init, {
      ...range('init'),
      min: 0.01,
      max: 100,
      log: true,
      label: 'start weights\u00a0×',
      description: 'What the starting weights of all linear layers are multiplied by.',
    }),
    batchSize: integer(common.batch, { ...range('batch'), label: 'batch size', description: 'Examples in a step.' }),
    seed: integer(common.seed, {
      ...range('seed'),
      label: 'seed',
      description: 'Of the starting weights and the order of the data.',
    }),
    epochs: integer(5, { min: 1, max: 50, label: 'epochs', description: 'Passes over the training data.' }),
    csv: text('', {
      max: 500_000,
      checkText: (given) => void (given.trim() === '' || parseCsv(given)),
      label: 'data',
      description: 'Own data as CSV: numbers, and the class in the last column. Empty: the digits.',
    }),
    predict: flag(false, {
      label: 'Predict first',
      description: 'Asks which lane will learn nothing before it starts.',
    }),
  },
  parts: { ridges: 'Activations and gradients per layer.', pins: 'The table of pinned runs.' },
  input: (settings) => ({
    lanes: parseLanes(settings.lanes, commonOf(settings)),
    epochs: settings.epochs,
    csv: settings.csv,
  }),
  words,
  picture,
  room: () => [1234, 1788],
};

/** "depth 8, width 64, lr 0.05 …" of a pinned run. */
export function settingsText({ depth, width, lr, init, batchSize, seed, epochs, csv }: RaceSettings): string {
  const data = csv.trim() === '' ? '' : ', own data';
  return `depth ${depth}, width ${width}, lr ${formatAlone(lr)}, start ×${formatAlone(init)}, batch ${batchSize}, seed ${seed}, epochs ${epochs}${data}`;
}
