/** @file What a cell sees besides the library and the language: typed here for completion and the help page. */

type Shown = string | number;

/** Shows values in the middle of a cell: tensors as tables of numbers, objects and arrays as JavaScript writes them. */
export declare function display(...values: unknown[]): void;

/** Shows a table. `rows`: one array per row, one value per column. */
export declare function table(columns: string[], rows: Shown[][]): void;

export interface LineChartOptions {
  title?: string;
  /** Name of the horizontal axis. */
  x?: string;
  /** Name of the vertical axis. */
  y?: string;
  /** Horizontal reference lines. */
  rules?: { y: number; label: string }[];
}

/** A chart that grows while the cell runs. */
export declare class LineChart {
  /** Adds a point to the series of that name; a new name starts a new line. */
  push(series: string, x: number, y: number): void;
}

/** Shows a line chart where it stands; `push` adds points to it. */
export declare function lineChart(options?: LineChartOptions): LineChart;

/** A progress bar. */
export declare class Progress {
  /** Moves the bar; `note` is a word on what is being done. */
  update(done: number, note?: string): void;
}

/** Shows a progress bar with the time that is left. */
export declare function progress(label: string, total: number): Progress;
