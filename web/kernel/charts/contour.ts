/** @file Lines of equal value of a function of two numbers, and ways on it. */
import type { ContourChart, Point } from '../../charts/spec.js';
import { toNumber, toText } from '../displays.js';
import {
  countOption,
  entriesOf,
  finiteExtent,
  gridOf,
  optionsOf,
  rangeOption,
  shortValue,
  textOption,
} from './input.js';
import { type ChartPlace, LiveChart } from './live-chart.js';

/**
 * `contour({ title, f, xRange, yRange, x, y, z, values, levels = 12, points = 61, paths })`: lines of equal value of
 * `f(x, y)`, or of `values`, rows from the least y up. `x`, `y` and `z` are names. `paths` are `{ name: [[x, y], …] }`;
 * `push(name, x, y)` adds a step to one.
 */
export class LiveContour extends LiveChart {
  protected readonly kind = 'contour chart';
  private readonly chart: ContourChart;

  constructor(given: unknown, place: ChartPlace) {
    super(place);
    const tag = 'contour';
    const names = ['f', 'xRange', 'yRange', 'title', 'x', 'y', 'z', 'values', 'levels', 'points', 'paths'];
    const options = optionsOf(tag, given, names);
    const xRange = rangeOption(tag, options, 'xRange') ?? [-1, 1];
    const yRange = rangeOption(tag, options, 'yRange') ?? [-1, 1];
    const values = options.values === undefined ? sampled(options, xRange, yRange) : gridOf(tag, options.values);
    if (values.length < 2 || values[0].length < 2) {
      throw new RangeError(`[${tag}] expected at least 2 × 2 values, got ${values.length} × ${values[0].length}`);
    }
    this.chart = {
      kind: 'contour',
      title: textOption(tag, options, 'title'),
      x: textOption(tag, options, 'x', 'x'),
      y: textOption(tag, options, 'y', 'y'),
      z: textOption(tag, options, 'z', 'f'),
      xRange,
      yRange,
      values,
      levels: levelsOf(options, values),
      paths: (entriesOf(options.paths ?? {}) ?? wrongPaths(options.paths)).map(([name, points]) => ({
        name,
        points: pointsOf(points),
      })),
    };
    this.show();
  }

  push(path: unknown, x: unknown, y: unknown): void {
    const name = toText(path, '[contour] expected the path');
    const point: Point = [toNumber(x, '[contour] expected x'), toNumber(y, '[contour] expected y')];
    const { paths } = this.chart;
    const found = paths.find((one) => one.name === name);
    if (found) found.points.push(point);
    else paths.push({ name, points: [point] });
    this.show();
  }

  protected override spec(): ContourChart {
    return { ...this.chart, paths: this.chart.paths.map(({ name, points }) => ({ name, points: [...points] })) };
  }
}

function sampled(options: Record<string, unknown>, xRange: [number, number], yRange: [number, number]): number[][] {
  const { f } = options;
  if (typeof f !== 'function') {
    throw new TypeError(`[contour] expected f to be a function of x and y, or values, got ${shortValue(f)}`);
  }
  const count = countOption('contour', options, 'points', 61, [2, 256]);
  const at = ([low, high]: [number, number], i: number): number => low + ((high - low) * i) / (count - 1);
  return Array.from({ length: count }, (_, j) =>
    Array.from({ length: count }, (__, i) =>
      toNumber((f as (x: number, y: number) => unknown)(at(xRange, i), at(yRange, j)), '[contour] expected f(x, y)'),
    ),
  );
}

/** Given ones, or as many as asked for, denser near the least value: evenly spaced lines around the floor of a bowl. */
function levelsOf(options: Record<string, unknown>, values: number[][]): number[] {
  if (Array.isArray(options.levels)) {
    const levels = options.levels.map((level) => toNumber(level, '[contour] expected each level'));
    return [...new Set(levels.filter(Number.isFinite))].sort((a, b) => a - b);
  }
  const count = countOption('contour', options, 'levels', 12, [1, 100]);
  const [low, high] = finiteExtent(values);
  if (!(low < high)) return [];
  return Array.from({ length: count }, (_, i) => low + (high - low) * ((i + 1) / (count + 1)) ** 2);
}

function wrongPaths(paths: unknown): never {
  throw new TypeError(`[contour] expected paths as { name: [[x, y], …] }, got ${shortValue(paths)}`);
}

function pointsOf(points: unknown): Point[] {
  if (Array.isArray(points) && points.length === 0) return [];
  const rows = gridOf('contour', points);
  if (rows.some((row) => row.length !== 2)) {
    throw new RangeError(`[contour] expected points of 2 coordinates, got ${rows[0].length}`);
  }
  return rows as Point[];
}
