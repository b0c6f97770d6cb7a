/** @file What every kind of chart can do. Pure: data in, markup and words out; the same for a still and on the page. */
import type { DataTable } from './data-table.js';
import type { Drawing } from './frame.js';

export interface ChartKind<Spec> {
  /** 'line chart', for messages and labels. */
  name: string;
  /** Depends on the width only by its being narrow or not, so that the page can keep the place before it is drawn. */
  height(spec: Spec, isNarrow: boolean): number;
  draw(spec: Spec, width: number): Drawing;
  /** What the picture shows, in one or a few sentences. */
  summary(spec: Spec): string;
  /** What cannot be drawn, or null. */
  gaps(spec: Spec): string | null;
  table(spec: Spec): DataTable;
}
