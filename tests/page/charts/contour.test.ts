/** @file Contours and the paths on them. No browser. */
import { describe, expect, test } from 'vitest';
import { kindOf, renderChart } from '../../../web/charts/chart.js';
import { toHtml } from '../../../web/charts/markup.js';
import type { Point } from '../../../web/charts/spec.js';
import * as specs from '../../browser/support/chart-specs.js';
import { find, wordsAt } from './chart-parts.js';

describe('contours', () => {
  const { bowl } = specs;

  test('lines are where the function has their value', () => {
    const { plot } = kindOf(bowl).draw(bowl, 680);
    const lines = find(renderChart(bowl, 680), 'chart-level-line');
    expect(lines).toHaveLength(12);
    lines.slice(0, 6).forEach((line, k) => {
      const places = [...line.attributes.d.matchAll(/([\d.]+),([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
      expect(places.length).toBeGreaterThan(20);
      for (const [px, py] of places) {
        const x = -3 + (6 * (px - plot.left)) / (plot.right - plot.left);
        const y = 2 - (4 * (py - plot.top)) / (plot.bottom - plot.top);
        // Linear between grid points 1/15 apart, on a curvature of 10; and tenths of a pixel on a slope of 20.
        expect(Math.abs(0.5 * x * x + 5 * y * y - bowl.levels[k])).toBeLessThan(
          (10 / 8 / 15 ** 2) * 4 + (20 * 0.1) / 75,
        );
      }
    });
  });

  test('one unit is as long in x as in y', () => {
    for (const width of [288, 752]) {
      const { plot } = kindOf(bowl).draw(bowl, width);
      expect((plot.right - plot.left) / 6).toBeCloseTo((plot.bottom - plot.top) / 4, 0);
    }
  });

  test('paths are read step by step, then the plane', () => {
    expect(wordsAt(bowl, 0)).toContain('no normalization, step 0: w₁ −2.6, w₂ 1.5');
    const { reading } = kindOf(bowl).draw(bowl, 680);
    expect(reading.count).toBe(26 + 15 + 61 * 61);
    expect(reading.vertical!(1, 1)).toBe(27);
    expect(reading.vertical!(41 + 61, -1)).toBe(41 + 122);
    expect(wordsAt(bowl, 41)).toContain('w₁ −3, w₂ −2: loss 24.5');
    expect(kindOf(bowl).summary(bowl)).toMatch(/^Of the grid’s values loss is least, 0, at w₁ 0, w₂ 0\. no normal/);
  });

  test('a path that diverges is cut off, and said', () => {
    const away = {
      ...bowl,
      paths: [
        {
          name: 'p',
          points: [
            [0, 1],
            [0, -9],
            [0, 1e30],
            [0, NaN],
          ] as Point[],
        },
      ],
    };
    expect(kindOf(away).gaps(away)).toBe('p is NaN from step 3 on. p leaves the picture at step 1.');
    expect(toHtml(renderChart(away, 680))).not.toMatch(/d="[^"]*e\+?\d/);
  });

  test('values that are no numbers leave the others alone', () => {
    const values = bowl.values.map((row, j) =>
      row.map((value, i) => (i < 5 && j < 5 ? NaN : i > 55 ? Infinity : value)),
    );
    expect(toHtml(renderChart({ ...bowl, values }, 680))).not.toMatch(/d="[^"]*(NaN|Infinity)/);
    expect(kindOf(bowl).gaps({ ...bowl, values })).toBe('loss: 330 values of the grid NaN or infinite.');
  });
});
