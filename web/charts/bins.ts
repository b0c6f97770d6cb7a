/** @file Values counted in bins of equal width. */
import { ticks } from 'd3-array';
import type { HistogramLayer } from './spec.js';

/** Bounds of about `count` bins of equal, round width that hold all of [low, high]. */
export function binEdges(low: number, high: number, count: number): number[] {
  if (!(low <= high)) return [0, 1];
  if (low === high) {
    const half = Math.max(0.5, Math.abs(low) * 1e-3);
    return [low - half, low + half];
  }
  const inner = ticks(low, high, count);
  const step = inner.length > 1 ? inner[1] - inner[0] : high - low;
  const edges = inner.length > 1 ? inner : [low, high];
  if (edges[0] > low) edges.unshift(edges[0] - step);
  if (edges[edges.length - 1] < high) edges.push(edges[edges.length - 1] + step);
  return edges;
}

/** `count` bins of equal width from low to high. */
export function exactEdges(low: number, high: number, count: number): number[] {
  return Array.from({ length: count + 1 }, (_, i) => (i === count ? high : low + ((high - low) * i) / count));
}

/** A bin holds its lower bound and not its upper one, except the last, which holds both. */
export function countInBins(name: string, values: ArrayLike<number>, edges: readonly number[]): HistogramLayer {
  const bins = edges.length - 1;
  const [low, high] = [edges[0], edges[bins]];
  const layer = { name, counts: new Array<number>(bins).fill(0), below: 0, above: 0, notFinite: 0 };
  let finite = 0;
  let mean = 0;
  let squares = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (!Number.isFinite(value)) {
      layer.notFinite++;
      continue;
    }
    finite++;
    // Welford's running moments: exact enough for large means.
    const before = value - mean;
    mean += before / finite;
    squares += before * (value - mean);
    if (value < low) layer.below++;
    else if (value > high) layer.above++;
    else layer.counts[binOf(value, edges)]++;
  }
  return { ...layer, mean: finite > 0 ? mean : NaN, std: finite > 0 ? Math.sqrt(squares / finite) : NaN };
}

/** By equal width, then corrected by the bounds themselves: rounding must not move a value over one. */
function binOf(value: number, edges: readonly number[]): number {
  const bins = edges.length - 1;
  let bin = Math.min(bins - 1, Math.floor(((value - edges[0]) / (edges[bins] - edges[0])) * bins));
  while (bin > 0 && value < edges[bin]) bin--;
  while (bin < bins - 1 && value >= edges[bin + 1]) bin++;
  return bin;
}
