/** @file Labels that would cover each other move apart. No browser. */
import { describe, expect, test } from 'vitest';
import { spread } from '../../../web/charts/spread.js';

describe('spread', () => {
  test('leaves labels that have room where they are', () => {
    expect(spread([50, 10, 90], [16, 16, 16], 0, 100)).toEqual([50, 10, 90]);
  });

  test.each([
    [
      [40, 41, 42, 43],
      [16, 16, 16, 16],
    ],
    [
      [5, 95, 94, 93, 6],
      [16, 16, 31, 16, 16],
    ],
    [
      [50, 50, 50],
      [10, 30, 10],
    ],
  ])('labels at %j with sizes %j do not overlap and stay inside', (wanted, sizes) => {
    const placed = spread(wanted, sizes, 0, 120);
    const edges = placed.map((centre, i) => [centre - sizes[i] / 2, centre + sizes[i] / 2]).sort((a, b) => a[0] - b[0]);
    for (let i = 1; i < edges.length; i++) expect(edges[i][0]).toBeGreaterThanOrEqual(edges[i - 1][1] - 1e-9);
    expect(edges[0][0]).toBeGreaterThanOrEqual(0);
    expect(edges[edges.length - 1][1]).toBeLessThanOrEqual(120);
  });

  test('keeps the order of the lines', () => {
    const placed = spread([30, 10, 20], [16, 16, 16], 0, 100);
    expect(placed[1]).toBeLessThan(placed[2]);
    expect(placed[2]).toBeLessThan(placed[0]);
  });
});
