/** @file Data of the charts that a page was delivered with. */
import { type ChartSpec, specFromJson } from '../charts/spec.js';

/** Charts per cell, in the order of the page. */
export function readStills(): ChartSpec[][] {
  return specFromJson(document.getElementById('chart-stills')?.textContent ?? '[]') as ChartSpec[][];
}
