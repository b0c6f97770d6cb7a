/** @file Gradient descent on a bowl, raw and standardized: settings, pictures and words. */
import type { ContourChart, LineChart, Point } from '../../charts/spec.js';
import { formatAlone } from '../../charts/words.js';
import { fixed } from '../frame/numbers.js';
import { integer, number } from '../frame/settings.js';
import type { Picture } from '../frame/picture.js';
import type { Widget } from '../frame/widget.js';

export interface ContoursSettings {
  scale: number;
  rate: number;
  startX: number;
  startY: number;
  seed: number;
}

export type ContoursInput = ContoursSettings;

/** One bowl and the way down it. Coordinates are distances from the least point. */
export interface Bowl {
  /** Hessian of the loss: [[a, b], [b, c]]. */
  hessian: [a: number, b: number, c: number];
  /** Its eigenvalues, the greater first. */
  eigenvalues: [number, number];
  condition: number;
  /** 2 / (λ₁ + λ₂): what needs the fewest steps. */
  bestRate: number;
  rate: number;
  path: Point[];
  /** Steps until the distance is a hundredth of the first; null when it never gets there. */
  steps: number | null;
  /** Distance along each eigenvector, per step: the steep direction first. */
  errors: [number, number][];
}

export interface ContoursResult {
  raw: Bowl;
  standardized: Bowl;
}

export const maxSteps = 1000;
export const tolerance = 0.01;
const shownSteps = 60;
const gridSize = 41;

/** What a bowl looks like: the same frame for both, so that a step is as long in both. */
export function bowlChart(
  name: string,
  { hessian: [a, b, c], path }: Bowl,
  { startX, startY }: ContoursSettings,
): ContourChart {
  const reach = Math.max(Math.abs(startX), Math.abs(startY), 1) * 1.3;
  const at = (i: number): number => -reach + (2 * reach * i) / (gridSize - 1);
  const loss = (x: number, y: number): number => (a * x * x + 2 * b * x * y + c * y * y) / 2;
  const values = Array.from({ length: gridSize }, (_, j) =>
    Array.from({ length: gridSize }, (_, i) => loss(at(i), at(j))),
  );
  const top = loss(startX, startY) || 1;
  return {
    kind: 'contour',
    title: name,
    x: 'w₁, off its best value',
    y: 'w₂',
    z: 'loss above the least',
    xRange: [-reach, reach],
    yRange: [-reach, reach],
    values,
    levels: [0.01, 0.05, 0.15, 0.35, 0.65, 1, 1.5, 2.2, 3.2].map((part) => part * top),
    paths: [{ name: 'the way down', points: path.slice(0, shownSteps) }],
  };
}

/** The error in the steep and in the flat direction, on a log axis. */
export function errorChart({ raw, standardized }: ContoursResult): LineChart {
  const series = (
    [name, { errors }]: [string, Bowl],
    direction: 0 | 1,
    which: string,
  ): LineChart['series'][number] => ({
    name: `${name}, ${which}`,
    points: errors.map((pair, i): Point => [i, pair[direction]]).filter(([, y]) => y > 1e-9 && y < 1e9),
  });
  const last = Math.max(2, Math.min(shownSteps, Math.max(raw.steps ?? shownSteps, standardized.steps ?? shownSteps)));
  const cut = (one: LineChart['series'][number]): LineChart['series'][number] => ({
    ...one,
    points: one.points.filter(([x]) => x <= last),
  });
  return {
    kind: 'line',
    title: 'What is left of the error, by direction of the bowl',
    x: 'step',
    y: 'distance',
    logY: true,
    series: [
      series(['raw', raw], 0, 'steep'),
      series(['raw', raw], 1, 'flat'),
      series(['standardized', standardized], 1, 'slowest'),
    ].map(cut),
    rules: [],
  };
}

function outcome({ steps }: Bowl): string {
  if (steps === null) return `not within ${maxSteps} steps`;
  return `in ${steps} ${steps === 1 ? 'step' : 'steps'}`;
}

function words(_: ContoursSettings, { raw, standardized }: ContoursResult): string {
  const diverges =
    raw.rate > 2 / raw.eigenvalues[0] ? ' The step is too long for the steep direction: it diverges.' : '';
  return (
    `Raw: condition number ${fixed(raw.condition, 1)}, down to a hundredth of the distance ${outcome(raw)}, at a step of ` +
    `${formatAlone(raw.rate)}. Standardized: condition number ${fixed(standardized.condition, 2)}, ${outcome(standardized)}.${diverges}`
  );
}

function picture(settings: ContoursSettings, result: ContoursResult): Picture {
  const { raw, standardized } = result;
  const charts = [
    [bowlChart('Raw features', raw, settings), bowlChart('Standardized features', standardized, settings)],
    [errorChart(result)],
  ];
  return { title: contours.title, charts };
}

export const contours: Widget<ContoursSettings, ContoursResult, ContoursInput> = {
  name: 'contours',
  title: 'Down a stretched bowl, and down a round one',
  about:
    'Gradient descent for two weights of a linear model, on raw and on standardized features: the start can be dragged, ' +
    'scales and steps changed; condition number, steps to a hundredth of the distance, and the error by direction.',
  schema: {
    scale: number(5, {
      min: 1,
      max: 30,
      log: true,
      label: 'scale of feature 1',
      description: 'How much wider feature 1 spreads than feature 2.',
    }),
    rate: number(0.9, {
      min: 0.05,
      max: 1.2,
      step: 0.05,
      label: 'step size, × best',
      description: 'The learning rate of both, as a part of each bowl’s best, 2 / (λ₁ + λ₂).',
    }),
    startX: number(1.5, { min: -4, max: 4, label: 'start w₁', description: 'Where it starts, from the best weight.' }),
    startY: number(2, { min: -4, max: 4, label: 'start w₂', description: 'The same for the second weight.' }),
    seed: integer(0, { min: 0, max: 2 ** 32 - 1, label: 'seed', description: 'Of the 64 examples.' }),
  },
  parts: { bowl: 'One of the two bowls.' },
  input: (settings) => settings,
  words,
  picture,
  room: () => [1109, 1512],
};
