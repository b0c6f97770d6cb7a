/** @file The pure parts of charts: places, thinning, words. No browser. */
import { describe, expect, test } from 'vitest';
import { lineChartMarkup } from '../../web/charts/line-chart.js';
import { layoutLineChart } from '../../web/charts/line-layout.js';
import { escapeHtml, html, type Markup, toHtml } from '../../web/charts/markup.js';
import { seriesColors } from '../../web/charts/series-colors.js';
import { spread } from '../../web/charts/spread.js';
import { type Point, thinToPixels } from '../../web/charts/thin.js';
import { describeGaps, formatIn, summarise } from '../../web/charts/words.js';
import type { LineChart } from '../../web/kernel/protocol.js';

function chartOf(series: Record<string, Point[]>, rules: LineChart['rules'] = []): LineChart {
  return {
    title: 'Loss',
    x: 'step',
    y: 'loss',
    rules,
    series: Object.entries(series).map(([name, points]) => ({ name, points })),
  };
}

function find(node: Markup, className: string): Markup[] {
  const own = (node.attributes.class ?? '').split(' ').includes(className) ? [node] : [];
  return [...own, ...node.children.flatMap((child) => (typeof child === 'string' ? [] : find(child, className)))];
}

const textOf = (node: Markup): string =>
  node.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');

describe('thinToPixels', () => {
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
});

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

describe('layoutLineChart', () => {
  const race = chartOf(
    {
      'no normalization': [
        [1, 2.3],
        [115, 2.31],
      ],
      BatchNorm1d: [
        [1, 2.3],
        [115, 0.14],
      ],
      LayerNorm: [
        [1, 2.3],
        [115, 0.15],
      ],
      RMSNorm: [
        [1, 2.3],
        [115, 0.16],
      ],
    },
    [{ y: Math.log(10), label: 'ln 10' }],
  );

  test.each([288, 480, 680, 1400])('at width %i everything is inside, and no two names overlap', (width) => {
    const layout = layoutLineChart(race, width);
    const root = html('g', {}, ...layout.children);
    const labels = find(root, 'chart-label').map((label) => label.children as Markup[]);
    const rows = labels.flatMap((spans) => spans.map((span) => Number(span.attributes.y))).sort((a, b) => a - b);
    for (let i = 1; i < rows.length; i++) expect(rows[i] - rows[i - 1]).toBeGreaterThanOrEqual(14);
    for (const spans of labels) {
      for (const span of spans) expect(Number(span.attributes.x) + 5 * textOf(span).length).toBeLessThanOrEqual(width);
    }
    expect(layout.right).toBeGreaterThan(layout.left + width / 3);
  });

  test('a name that is too long is cut', () => {
    const layout = layoutLineChart(chartOf({ ['long '.repeat(40)]: [[0, 1]] }), 600);
    const [label] = find(html('g', {}, ...layout.children), 'chart-label');
    expect(textOf(label)).toMatch(/^long .*…$/);
    expect(layout.right).toBeGreaterThan(300);
  });

  test('colours follow meaning, not order', () => {
    expect(seriesColors(['RMSNorm', 'BatchNorm1d', 'no normalization', 'LayerNorm'])).toEqual([
      'norm-rms',
      'norm-batch',
      'norm-none',
      'norm-layer',
    ]);
    expect(seriesColors(['train', 'val'])).toEqual(['series-0', 'series-1']);
  });

  test('a loss is drawn against zero, a rule is always in view', () => {
    const layout = layoutLineChart(race, 680);
    expect(layout.y.domain()[0]).toBe(0);
    const flat = layoutLineChart(
      chartOf(
        {
          a: [
            [0, 1],
            [1, 1.1],
          ],
        },
        [{ y: 7, label: 'far' }],
      ),
      680,
    );
    expect(flat.y.domain()[1]).toBeGreaterThanOrEqual(7);
  });

  test('a line stops where its value is no number and goes on after it', () => {
    const layout = layoutLineChart(
      chartOf({
        a: [
          [0, 1],
          [1, 2],
          [2, NaN],
          [3, 2],
          [4, 1],
        ],
      }),
      680,
    );
    const [path] = find(html('g', {}, ...layout.children), 'chart-line');
    expect(path.attributes.d.match(/M/g)).toHaveLength(2);
    expect(path.attributes.d).not.toContain('NaN');
  });

  test.each([
    ['no series', {}],
    ['a series without points', { a: [] }],
    ['one point', { a: [[3, 3]] as Point[] }],
    [
      'only NaN',
      {
        a: [
          [0, NaN],
          [1, NaN],
        ] as Point[],
      },
    ],
    [
      'huge values',
      {
        a: [
          [0, 1e300],
          [1, -1e300],
        ] as Point[],
      },
    ],
  ])('%s draws without NaN', (_, series) => {
    const still = toHtml(html('g', {}, ...layoutLineChart(chartOf(series), 400).children));
    expect(still).not.toMatch(/="[^"]*(NaN|Infinity)/);
  });
});

describe('words', () => {
  test('numbers fit the span of their axis', () => {
    expect(formatIn(2.5, 2.302585)).toBe('2.303');
    expect(formatIn(0.02, 0.01234567)).toBe('0.01235');
    expect(formatIn(1000, 1234)).toBe('1234');
    expect(formatIn(2.5, -0.5)).toBe('−0.500');
    expect(formatIn(2.5, NaN)).toBe('NaN');
  });

  test('a chart is summed up by its ends', () => {
    expect(
      summarise(
        chartOf({
          a: [
            [1, 2.3],
            [5, 0.5],
          ],
        }),
        2.5,
      ),
    ).toBe('a: from 2.300 to 0.500 at step 5.');
  });

  test('gaps are said, and only gaps', () => {
    expect(
      describeGaps(
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
      describeGaps(
        chartOf({
          a: [
            [0, 1],
            [7, -Infinity],
          ],
        }),
      ),
    ).toBe('a is −Infinity at step 7.');
    expect(describeGaps(chartOf({ a: [[0, 1]] }))).toBeNull();
  });
});

describe('markup', () => {
  test('text and attributes are escaped', () => {
    expect(toHtml(html('p', { title: '"<&' }, '<img src=x>'))).toBe('<p title="&quot;&lt;&amp;">&lt;img src=x&gt;</p>');
    expect(escapeHtml("a'b")).toBe('a&#39;b');
  });

  test('a still carries both widths, its data as a table, and a name for who cannot see it', () => {
    const still = lineChartMarkup(chartOf({ a: Array.from({ length: 200 }, (_, i): Point => [i, i * i]) }));
    expect(find(still, 'chart-wide')).toHaveLength(1);
    expect(find(still, 'chart-narrow')).toHaveLength(1);
    expect(find(still, 'chart-wide')[0].attributes['aria-label']).toContain('a: from 0 to 39601 at step 199.');
    const table = find(still, 'data-table')[0];
    expect(textOf(table)).toContain('one row in 4 of 200');
    expect((table.children.at(-1) as Markup).children).toHaveLength(51);
  });
});
