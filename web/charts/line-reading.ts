/** @file The values of a line chart at one x, or of a scatter at one point, in words and marks. */
import { bisector } from 'd3-array';
import { type Plot, type Reading, round, type Words } from './frame.js';
import { type Markup, svg } from './markup.js';
import { type Scale } from './scale.js';
import type { LineChart, Point } from './spec.js';
import { countOf, formatAlone, formatIn, readAt, readValue } from './words.js';

/** Every x that any series has, ascending. */
export function positionsOf(chart: LineChart): number[] {
  const all = chart.series.flatMap((series) => series.points.map(([x]) => x)).filter(Number.isFinite);
  return [...new Set(all)].sort((a, b) => a - b);
}

/** Series whose values are read out at once. */
const maxRead = 8;

/** Reads all series at one x. */
export class LineReading implements Reading {
  private positions: number[] | null = null;
  private readonly span: number;

  constructor(
    private readonly chart: LineChart,
    private readonly plot: Plot,
    private readonly x: Scale,
    private readonly y: Scale,
    private readonly colors: string[],
  ) {
    this.span = y.domain[1] - y.domain[0];
  }

  /** Found when first asked for: a chart is drawn far more often than it is read. */
  private get at(): number[] {
    return (this.positions ??= positionsOf(this.chart));
  }

  get count(): number {
    return this.at.length;
  }

  get rest(): Words {
    if (this.chart.series.every((series) => series.points.length === 0)) return ['No points yet.'];
    return this.values(`Last ${this.chart.y}`, (points) => points.at(-1)?.[1]);
  }

  nearest(x: number): number | null {
    if (this.at.length === 0) return null;
    return bisector((value: number) => value).center(this.at, this.x.invert(x));
  }

  words(index: number): Words {
    const at = this.at[index];
    return this.values(`${this.chart.x} ${formatAlone(at)}`, (points) => pointAt(points, at)?.[1]);
  }

  marks(index: number): Markup[] {
    const at = round(this.x.place(this.at[index]));
    if (!Number.isFinite(at)) return [];
    const dots = this.chart.series.flatMap((series, i) => {
      const point = pointAt(series.points, this.at[index]);
      if (!point || !canDraw(this.chart, point)) return [];
      return [svg('circle', { class: this.colors[i], cx: at, cy: round(this.y.place(point[1])), r: 4 })];
    });
    return [svg('line', { x1: at, x2: at, y1: this.plot.top, y2: this.plot.bottom }), ...dots];
  }

  private values(head: string, valueOf: (points: readonly Point[]) => number | undefined): Words {
    const parts = this.chart.series.flatMap(({ name, points }, i) => {
      const value = valueOf(points);
      if (value === undefined) return [];
      const text = this.chart.logY ? formatAlone(value) : formatIn(this.span, value);
      return [' ', readValue(name, text, this.colors[i])];
    });
    const hidden = parts.length / 2 - maxRead;
    const rest = hidden > 0 ? [` and ${hidden} more in the table`] : [];
    return [readAt(`${head}:`), ...parts.slice(0, 2 * maxRead), ...rest];
  }
}

/** Reads a scatter point by point. */
export class SpotReading implements Reading {
  private readonly all: { name: string; point: Point; color: string }[];

  constructor(
    private readonly chart: LineChart,
    private readonly x: Scale,
    private readonly y: Scale,
    colors: string[],
  ) {
    this.all = chart.series.flatMap(({ name, points }, i) =>
      points.filter((point) => canDraw(chart, point)).map((point) => ({ name, point, color: colors[i] })),
    );
  }

  get count(): number {
    return this.all.length;
  }

  get rest(): Words {
    const { series } = this.chart;
    if (this.all.length === 0) return ['No points yet.'];
    return series.flatMap(({ name, points }) => [readValue(name, countOf(points.length, 'point')), ' ']);
  }

  nearest(x: number, y: number): number | null {
    let best: number | null = null;
    let least = 24 * 24;
    this.all.forEach(({ point }, i) => {
      const distance = (this.x.place(point[0]) - x) ** 2 + (this.y.place(point[1]) - y) ** 2;
      if (distance >= least) return;
      least = distance;
      best = i;
    });
    return best;
  }

  words(index: number): Words {
    const { name, point, color } = this.all[index];
    const at = `${this.chart.x} ${formatAlone(point[0])}, ${this.chart.y} ${formatAlone(point[1])}`;
    return [readValue(`${name}:`, at, color)];
  }

  marks(index: number): Markup[] {
    const { point, color } = this.all[index];
    return [
      svg('circle', { class: color, cx: round(this.x.place(point[0])), cy: round(this.y.place(point[1])), r: 5 }),
    ];
  }
}

/** The point at exactly this x, or undefined. Points are looked up from the end, where reading happens most. */
function pointAt(points: readonly Point[], x: number): Point | undefined {
  return points.findLast((point) => point[0] === x);
}

/** Whether a point has a place. */
export function canDraw(chart: LineChart, [x, y]: Point): boolean {
  return Number.isFinite(x) && Number.isFinite(y) && !(chart.logX && x <= 0) && !(chart.logY && y <= 0);
}
