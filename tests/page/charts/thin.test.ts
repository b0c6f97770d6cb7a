/** @file Lines and spots of many points, thinned to what a screen can show. No browser. */
import { describe, expect, test } from 'vitest';
import type { Point } from '../../../web/charts/spec.js';
import { thinToPixels, thinToSpots } from '../../../web/charts/thin.js';

describe('thinning', () => {
  const wave: Point[] = Array.from({ length: 10_000 }, (_, i) => [i, Math.sin(i / 7) + (i === 4321 ? 50 : 0)]);

  test('keeps at most four points of a pixel column, the extremes among them', () => {
    const pixelOf = (x: number): number => x / 20;
    const thinned = thinToPixels(wave, pixelOf);
    const columns = new Map<number, Point[]>();
    for (const point of thinned)
      columns.set(Math.floor(pixelOf(point[0])), [...(columns.get(Math.floor(pixelOf(point[0]))) ?? []), point]);
    expect(columns.size).toBe(500);
    for (const [column, kept] of columns) {
      const all = wave.slice(column * 20, column * 20 + 20).map(([, y]) => y);
      expect(kept.length).toBeLessThanOrEqual(4);
      expect(Math.max(...kept.map(([, y]) => y))).toBe(Math.max(...all));
      expect(Math.min(...kept.map(([, y]) => y))).toBe(Math.min(...all));
    }
  });

  test('keeps the order and both ends', () => {
    const thinned = thinToPixels(wave, (x) => x / 100);
    expect(thinned[0]).toEqual(wave[0]);
    expect(thinned.at(-1)).toEqual(wave.at(-1));
    expect(thinned.map(([x]) => x)).toEqual([...thinned.map(([x]) => x)].sort((a, b) => a - b));
  });

  test('a point that cannot be drawn stays a gap', () => {
    const points: Point[] = [
      [0, 1],
      [0.1, NaN],
      [0.2, 2],
      [0.3, Infinity],
    ];
    expect(thinToPixels(points, (x) => x)).toEqual(points);
  });

  test('of a scatter one dot is drawn in a spot of four pixels', () => {
    const places: Point[] = [
      [10, 10],
      [10.9, 11.9],
      [12, 10],
      [NaN, 1],
      [10, 12],
    ];
    expect(thinToSpots(places)).toEqual([
      [10, 10],
      [12, 10],
      [10, 12],
    ]);
  });
});
