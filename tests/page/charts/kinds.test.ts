/** @file The other kinds of charts, and what all have. No browser. */
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { binEdges, countInBins, exactEdges } from '../../../web/charts/bins.js';
import { chartMarkup, describe as describeChart, kindOf, renderChart } from '../../../web/charts/chart.js';
import { tintOf } from '../../../web/charts/heatmap-cells.js';
import { html, type Markup, toHtml } from '../../../web/charts/markup.js';
import { type ChartSpec, type Histogram, specFromJson, specToJson } from '../../../web/charts/spec.js';
import { textOf } from '../../../web/charts/words.js';
import * as specs from '../../browser/support/chart-specs.js';
import { find, texts, wordsAt, boxesOf, contrast } from './chart-parts.js';

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

describe('a histogram', () => {
  test('bins have round bounds that hold all values', () => {
    for (const [low, high] of [
      [-1, 1],
      [0.03, 0.97],
      [-3.7, 12.2],
      [1e6, 1e6 + 3],
      [1e-9, 2e-9],
    ]) {
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
    expect(texts(renderChart(specs.reportCard, 680), 'chart-number')).toEqual([
      '1.30',
      '−1.14',
      '−0.16',
      '−0.34',
      '1.36',
      '−1.02',
      '−1.22',
      '1.22',
      '0.00',
    ]);
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
    const tokens = fs.readFileSync(new URL('../../../web/notebook/styles/tokens.css', import.meta.url), 'utf8');
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
    expect(texts(renderChart(specs.results, 680), 'chart-value-text')).toEqual([
      '0.012',
      '−2.191',
      '−2.153',
      '−2.130',
      'NaN',
    ]);
    expect(texts(renderChart(specs.speed, 680), 'chart-value-text').at(-1)).toBe('–');
    expect(kindOf(specs.results).gaps(specs.results)).toBe('learning rate 100 is NaN.');
    expect(wordsAt(specs.speed, 4)).toBe('time (ms): BatchNorm, normlab 0.520');
  });
});
