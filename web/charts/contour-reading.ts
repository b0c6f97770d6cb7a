/** @file Reads contours: the paths step by step, then the plane. */
import { type Reading, round, type Words } from './frame.js';
import { type Markup, svg } from './markup.js';
import type { Scale } from './scale.js';
import type { ContourChart, Point } from './spec.js';
import { countOf, formatAlone, formatIn, readAt, readValue } from './words.js';

/** How near to a point of a path the pointer reads the path and not the plane, px. */
const reach = 14;

export function along([from, to]: [number, number], index: number, count: number): number {
  return count > 1 ? from + ((to - from) * index) / (count - 1) : from;
}

export function pointText([x, y]: Point): string {
  return `(${formatAlone(x)}, ${formatAlone(y)})`;
}

/** Up and down go to the next path, or along y. */
export class PlaneReading implements Reading {
  readonly count: number;
  readonly rest: Words;
  private readonly steps: { path: number; step: number; point: Point }[];
  private readonly columns: number;
  private readonly span: number;

  constructor(
    private readonly chart: ContourChart,
    private readonly x: Scale,
    private readonly y: Scale,
    private readonly colors: string[],
  ) {
    const { paths, values, levels, z } = chart;
    this.steps = paths.flatMap(({ points }, path) => points.map((point, step) => ({ path, step, point })));
    this.columns = values[0]?.length ?? 0;
    this.count = this.steps.length + this.columns * values.length;
    this.span = levels.length > 0 ? levels[levels.length - 1] - levels[0] : 1;
    const ends = paths.flatMap(({ name, points }, i) => {
      const last = points.at(-1);
      return last
        ? [' ', readValue(`${name}, ${countOf(points.length - 1, 'step')}:`, pointText(last), colors[i])]
        : [];
    });
    const lines = levels.length > 0 ? `${formatAlone(levels[0])} to ${formatAlone(levels[levels.length - 1])}` : 'none';
    this.rest = ends.length > 0 ? [readAt('Ends:'), ...ends] : [readAt(`Lines of equal ${z}:`), ' ', lines];
  }

  nearest(px: number, py: number): number | null {
    let best = -1;
    let least = reach * reach;
    this.steps.forEach(({ point }, i) => {
      const distance = (this.x.place(point[0]) - px) ** 2 + (this.y.place(point[1]) - py) ** 2;
      if (distance >= least) return;
      least = distance;
      best = i;
    });
    if (best >= 0) return best;
    const { xRange, yRange, values } = this.chart;
    const i = Math.round(((this.x.invert(px) - xRange[0]) / (xRange[1] - xRange[0])) * (this.columns - 1));
    const j = Math.round(((this.y.invert(py) - yRange[0]) / (yRange[1] - yRange[0])) * (values.length - 1));
    const inside = i >= 0 && j >= 0 && i < this.columns && j < values.length;
    return inside ? this.steps.length + j * this.columns + i : null;
  }

  vertical(index: number, rows: number): number {
    const here = this.steps[index];
    if (!here) return Math.max(this.steps.length, index - rows * this.columns);
    const target = this.steps.findIndex(({ path, step }) => path === here.path + rows && step === here.step);
    return target < 0 ? index : target;
  }

  words(index: number): Words {
    const { paths, z } = this.chart;
    const step = this.steps[index];
    const head = step ? `${paths[step.path].name}, step ${step.step}:` : '';
    const [px, py, value] = this.at(index);
    const where = `${this.chart.x || 'x'} ${formatAlone(px)}, ${this.chart.y || 'y'} ${formatAlone(py)}`;
    return [
      step ? readValue(head, where, this.colors[step.path]) : readAt(`${where}:`),
      ...(value === null ? [] : [' ', readValue(z, formatIn(this.span, value))]),
    ];
  }

  marks(index: number): Markup[] {
    const step = this.steps[index];
    const [px, py] = this.at(index);
    const [cx, cy] = [round(this.x.place(px)), round(this.y.place(py))];
    if (!Number.isFinite(cx) || !Number.isFinite(cy)) return [];
    return [svg('circle', { class: step ? this.colors[step.path] : 'series-0', cx, cy, r: 5.5 })];
  }

  /** Of a step of a path the function's value is not known: only the grid's values are. */
  private at(index: number): [x: number, y: number, value: number | null] {
    const step = this.steps[index];
    if (step) return [...step.point, null];
    const { xRange, yRange, values } = this.chart;
    const [i, j] = [(index - this.steps.length) % this.columns, Math.floor((index - this.steps.length) / this.columns)];
    return [along(xRange, i, this.columns), along(yRange, j, values.length), values[j][i]];
  }
}
