/** @file Fewer points for the same picture. */

import type { Point } from './spec.js';

/**
 * Keeps the first, lowest, highest and last point of each run of points that falls into one pixel column, so that a
 * line of any length costs at most four points a column and looks the same. Points that are not finite stay: they are
 * the gaps.
 */
export function thinToPixels(points: readonly Point[], pixelOf: (x: number) => number): Point[] {
  const kept: Point[] = [];
  let start = 0;
  while (start < points.length) {
    const column = columnOf(points[start], pixelOf);
    let end = start + 1;
    while (end < points.length && column !== null && columnOf(points[end], pixelOf) === column) end++;
    keepExtremes(points, start, end, kept);
    start = end;
  }
  return kept;
}

/** Pixel column of a point, or null where it cannot be drawn. */
function columnOf([x, y]: Point, pixelOf: (x: number) => number): number | null {
  return Number.isFinite(x) && Number.isFinite(y) ? Math.floor(pixelOf(x)) : null;
}

function keepExtremes(points: readonly Point[], start: number, end: number, kept: Point[]): void {
  if (end - start <= 4) {
    for (let i = start; i < end; i++) kept.push(points[i]);
    return;
  }
  let low = start;
  let high = start;
  for (let i = start; i < end; i++) {
    if (points[i][1] < points[low][1]) low = i;
    if (points[i][1] > points[high][1]) high = i;
  }
  const indices = [...new Set([start, Math.min(low, high), Math.max(low, high), end - 1])];
  for (const i of indices) kept.push(points[i]);
}

/** One of the points in each spot of 2 × 2 pixels. What has no place is left out. */
export function thinToSpots(places: readonly Point[]): Point[] {
  const taken = new Set<number>();
  return places.filter(([x, y]) => {
    if (!Number.isFinite(x) || !Number.isFinite(y)) return false;
    const spot = Math.floor(x / 2) * 65_536 + Math.floor(y / 2);
    if (taken.has(spot)) return false;
    taken.add(spot);
    return true;
  });
}
