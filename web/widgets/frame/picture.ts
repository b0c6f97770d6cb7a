/** @file What a widget shows when nobody touches it, as plain data: for files, for print, and for pages without scripts. */
import type { ChartSpec } from '../../charts/spec.js';

export interface Picture {
  title: string;
  /** One or the other. */
  charts?: ChartRow[];
  tables?: NumberTable[];
}

/** Beside each other where there is room. */
export type ChartRow = readonly ChartSpec[];

export interface NumberTable {
  caption: string;
  rows: NumberCell[][];
}

export interface NumberCell {
  lines: string[];
  /** Number of its group, for its hue; none is plain. */
  group?: number;
  /** Names a row. */
  isHeading?: boolean;
  /** Names a column. */
  isFaint?: boolean;
}
