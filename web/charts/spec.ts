/**
 * @file What a chart shows, as plain data that can be posted, stored and drawn anywhere. Axis names carry their unit:
 * 'time (ms)'. Values that are NaN or infinite are gaps; charts say in words where they are.
 */

export type ChartSpec = LineChart | Histogram | Heatmap | ContourChart | BarChart;

export type Point = [x: number, y: number];

/** Named series on shared axes: lines, or points of a scatter. */
export interface LineChart {
  kind: 'line';
  title: string;
  x: string;
  y: string;
  series: { name: string; points: Point[] }[];
  /** Reference lines: across at y, for example the loss of pure guessing, or down at x, for example a step. */
  rules: Rule[];
  logX?: boolean;
  logY?: boolean;
  /** Points without lines between them; the y axis then need not start at 0. */
  scatter?: boolean;
}

export type Rule = { y: number; label: string } | { x: number; label: string };

/** Counts of values in shared bins, one row per layer. */
export interface Histogram {
  kind: 'histogram';
  title: string;
  /** Name of the values. */
  x: string;
  /** Bounds of the bins, ascending; one more than there are counts. */
  edges: number[];
  layers: HistogramLayer[];
  /** Whether the rows share one scale of counts. Otherwise the tallest bar of each row fills it. */
  sameScale: boolean;
}

export interface HistogramLayer {
  name: string;
  counts: number[];
  /** Values outside the bins, and those that are NaN or infinite. */
  below: number;
  above: number;
  notFinite: number;
  /** Of the finite values; population standard deviation. NaN when there are none. */
  mean: number;
  std: number;
}

/** A grid of numbers as colours; where there are few, the number is in its cell. */
export interface Heatmap {
  kind: 'heatmap';
  title: string;
  /** What the columns and the rows are. */
  x: string;
  y: string;
  columns: string[];
  rows: string[];
  /** Row by row. */
  values: number[][];
  /** Diverging: negative and positive from zero, with a domain of equal sides. */
  scale: 'diverging' | 'sequential';
  domain: [low: number, high: number];
}

/** Lines of equal value of a function over a plane, with paths on it. */
export interface ContourChart {
  kind: 'contour';
  title: string;
  x: string;
  y: string;
  /** Name of the function's value. */
  z: string;
  /** The grid's first and last coordinates. */
  xRange: [number, number];
  yRange: [number, number];
  /** Values at evenly spaced points, row by row from the least y up. */
  values: number[][];
  /** Values at which a line is drawn, ascending. */
  levels: number[];
  paths: { name: string; points: Point[] }[];
}

/** Horizontal bars from zero; several series stand in groups under the name of their category. */
export interface BarChart {
  kind: 'bars';
  title: string;
  /** Name of the values. */
  x: string;
  categories: string[];
  /** A value per category; null where there is none. */
  series: { name: string; values: (number | null)[] }[];
}

/** JSON has no NaN and no infinity: they are written as `{"number": "NaN"}`. */
export function specToJson(spec: unknown): string {
  return JSON.stringify(spec, (_, value: unknown) =>
    typeof value === 'number' && !Number.isFinite(value) ? { number: String(value) } : value,
  );
}

export function specFromJson(json: string): unknown {
  return JSON.parse(json, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('number' in value)) return value;
    return Object.keys(value).length === 1 ? Number(value.number) : value;
  });
}
