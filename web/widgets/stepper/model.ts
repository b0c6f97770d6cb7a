/** @file LayerNorm and RMSNorm one step at a time: which steps there are, what is shown of them, and words. */
import { formatAlone } from '../../charts/words.js';
import { fixed } from '../frame/numbers.js';
import { choice, integer, number, numbers } from '../frame/settings.js';
import type { NumberTable, Picture } from '../frame/picture.js';
import type { Widget } from '../frame/widget.js';

export interface StepperSettings {
  norm: 'layer' | 'rms';
  values: readonly number[];
  eps: number;
  weight: number;
  bias: number;
  factor: number;
  step: number;
}

export type StepperInput = Pick<StepperSettings, 'norm' | 'values' | 'eps' | 'weight' | 'bias' | 'factor'>;

/** One row of the table: a number per element, or one for all of them. */
export interface Step {
  name: string;
  formula: string;
  values: number[];
}

export interface StepperResult {
  /** In the order of the computation; the first is x itself. */
  steps: Step[];
  mean: number;
  /** Standard deviation, or for RMSNorm the root mean square; without eps. */
  spread: number;
  /** What the layer of the library gives for x, weight and bias. */
  layer: number[];
}

export const lastStep = 6;

const norms = { layer: 'LayerNorm', rms: 'RMSNorm' };

/** A step that this norm has. */
export function stepOf({ step }: StepperSettings, { steps }: StepperResult): number {
  return Math.min(step, steps.length - 1);
}

export function isFirst(settings: StepperSettings, result: StepperResult): boolean {
  return stepOf(settings, result) === 0;
}
export function isLast(settings: StepperSettings, result: StepperResult): boolean {
  return stepOf(settings, result) === result.steps.length - 1;
}

/** weight and bias that give x back. */
export function undoing(
  { mean, spread }: StepperResult,
  norm: StepperSettings['norm'],
): { weight: number; bias: number } {
  const rounded = (value: number): number => Number(value.toPrecision(6));
  return { weight: rounded(spread), bias: norm === 'rms' ? 0 : rounded(mean) };
}

/** Least and greatest of all rows, for one axis; it holds 0. */
export function axisOf({ steps }: StepperResult): [number, number] {
  const all = steps.filter(({ values }) => values.length > 1).flatMap(({ values }) => values.filter(Number.isFinite));
  return [Math.min(0, ...all), Math.max(0, ...all)];
}

function list(values: readonly number[]): string {
  return values.map((value) => fixed(value)).join(', ');
}

function words(settings: StepperSettings, result: StepperResult): string {
  const { norm, values, factor } = settings;
  const at = stepOf(settings, result);
  const { name, values: now } = result.steps[at];
  if (!isLast(settings, result)) return `Step ${at} of ${result.steps.length - 1}, ${name}: ${list(now)}.`;
  const measure =
    norm === 'layer'
      ? `mean ${fixed(result.mean)}, standard deviation ${fixed(result.spread)}`
      : `root mean square ${fixed(result.spread)}`;
  return (
    `${norms[norm]} turns ${values.map(formatAlone).join(', ')} (${measure}) into ${list(result.layer)}. ` +
    `As a pre-norm block, with a sublayer that multiplies by ${formatAlone(factor)}, x + f(norm(x)) is ${list(now)}.`
  );
}

function picture(settings: StepperSettings, result: StepperResult): Picture {
  const table: NumberTable = {
    caption: '',
    rows: result.steps.slice(0, stepOf(settings, result) + 1).map(({ name, values }, i) => [
      { lines: [name], isHeading: true },
      ...values.map((value) => ({
        lines: [i === 0 ? formatAlone(value) : fixed(value)],
        group: i === 0 ? undefined : 0,
      })),
    ]),
  };
  return { title: `${norms[settings.norm]} step by step`, tables: [table] };
}

export const stepper: Widget<StepperSettings, StepperResult, StepperInput> = {
  name: 'stepper',
  title: 'One vector through a norm, step by step',
  about:
    'LayerNorm and RMSNorm one step at a time on a vector that can be edited, with eps, weight and bias, the weight and ' +
    'bias that undo the norm, and the addition of a pre-norm block.',
  schema: {
    norm: choice('layer', ['layer', 'rms'], { label: 'Norm', description: 'Which norm is taken apart.' }),
    values: numbers([2, 4, 4, 10], { min: 2, max: 8, label: 'x', description: 'The vector.' }),
    eps: number(1e-5, { min: 1e-8, max: 100, log: true, label: 'ε', description: 'Added under the root.' }),
    weight: number(1, {
      min: -100,
      max: 100,
      label: 'weight γ',
      description: 'The norm’s weight, the same for all elements.',
    }),
    bias: number(0, {
      min: -100,
      max: 100,
      label: 'bias β',
      description: 'The norm’s bias, the same for all elements.',
    }),
    factor: number(3, {
      min: -10,
      max: 10,
      label: 'sublayer f: times',
      description: 'What the sublayer of the pre-norm block multiplies by.',
    }),
    step: integer(lastStep, { min: 0, max: lastStep, label: 'Step', description: 'How many steps are shown, from 0.' }),
  },
  parts: { row: 'One step.' },
  input: ({ norm, values, eps, weight, bias, factor }) => ({ norm, values, eps, weight, bias, factor }),
  words,
  picture,
  room: () => [527, 733],
};
