/** @file The pure parts of charts: places, thinning, words, files. No browser. */
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { binEdges, countInBins, exactEdges } from '../../web/charts/bins.js';
import { chartMarkup, describe as describeChart, kindOf, renderChart } from '../../web/charts/chart.js';
import { csvText, dataTableMarkup } from '../../web/charts/data-table.js';
import { tintOf } from '../../web/charts/heatmap.js';
import { lineKind } from '../../web/charts/line.js';
import { escapeHtml, html, type Markup, toHtml } from '../../web/charts/markup.js';
import { niceScale, ticksOf } from '../../web/charts/scale.js';
import { seriesColors } from '../../web/charts/series-colors.js';
import {
  type ChartSpec,
  type Histogram,
  type LineChart,
  type Point,
  specFromJson,
  specToJson,
} from '../../web/charts/spec.js';
import { spread } from '../../web/charts/spread.js';
import { lightColors, standaloneSvg } from '../../web/charts/standalone.js';
import { thinToPixels, thinToSpots } from '../../web/charts/thin.js';
import { formatAlone, formatIn, textOf } from '../../web/charts/words.js';
import * as specs from './support/chart-specs.js';

function chartOf(series: Record<string, Point[]>, rules: LineChart['rules'] = []): LineChart {
  return {
    kind: 'line',
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

const texts = (node: Markup, className: string): string[] => find(node, className).map(textOf);
const wordsAt = (spec: ChartSpec, index: number): string =>
  kindOf(spec).draw(spec, 680).reading.words(index).map(textOf).join('');

/** Left, right, top and base of each bar of an outline of bars. */
function boxesOf(path: Markup): number[][] {
  return [...path.attributes.d.matchAll(/M([\d.]+),([\d.]+)V([\d.]+)H([\d.]+)V/g)].map(([, left, base, top, right]) =>
    [left, right, top, base].map(Number),
  );
}

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

describe('every kind', () => {
  const all = Object.entries(specs.allSpecs);

  test.each(all)('%s has the height that it announces, at every width of its class', (_, spec) => {
    for (const width of [280, 320, 479]) {
      expect(kindOf(spec).draw(spec, width).height).toBe(kindOf(spec).height(spec, true));
    }
    for (const width of [480, 752, 1400]) {
      expect(kindOf(spec).draw(spec, width).height).toBe(kindOf(spec).height(spec, false));
    }
  });

  test.each(all)('%s is the same still after a way through JSON', (_, spec) => {
    const read = specFromJson(specToJson(spec)) as ChartSpec;
    expect(read).toEqual(spec);
    expect(toHtml(chartMarkup(read))).toBe(toHtml(chartMarkup(spec)));
  });

  test.each(all)('%s draws no NaN and reads every value in words', (_, spec) => {
    for (const width of [288, 752])
      expect(toHtml(renderChart(spec, width))).not.toMatch(/="[^"]*(NaN|Infinity|undefined)/);
    const { reading } = kindOf(spec).draw(spec, 752);
    for (let i = 0; i < reading.count; i += Math.max(1, Math.floor(reading.count / 50))) {
      expect(reading.words(i).map(textOf).join('')).toMatch(/\d|NaN|–/);
      expect(toHtml(html('g', {}, ...reading.marks(i)))).not.toMatch(/="[^"]*(NaN|Infinity|undefined)/);
    }
  });

  test.each(all)('%s says in words what it shows', (_, spec) => {
    expect(describeChart(spec)).toMatch(new RegExp(`^${spec.title.replace(/[.½]/g, '.')}\\. [A-Z].*\\.$`));
  });

  test('that is none is named', () => {
    expect(() => renderChart({ kind: 'pie' } as unknown as ChartSpec, 300)).toThrow(
      '[chart] expected a kind of line, histogram, heatmap, contour, bars, got pie',
    );
  });
});

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
    const far = chartOf({ a: [[0, 10], [1, 11]] }, [{ y: 70, label: 'far' }, { x: 9, label: 'later' }]); // prettier-ignore
    const drawing = lineKind.draw(far, 680);
    expect(drawing.y.domain[1]).toBeGreaterThanOrEqual(70);
    expect(drawing.x.domain[1]).toBeGreaterThanOrEqual(9);
    const rules = find(html('g', {}, ...drawing.children), 'chart-rule').map(({ attributes }) => attributes);
    expect(Number(rules[0].y1)).toBeCloseTo(drawing.y.place(70), 0);
    expect(Number(rules[1].x1)).toBeCloseTo(drawing.x.place(9), 0);
    expect(lineKind.draw({ ...far, rules: [], scatter: true }, 680).y.domain[0]).toBe(10);
  });

  test('points stand where the axis says', () => {
    const { children, x, y } = lineKind.draw(chartOf({ a: [[0, 1], [50, 3], [100, 2]] }), 680); // prettier-ignore
    const [line] = find(html('g', {}, ...children), 'chart-line');
    const places = [...line.attributes.d.matchAll(/([\d.]+),([\d.]+)/g)].map(([, px, py]) => [Number(px), Number(py)]);
    expect(places).toHaveLength(3);
    expect(places[1][0]).toBeCloseTo((x.place(0) + x.place(100)) / 2, 0);
    expect(places[1][1]).toBeCloseTo(y.place(3), 0);
    expect(y.place(0) - places[1][1]).toBeCloseTo(3 * (y.place(0) - y.place(1)), 0);
  });

  test('a log axis has powers of ten at equal distances, and says what has no place on it', () => {
    const spec = { ...chartOf({ a: [[1, 0.01], [2, 0], [3, 100], [4, -5]] }), logY: true }; // prettier-ignore
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
    const spec = chartOf({ a: [[0, 1], [1, 2], [2, NaN], [3, 2], [4, 1]] }); // prettier-ignore
    const [path] = find(html('g', {}, ...lineKind.draw(spec, 680).children), 'chart-line');
    expect(path.attributes.d.match(/M/g)).toHaveLength(2);
    expect(path.attributes.d).not.toContain('NaN');
  });

  test.each<[string, Record<string, Point[]>]>([
    ['no series', {}],
    ['a series without points', { a: [] }],
    ['one point', { a: [[3, 3]] }],
    ['only NaN', { a: [[0, NaN], [1, NaN]] }], // prettier-ignore
    ['huge values', { a: [[0, 1e300], [1, -1e300]] }], // prettier-ignore
    ['values of which none is above 0', { a: [[-1, -1], [0, 0]] }], // prettier-ignore
  ])('%s draws without NaN on every kind of axis', (_, series) => {
    for (const options of [{}, { logX: true }, { logY: true }, { scatter: true }, { logX: true, scatter: true }]) {
      const still = toHtml(renderChart({ ...chartOf(series), ...options }, 400));
      expect(still).not.toMatch(/ (?!aria-label)[\w-]+="[^"]*(NaN|Infinity)/);
    }
  });

  test('is read at an x, and summed up by its ends', () => {
    const spec = chartOf({ BatchNorm: [[1, 2.31], [115, 0.13]], other: [[1, 2.3], [115, 2.301]] }); // prettier-ignore
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
    ).toBe(
      // prettier-ignore
      'a has 2 values that are no finite number, the first NaN at step 1.',
    );
    expect(lineKind.gaps(chartOf({ a: [[0, 1], [7, -Infinity]] }))).toBe('a is −Infinity at step 7.'); // prettier-ignore
    expect(lineKind.gaps(chartOf({ a: [[0, 1]] }))).toBeNull();
  });
});

