/** @file What a cell sees besides the library and the language: typed here for completion and the help page. */

type Shown = string | number;

/** Shows values in the middle of a cell: tensors as tables of numbers, objects and arrays as JavaScript writes them. */
export declare function display(...values: unknown[]): void;

/** Shows a table. `rows`: one array per row, one value per column. */
export declare function table(columns: string[], rows: Shown[][]): void;

/** Numbers in a tensor, an array, a typed array or nested arrays. */
type Numbers = object;

export interface LineChartOptions {
  title?: string;
  /** Name of the horizontal axis, with its unit: 'time (ms)'. */
  x?: string;
  /** Name of the vertical axis. */
  y?: string;
  /** Reference lines: across at y, or down at x. */
  rules?: { x?: number; y?: number; label: string }[];
  /** Logarithmic axes. */
  logX?: boolean;
  logY?: boolean;
}

/** A chart that grows while the cell runs. */
export declare class LineChart {
  /** Adds a point to the series of that name; a new name starts a new line. */
  push(series: string, x: number, y: number): void;
  /** Adds many points at once. */
  points(series: string, xs: Numbers, ys: Numbers): void;
}

/** Shows a line chart where it stands; `push` adds points to it. */
export declare function lineChart(options?: LineChartOptions): LineChart;

/** Shows points without lines between them; `push` and `points` add some. */
export declare function scatter(options?: LineChartOptions): LineChart;

export interface HistogramOptions {
  title?: string;
  /** Name of the values. */
  x?: string;
  /** About how many bins; 40. */
  bins?: number;
  /** Lowest and highest bound; else the bins hold all values. */
  range?: [number, number];
  /** One scale of counts for all rows. Else the tallest bar of each row fills it. */
  sameScale?: boolean;
}

/** A chart of values that can be shown anew. */
export declare class UpdatableChart {
  /** Shows other data in its place. */
  update(data: Numbers): void;
}

/**
 * Shows how often values occur. Of several, `{ 'layer 1': a, 'layer 2': b }` or a list of tensors, the rows stand on
 * one axis with the same bins.
 */
export declare function histogram(data: Numbers, options?: HistogramOptions): UpdatableChart;

export interface HeatmapOptions {
  title?: string;
  /** What the columns are. */
  x?: string;
  /** What the rows are. */
  y?: string;
  /** Name of each column. */
  columns?: string[];
  /** Name of each row. */
  rows?: string[];
  /** 'diverging' from 0, the default where a value is negative, or 'sequential'. */
  scale?: string;
  /** Ends of the scale. */
  range?: [number, number];
}

/** Shows a tensor of 1 or 2 dimensions as tints by sign and size, with the numbers in the cells where they are few. */
export declare function heatmap(data: Numbers, options?: HeatmapOptions): UpdatableChart;

export interface ContourOptions {
  title?: string;
  /** The function, or `values`: rows of it, from the least y up. */
  f?: (x: number, y: number) => number;
  values?: Numbers;
  /** [-1, 1] where it is not given. */
  xRange?: [number, number];
  yRange?: [number, number];
  /** Names of the axes and of the function. */
  x?: string;
  y?: string;
  z?: string;
  /** How many lines, 12, or the values that have one. */
  levels?: number | number[];
  /** Points along each axis at which f is called; 61. */
  points?: number;
  /** Ways over the plane: { name: [[x, y], …] }. */
  paths?: object;
}

/** A plane with lines of equal value. */
export declare class Contour {
  /** Adds a step to the path of that name. */
  push(path: string, x: number, y: number): void;
}

/** Shows lines of equal value of a function of x and y, and paths on it. */
export declare function contour(options: ContourOptions): Contour;

export interface BarsOptions {
  title?: string;
  /** Name of the values, with its unit. */
  x?: string;
}

/** Shows a bar for each name: `{ a: 1, b: 2 }`, or groups of them: `{ 'batch 32': { a: 1, b: 2 } }`. */
export declare function bars(data: object, options?: BarsOptions): UpdatableChart;

/** A progress bar. */
export declare class Progress {
  /** Moves the bar; `note` is a word on what is being done. */
  update(done: number, note?: string): void;
}

/** Shows a progress bar with the time that is left. */
export declare function progress(label: string, total: number): Progress;
