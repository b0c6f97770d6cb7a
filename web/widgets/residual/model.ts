/** @file Two deep encoders side by side: their settings, the words for a result and its picture. Computed in compute.ts. */
import { formatAlone, withPower } from '../../charts/words.js';
import { fixed } from '../frame/numbers.js';
import type { Picture } from '../frame/picture.js';
import { choice, flag, integer, number, type Setting } from '../frame/settings.js';
import type { Widget } from '../frame/widget.js';
import { curveChart, lossChart, similarityChart } from './charts.js';
import {
  type Curve,
  type Norm,
  normNames,
  type Place,
  placeNames,
  type ResidualInput,
  type ResidualResult,
  type ResidualSettings,
  type Side,
  type SideResult,
  type Similarity,
  type Task,
  taskNames,
  type Weight,
} from './run.js';

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