describe('a histogram', () => {
  test('bins have round bounds that hold all values', () => {
    for (const [low, high] of [
      [-1, 1],
      [0.03, 0.97],
      [-3.7, 12.2],
      [1e6, 1e6 + 3],
      [1e-9, 2e-9],
    ]) {
      // prettier-ignore
      const edges = binEdges(low, high, 40);
      expect(edges[0]).toBeLessThanOrEqual(low);
      expect(edges[edges.length - 1]).toBeGreaterThanOrEqual(high);
      expect(edges.length).toBeGreaterThan(20);
      expect(edges.length).toBeLessThan(84);
    }
    expect(binEdges(Infinity, -Infinity, 10)).toEqual([0, 1]);
    expect(binEdges(5, 5, 10)).toEqual([4.5, 5.5]);
  });

  test('every value is counted once, where its bounds say', () => {
    const edges = exactEdges(0, 1, 10);
    const layer = countInBins('a', [0, 0.1, 0.3, 0.6, 0.7, 1, -1, 2, NaN, Infinity], edges);
    expect(layer).toMatchObject({ below: 1, above: 1, notFinite: 2 });
    const counts = [0, 0.1, 0.3, 0.6, 0.7, 1].map((value) => edges.findIndex((edge) => edge > value) - 1);
    counts[5] = 9;
    const expected = new Array<number>(10).fill(0);
    for (const bin of counts) expected[bin]++;
    expect(layer.counts).toEqual(expected);
    const values = Array.from({ length: 5000 }, specs.uniforms(1));
    const many = countInBins('b', values, edges);
    edges.slice(1).forEach((to, i) => {
      expect(many.counts[i]).toBe(values.filter((value) => value >= edges[i] && value < to).length);
    });
  });

  test('mean and deviation are those of the values, also far from 0', () => {
    const layer = countInBins('a', [1e8 + 1, 1e8 + 2, 1e8 + 3, NaN], [0, 1e9]);
    expect(layer.mean).toBe(1e8 + 2);
    expect(layer.std).toBeCloseTo(Math.sqrt(2 / 3), 12);
    expect(countInBins('a', [NaN], [0, 1]).mean).toBeNaN();
  });

  test('bars of one are as high as the count axis says', () => {
    const { oneHistogram: spec } = specs;
    const [path] = find(renderChart(spec, 680), 'chart-bar');
    const boxes = boxesOf(path);
    const counts = spec.layers[0].counts.filter((count) => count > 0);
    expect(boxes).toHaveLength(counts.length);
    const perCount = boxes.map(([, , top, base], i) => (base - top) / counts[i]);
    // Tenths of a pixel are kept: a bar of one value is a few pixels high.
    boxes.forEach((_, i) => expect(Math.abs(perCount[i] - perCount[5]) * counts[i]).toBeLessThan(0.3));
    const ticks = find(renderChart(spec, 680), 'chart-axis')[0].children.slice(0, -1) as Markup[];
    const at = ticks.map((tick) => Number((tick.children[0] as Markup).attributes.y1));
    const named = ticks.map(textOf).map(Number);
    expect((at[0] - at[1]) / (named[1] - named[0])).toBeCloseTo(perCount[5], 1);
  });

  test.each([false, true])('rows share the axis of values; with one scale of counts: %s', (sameScale) => {
    const spec: Histogram = { ...specs.layersPlain, sameScale };
    const rows = find(renderChart(spec, 680), 'chart-bar').map(boxesOf);
    expect(rows).toHaveLength(6);
    const heights = rows.map((boxes) => boxes.map(([, , top, base]) => base - top));
    const peaks = spec.layers.map(({ counts }) => Math.max(...counts));
    const most = Math.max(...peaks);
    heights.forEach((row, i) => {
      const counts = spec.layers[i].counts.filter((count) => count > 0);
      expect(Math.max(...row)).toBeCloseTo(sameScale ? (38 * peaks[i]) / most : 38, 0);
      row.forEach((height, k) => expect(Math.abs(height / Math.max(...row) - counts[k] / peaks[i])).toBeLessThan(0.02));
    });
    const edgesOf = (boxes: number[][]): number[] => boxes.map(([left]) => left);
    for (const left of edgesOf(rows[5])) expect(edgesOf(rows[0])).toContain(left);
  });

  test('is read by bin and layer; what is not in the bins is said', () => {
    const { layersPlain: spec, oneHistogram } = specs;
    const { reading, plot } = kindOf(spec).draw(spec, 680);
    const bins = spec.edges.length - 1;
    expect(reading.count).toBe(6 * bins);
    expect(reading.vertical!(3, 2)).toBe(3 + 2 * bins);
    expect(reading.nearest(plot.left + 1, plot.top + 5)).toBe(0);
    const count = spec.layers[0].counts[4];
    expect(wordsAt(spec, 4)).toBe(
      `activation −0.800 to −0.750: layer 1 ${count} (${Number(((100 * count) / 3072).toPrecision(3))} %)`,
    );
    expect(kindOf(oneHistogram).gaps(oneHistogram)).toContain('1 value NaN or infinite, ');
    expect(kindOf(oneHistogram).summary(oneHistogram)).toMatch(/^value \(mV\): 1002 values, mean 3\.\d+, standard/);
  });
});

