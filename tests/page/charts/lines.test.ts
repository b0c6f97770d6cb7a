/** @file Lines and scatter: places and labels. No browser. */
import { describe, expect, test } from 'vitest';
import { renderChart } from '../../../web/charts/chart.js';
import { lineKind } from '../../../web/charts/line.js';
import { html, type Markup, toHtml } from '../../../web/charts/markup.js';
import { niceScale, ticksOf } from '../../../web/charts/scale.js';
import { seriesColors } from '../../../web/charts/series-colors.js';
import type { Point } from '../../../web/charts/spec.js';
import { textOf } from '../../../web/charts/words.js';
import * as specs from '../../browser/support/chart-specs.js';
import { chartOf, find, texts, wordsAt } from './chart-parts.js';

describe('a line chart', () => {
  const { race } = specs;

  test.each([288, 480, 680, 1400])('at width %i has everything inside, and no two names overlap', (width) => {
    const drawing = lineKind.draw(race, width);
    const labels = find(html('g', {}, ...drawing.children), 'chart-label').map((label) => label.children as Markup[]);
    expect(labels).toHaveLength(4);
    const rows = labels.flatMap((spans) => spans.map((span) => Number(span.attributes.y))).sort((a, b) => a - b);
    for (let i = 1; i < rows.length; i++) expect(rows[i] - rows[i - 1]).toBeGreaterThanOrEqual(14);
    for (const spans of labels) {
      for (const span of spans) expect(Number(span.attributes.x) + 5 * textOf(span).length).toBeLessThanOrEqual(width);
    }
    expect(drawing.plot.right).toBeGreaterThan(drawing.plot.left + width / 3);
  });

  test('a name that is too long is cut', () => {
    const drawing = lineKind.draw(chartOf({ ['long '.repeat(40)]: [[0, 1]] }), 600);
    const [label] = find(html('g', {}, ...drawing.children), 'chart-label');
    expect(textOf(label)).toMatch(/^long .*…$/);
    expect(drawing.plot.right).toBeGreaterThan(300);
  });

  test('names that have no room at the ends stand above, the plot makes room', () => {
    const drawing = lineKind.draw(specs.manySeries, 680);
    const root = html('g', {}, ...drawing.children);
    expect(texts(find(root, 'chart-legend')[0], 'chart-label')).toHaveLength(20);
    expect(find(root, 'chart-labels')).toEqual([]);
    expect(drawing.plot.top).toBeGreaterThan(60);
    const narrowRoot = html('g', {}, ...lineKind.draw(specs.manySeries, 288).children);
    const named = texts(narrowRoot, 'chart-label').length;
    expect(texts(narrowRoot, 'chart-tick')).toContain(`… ${20 - named} more`);
  });

  test('colours follow meaning, not order, and one that comes again is dashed', () => {
    expect(seriesColors(['RMSNorm', 'BatchNorm1d', 'no normalization', 'LayerNorm'])).toEqual([
      'norm-rms',
      'norm-batch',
      'norm-none',
      'norm-layer',
    ]);
    expect(seriesColors(['train', 'val'])).toEqual(['series-0', 'series-1']);
    expect(seriesColors(['LayerNorm pre', 'LayerNorm post', 'layer 3', 'batch size'])).toEqual([
      'norm-layer',
      'norm-layer dash-1',
      'series-0',
      'series-1',
    ]);
  });

  test('a loss is drawn against zero, a scatter is not, and rules are always in view', () => {
    expect(lineKind.draw(race, 680).y.domain[0]).toBe(0);
    const far = chartOf(
      {
        a: [
          [0, 10],
          [1, 11],
        ],
      },
      [
        { y: 70, label: 'far' },
        { x: 9, label: 'later' },
      ],
    );
    const drawing = lineKind.draw(far, 680);
    expect(drawing.y.domain[1]).toBeGreaterThanOrEqual(70);
    expect(drawing.x.domain[1]).toBeGreaterThanOrEqual(9);
    const rules = find(html('g', {}, ...drawing.children), 'chart-rule').map(({ attributes }) => attributes);
    expect(Number(rules[0].y1)).toBeCloseTo(drawing.y.place(70), 0);
    expect(Number(rules[1].x1)).toBeCloseTo(drawing.x.place(9), 0);
    expect(lineKind.draw({ ...far, rules: [], scatter: true }, 680).y.domain[0]).toBe(10);
  });

  test('points stand where the axis says', () => {
    const { children, x, y } = lineKind.draw(
      chartOf({
        a: [
          [0, 1],
          [50, 3],
          [100, 2],
        ],
      }),
      680,
    );
    const [line] = find(html('g', {}, ...children), 'chart-line');
    const places = [...line.attributes.d.matchAll(/([\d.]+),([\d.]+)/g)].map(([, px, py]) => [Number(px), Number(py)]);
    expect(places).toHaveLength(3);
    expect(places[1][0]).toBeCloseTo((x.place(0) + x.place(100)) / 2, 0);
    expect(places[1][1]).toBeCloseTo(y.place(3), 0);
    expect(y.place(0) - places[1][1]).toBeCloseTo(3 * (y.place(0) - y.place(1)), 0);
  });

  test('a log axis has powers of ten at equal distances, and says what has no place on it', () => {
    const spec = {
      ...chartOf({
        a: [
          [1, 0.01],
          [2, 0],
          [3, 100],
          [4, -5],
        ],
      }),
      logY: true,
    };
    const { children, y } = lineKind.draw(spec, 680);
    const root = html('g', {}, ...children);
    expect(texts(find(root, 'chart-axis')[0], 'chart-tick')).toEqual(['0.01', '0.1', '1', '10', '100']);
    expect(y.place(1) - y.place(10)).toBeCloseTo(y.place(0.01) - y.place(0.1), 6);
    expect(find(root, 'chart-line')[0].attributes.d.match(/M/g)).toHaveLength(2);
    expect(lineKind.gaps(spec)).toBe('a has 2 values that have no place on a log axis, the first 0 at step 2.');
  });

  test('ticks of a log axis over many decades are at round powers', () => {
    const texts46 = ticksOf(niceScale([1e-12, 1e33], [0, 300], true), 5).map(({ text }) => text);
    expect(texts46).toEqual(['10⁻¹⁰', '1', '10¹⁰', '10²⁰', '10³⁰']);
    expect(ticksOf(niceScale([0.3, 4], [0, 300], true), 5).map(({ text }) => text)).toEqual(['0.1', '1', '10']);
    expect(ticksOf(niceScale([1.5, 7], [0, 300], true), 5).map(({ text }) => text)).toEqual(['2', '5']);
  });

  test('a line stops where its value is no number and goes on after it', () => {
    const spec = chartOf({
      a: [
        [0, 1],
        [1, 2],
        [2, NaN],
        [3, 2],
        [4, 1],
      ],
    });
    const [path] = find(html('g', {}, ...lineKind.draw(spec, 680).children), 'chart-line');
    expect(path.attributes.d.match(/M/g)).toHaveLength(2);
    expect(path.attributes.d).not.toContain('NaN');
  });

  test.each<[string, Record<string, Point[]>]>([
    ['no series', {}],
    ['a series without points', { a: [] }],
    ['one point', { a: [[3, 3]] }],
    [
      'only NaN',
      {
        a: [
          [0, NaN],
          [1, NaN],
        ],
      },
    ],
    [
      'huge values',
      {
        a: [
          [0, 1e300],
          [1, -1e300],
        ],
      },
    ],
    [
      'values of which none is above 0',
      {
        a: [
          [-1, -1],
          [0, 0],
        ],
      },
    ],
  ])('%s draws without NaN on every kind of axis', (_, series) => {
    for (const options of [{}, { logX: true }, { logY: true }, { scatter: true }, { logX: true, scatter: true }]) {
      const still = toHtml(renderChart({ ...chartOf(series), ...options }, 400));
      expect(still).not.toMatch(/ (?!aria-label)[\w-]+="[^"]*(NaN|Infinity)/);
    }
  });

  test('is read at an x, and summed up by its ends', () => {
    const spec = chartOf({
      BatchNorm: [
        [1, 2.31],
        [115, 0.13],
      ],
      other: [
        [1, 2.3],
        [115, 2.301],
      ],
    });
    expect(wordsAt(spec, 1)).toBe('step 115: BatchNorm 0.130 other 2.301');
    expect(lineKind.summary(spec)).toBe(
      'BatchNorm falls from 2.310 to 0.130, step 1 to 115. other stays at 2.301, step 1 to 115.',
    );
    const { reading, x } = lineKind.draw(spec, 680);
    expect(reading.nearest(x.place(20), 50)).toBe(0);
    expect(reading.nearest(x.place(80), 50)).toBe(1);
  });

  test('gaps are said, and only gaps', () => {
    expect(
      lineKind.gaps(
        chartOf({
          a: [
            [0, 1],
            [1, NaN],
            [2, Infinity],
          ],
        }),
      ),
    ).toBe('a has 2 values that are no finite number, the first NaN at step 1.');
    expect(
      lineKind.gaps(
        chartOf({
          a: [
            [0, 1],
            [7, -Infinity],
          ],
        }),
      ),
    ).toBe('a is −Infinity at step 7.');
    expect(lineKind.gaps(chartOf({ a: [[0, 1]] }))).toBeNull();
  });
});
