/** @file Data of the charts that a page was delivered with. */
import type { LineChart } from '../kernel/protocol.js';

/** Charts per cell, in the order of the page. */
export function readStills(): LineChart[][] {
  const charts = JSON.parse(document.getElementById('chart-stills')?.textContent ?? '[]') as LineChart[][];
  for (const { series } of charts.flat()) {
    for (const line of series) line.points = line.points.map(([x, y]) => [Number(x), Number(y)]);
  }
  return charts;
}