describe('a heatmap', () => {
  test('is symmetric about 0: equal sizes have equal tints of opposite hue', () => {
    const { reportCard: spec } = specs;
    for (const value of [0.1, 0.5, 1, 1.36, 99]) expect(tintOf(spec, -value)).toBe(-tintOf(spec, value));
    expect([0, 0.68, 1.36, 5].map((value) => tintOf(spec, value))).toEqual([0, 0.5, 1, 1]);
    const cells = find(renderChart(spec, 680), 'chart-cell').slice(0, 9);
    expect(cells[2].attributes.class).toContain('chart-negative');
    expect(cells[4].attributes.class).toContain('chart-positive');
    const [positive, negative] = [cells[7], cells[6]];
    expect(positive.attributes['fill-opacity']).toBe(negative.attributes['fill-opacity']);
    const scale = find(find(renderChart(spec, 680), 'chart-scale')[0], 'chart-cell').map(
      ({ attributes }) => attributes,
    );
    scale.forEach((box, i) => expect(box['fill-opacity']).toBe(scale[scale.length - 1 - i]['fill-opacity']));
  });

  test('with few cells prints every number, all with the same decimals', () => {
    expect(texts(renderChart(specs.reportCard, 680), 'chart-number')).toEqual(
      ['1.30', '−1.14', '−0.16', '−0.34', '1.36', '−1.02', '−1.22', '1.22', '0.00'],
    ); // prettier-ignore
  });

  test('with many cells is a few elements, and a gap is marked', () => {
    const root = renderChart(specs.weights, 680);
    expect(find(root, 'chart-cell').length).toBeLessThan(80);
    expect(find(root, 'chart-gap-mark')[0].attributes.d.match(/M/g)).toHaveLength(13);
    expect(kindOf(specs.weights).gaps(specs.weights)).toBe(
      '13 values are no finite number, the first NaN at unit 20, input 51.',
    );
  });

  test('numbers are readable on the strongest tint, in light and in dark', () => {
    const tokens = fs.readFileSync(new URL('../../web/notebook/styles/tokens.css', import.meta.url), 'utf8');
    const strongest = Math.max(
      ...find(renderChart(specs.reportCard, 680), 'chart-cell').map(({ attributes }) =>
        Number(attributes['fill-opacity']),
      ),
    );
    for (const theme of [0, 1]) {
      const color = (name: string): number[] => {
        const hex = [...tokens.matchAll(new RegExp(`--${name}: #(\\w{6});`, 'g'))][theme][1];
        return [0, 2, 4].map((i) => Number.parseInt(hex.slice(i, i + 2), 16));
      };
      for (const hue of ['negative', 'positive']) {
        const mixed = color(hue).map((value, i) => strongest * value + (1 - strongest) * color('paper')[i]);
        expect(contrast(color('ink'), mixed)).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  test('is read by cell, with names of row and column', () => {
    expect(wordsAt(specs.reportCard, 3)).toBe('pupil Ben, subject math:  −0.34');
    expect(kindOf(specs.reportCard).summary(specs.reportCard)).toBe(
      '3 rows by 3 columns. Least −1.22 at pupil Cy, subject math, greatest 1.36 at pupil Ben, subject art.',
    );
    const { reading, plot } = kindOf(specs.reportCard).draw(specs.reportCard, 680);
    expect(reading.nearest(plot.right - 1, plot.bottom - 1)).toBe(8);
    expect(reading.nearest(plot.right + 1, plot.top + 1)).toBeNull();
  });
});

function contrast(a: number[], b: number[]): number {
  const luminance = (color: number[]): number =>
    color
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
      .reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

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
    const away = { ...bowl, paths: [{ name: 'p', points: [[0, 1], [0, -9], [0, 1e30], [0, NaN]] as Point[] }] }; // prettier-ignore
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

describe('bars', () => {
  test('are as long as their values, from zero', () => {
    for (const spec of [specs.speed, specs.results]) {
      const values = spec.categories
        .flatMap((_, i) => spec.series.map(({ values: all }) => all[i]))
        .filter((value) => value !== null && Number.isFinite(value)) as number[];
      const bars = find(renderChart(spec, 680), 'chart-bar').map(({ attributes }) => Number(attributes.width));
      expect(bars).toHaveLength(values.length);
      const scale = Math.max(...bars) / Math.max(...values.map(Math.abs));
      bars.forEach((width, i) => expect(Math.abs(width - Math.abs(values[i]) * scale)).toBeLessThan(0.2));
    }
  });

  test('numbers have the same decimals; what is missing or no number has no bar', () => {
    expect(texts(renderChart(specs.results, 680), 'chart-value-text')).toEqual(['0.012', '−2.191', '−2.153', '−2.130', 'NaN']); // prettier-ignore
    expect(texts(renderChart(specs.speed, 680), 'chart-value-text').at(-1)).toBe('–');
    expect(kindOf(specs.results).gaps(specs.results)).toBe('learning rate 100 is NaN.');
    expect(wordsAt(specs.speed, 4)).toBe('time (ms): BatchNorm, normlab 0.520');
  });
});

describe('words', () => {
  test('numbers fit the span of their axis', () => {
    expect(formatIn(2.5, 2.302585)).toBe('2.303');
    expect(formatIn(0.02, 0.01234567)).toBe('0.01235');
    expect(formatIn(1000, 1234)).toBe('1234');
    expect(formatIn(2.5, -0.5)).toBe('−0.500');
    expect(formatIn(2.5, NaN)).toBe('NaN');
    expect(formatIn(1e-12, 3.5e-13)).toBe('3.500e−13');
  });

  test('a number alone has four digits', () => {
    expect([0, 7, -1234567, 0.125, 1 / 3, 1e-7, 1e21, -Infinity].map(formatAlone)).toEqual(
      ['0', '7', '−1234567', '0.125', '0.3333', '1.000e−7', '1.000e21', '−Infinity'],
    ); // prettier-ignore
  });
});

describe('the table', () => {
  test('has every number, as CSV in full', () => {
    const csv = csvText(kindOf(specs.race).table(specs.race));
    const [head, ...rows] = csv.trimEnd().split('\r\n');
    expect(head).toBe('step,no normalization,BatchNorm1d,LayerNorm,RMSNorm');
    expect(rows.map((row) => Number(row.split(',')[2]))).toEqual(specs.race.series[1].points.map(([, y]) => y));
    expect(csvText(kindOf(specs.depth).table(specs.depth))).toContain('35,NaN,');
  });

  test('texts are quoted, and are no formulas', () => {
    expect(
      csvText({
        columns: ['a,b', '=1+1'],
        rows: [
          ['say "x"', -1],
          [null, 2],
        ],
      }),
    ).toBe(
      // prettier-ignore
      '"a,b",\'=1+1\r\n"say ""x""",-1\r\n,2\r\n',
    );
  });

  test('on the page is thinned and says so', () => {
    const rows = Array.from({ length: 200 }, (_, i) => [i, i * i]);
    const table = dataTableMarkup({ columns: ['x', 'y'], rows }, 'T', 60);
    expect(textOf(table)).toContain('T: one row in 4 of 200');
    expect((table.children.at(-1) as Markup).children).toHaveLength(51);
  });
});

describe('markup', () => {
  test('text and attributes are escaped', () => {
    expect(toHtml(html('p', { title: '"<&' }, '<img src=x>'))).toBe('<p title="&quot;&lt;&amp;">&lt;img src=x&gt;</p>');
    expect(escapeHtml("a'b")).toBe('a&#39;b');
  });

  test('a still carries both widths, its data as a table, and a name for who cannot see it', () => {
    const still = chartMarkup(chartOf({ a: Array.from({ length: 200 }, (_, i): Point => [i, i * i]) }));
    expect(find(still, 'chart-wide')).toHaveLength(1);
    expect(find(still, 'chart-narrow')).toHaveLength(1);
    expect(find(still, 'chart-wide')[0].attributes['aria-label']).toContain('a rises from 0 to 39601, step 0 to 199.');
    expect(find(still, 'data-table')).toHaveLength(1);
  });

  test('a chart that is saved has the light theme of the site, and needs nothing else', () => {
    const tokens = fs.readFileSync(new URL('../../web/notebook/styles/tokens.css', import.meta.url), 'utf8');
    for (const [name, value] of Object.entries(lightColors)) expect(tokens).toContain(`--${name}: ${value};`);
    for (const spec of Object.values(specs.allSpecs)) {
      const file = standaloneSvg(spec, 752);
      expect(file).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
      expect(file).not.toMatch(/var\(|url\(|@import|href/);
    }
  });
});
