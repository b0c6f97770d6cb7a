/** The functions by which cells show charts: what they send, and what they say to wrong input. */
import { beforeAll, describe, expect, it } from 'vitest';
import * as library from '../../web/api/index.js';
import type { ChartSpec, Histogram, LineChart } from '../../web/charts/spec.js';
import { engineFrom } from '../../web/kernel/engine.js';
import { loadEngine } from './engine.js';
import { Notebook } from './kernel-notebook.js';

let notebook: Notebook;
beforeAll(async () => {
  await loadEngine();
  notebook = new Notebook(engineFrom(library));
});

/** The last chart that a cell shows. */
async function chart<Spec extends ChartSpec>(source: string): Promise<Spec> {
  await notebook.value(source);
  const output = notebook.outputs.at(-1);
  if (output?.kind !== 'chart') throw new Error(`expected a chart, got ${JSON.stringify(output)}`);
  return output.chart as Spec;
}

describe('lineChart and scatter', () => {
  it('take many points at once, tensors too, and log axes', async () => {
    const spec = await chart<LineChart>(
      'const c = lineChart({ logY: true, rules: [{ x: 2, label: "here" }] }); c.points("a", [1, 2], tensor([3, 4])); c',
    );
    expect(spec).toEqual({
      kind: 'line',
      title: '',
      x: '',
      y: '',
      logY: true,
      rules: [{ x: 2, label: 'here' }],
      series: [
        {
          name: 'a',
          points: [
            [1, 3],
            [2, 4],
          ],
        },
      ],
    });
  });

  it('keep a scatter as it is, and at most ten thousand points of it', async () => {
    const spec = await chart<LineChart>(
      'const s = scatter({ title: "s" }); s.points("a", [3, 1, 2], [1, 2, NaN]); for (let i = 0; i < 30000; i++) s.push("b", i % 7, i); s',
    );
    expect(spec.scatter).toBe(true);
    expect(spec.series[0].points).toEqual([
      [3, 1],
      [1, 2],
      [2, NaN],
    ]);
    const kept = spec.series[1].points.map(([, y]) => y);
    expect(kept.length).toBeGreaterThan(5000);
    expect(kept.length).toBeLessThanOrEqual(10_000);
    expect(kept.every((y) => y % 4 === 0)).toBe(true);
    expect(kept.at(-1)).toBeGreaterThan(29_000);
  });
});

describe('histogram', () => {
  it('counts tensors and nested arrays in bins that all share', async () => {
    const spec = await chart<Histogram>(
      'histogram({ a: tensor([[0, 1], [1, 4]]), b: [[-2, 2], [NaN, Infinity]], c: new Float32Array([1]) }, { bins: 6, x: "v" })',
    );
    expect(spec.edges).toEqual([-2, -1, 0, 1, 2, 3, 4]);
    expect(spec.layers.map(({ name, counts, notFinite }) => [name, counts, notFinite])).toEqual([
      ['a', [0, 0, 1, 2, 0, 1], 0],
      ['b', [1, 0, 0, 0, 1, 0], 2],
      ['c', [0, 0, 0, 1, 0, 0], 0],
    ]);
    expect(spec.layers[0]).toMatchObject({ mean: 1.5, std: Math.sqrt(2.25) });
  });

  it('has the bins that are asked for, names the layers of a list, and is counted anew', async () => {
    const spec = await chart<Histogram>(
      'const h = histogram([ones([3]), zeros([2])], { range: [0, 2], bins: 2 }); h.update([tensor([0.5, 1.5, 5])]); h',
    );
    expect(spec.edges).toEqual([0, 1, 2]);
    expect(spec.layers).toMatchObject([{ name: 'layer 1', counts: [1, 1], above: 1, below: 0 }]);
    expect(notebook.outputs).toHaveLength(2);
    expect(notebook.outputs.map((output) => 'id' in output && output.id)).toEqual(['chart-1', 'chart-1']);
  });
});

describe('heatmap', () => {
  it('is diverging about 0 where a value is negative, else sequential', async () => {
    expect(await chart('heatmap(tensor([[1, -3], [2, 0.5]]), { rows: ["r", "s"], x: "c" })')).toEqual({
      kind: 'heatmap',
      title: '',
      x: 'c',
      y: '',
      columns: ['0', '1'],
      rows: ['r', 's'],
      values: [
        [1, -3],
        [2, 0.5],
      ],
      scale: 'diverging',
      domain: [-3, 3],
    });
    expect(await chart('heatmap([0.1, 0.9, NaN])')).toMatchObject({
      scale: 'sequential',
      domain: [0, 0.9],
      rows: ['0'],
    });
    expect(await chart('heatmap([[5, 6]], { range: [4, 8] })')).toMatchObject({ domain: [4, 8] });
    expect(await chart('heatmap([[5, 6]], { scale: "diverging", range: [4, 8] })')).toMatchObject({ domain: [-8, 8] });
    expect(await chart('heatmap([[NaN]])')).toMatchObject({ domain: [0, 1] });
  });
});

describe('contour', () => {
  it('calls the function on a grid, also one of tensors, and grows its paths', async () => {
    const spec = await chart(
      'const k = contour({ f: (x, y) => tensor(x * x + y), xRange: [0, 2], yRange: [0, 1], points: 3, levels: [4, 1] }); k.push("p", 1, tensor(0.5)); k.push("p", 2, 1); k',
    );
    expect(spec).toMatchObject({
      values: [
        [0, 1, 4],
        [0.5, 1.5, 4.5],
        [1, 2, 5],
      ],
      levels: [1, 4],
      paths: [
        {
          name: 'p',
          points: [
            [1, 0.5],
            [2, 1],
          ],
        },
      ],
    });
    expect(await chart('contour({ values: [[0, 1], [1, 4]], levels: 3, paths: { q: [[0, 0]] } })')).toMatchObject({
      levels: [0.25, 1, 2.25],
      paths: [{ name: 'q', points: [[0, 0]] }],
    });
  });
});

describe('bars', () => {
  it('take values by name, or groups of them', async () => {
    expect(await chart('bars({ none: 2.3, BatchNorm: tensor(0.5) }, { x: "loss" })')).toMatchObject({
      categories: ['none', 'BatchNorm'],
      series: [{ name: '', values: [2.3, 0.5] }],
    });
    expect(await chart('bars([["a", { x: 1, y: 2 }], ["b", { y: NaN }]])')).toMatchObject({
      categories: ['a', 'b'],
      series: [
        { name: 'x', values: [1, null] },
        { name: 'y', values: [2, NaN] },
      ],
    });
  });
});

it('a chart says what it is, and is not shown again as a value', async () => {
  expect(await notebook.value('String(histogram([1], { title: "t" }))')).toBe(`"histogram 't'"`);
  expect(await notebook.value('bars({ a: 1 })')).toBeNull();
});

it.each([
  [
    'lineChart({ xlabel: "step" })',
    'TypeError',
    '[lineChart] expected options among title, x, y, rules, logX, logY, got xlabel',
  ],
  ['lineChart("Loss")', 'TypeError', "[lineChart] expected options as an object { title: … }, got 'Loss'"],
  ['lineChart({ logX: 1 })', 'TypeError', '[lineChart] expected logX to be true or false, got 1'],
  ['scatter().points("a", [1, 2], [1])', 'RangeError', '[scatter] expected as many y as x (2), got 1'],
  ['histogram("abc")', 'TypeError', "[histogram] expected a tensor or an array of numbers, got 'abc'"],
  ['histogram([1, "x"])', 'TypeError', "[histogram] expected each value to be a number, got 'x'"],
  ['histogram([1], { bins: 0 })', 'RangeError', '[histogram] expected bins to be a whole number from 1 to 1000, got 0'],
  [
    'histogram([1], { range: [2, 1] })',
    'RangeError',
    '[histogram] expected range to be [low, high] with low below high, got [2, 1]',
  ],
  ['heatmap(zeros([2, 3, 4]))', 'RangeError', '[heatmap] expected a tensor of 1 or 2 dimensions, got shape (2, 3, 4)'],
  [
    'heatmap([[1, 2], [3]])',
    'RangeError',
    '[heatmap] expected rows of equal length, got 2 values in row 0 and 1 in row 1',
  ],
  ['heatmap([[1, 2]], { columns: ["a"] })', 'RangeError', '[heatmap] expected columns to have 2 names, got 1'],
  ['heatmap(zeros([300, 300]))', 'RangeError', '[heatmap] expected at most 65536 values, got 300 × 300'],
  ['heatmap([])', 'RangeError', '[heatmap] expected at least one value, got 1 × 0'],
  [
    'heatmap([[1]], { scale: "log" })',
    'TypeError',
    "[heatmap] expected scale to be 'diverging' or 'sequential', got 'log'",
  ],
  ['contour({ f: 3 })', 'TypeError', '[contour] expected f to be a function of x and y, or values, got 3'],
  ['contour({ f: () => "x" })', 'TypeError', "[contour] expected f(x, y) to be a number, got 'x'"],
  ['contour({ values: [[1]] })', 'RangeError', '[contour] expected at least 2 × 2 values, got 1 × 1'],
  [
    'contour({ f: (x) => x, paths: { p: [[1, 2, 3]] } })',
    'RangeError',
    '[contour] expected points of 2 coordinates, got 3',
  ],
  ['bars(5)', 'TypeError', "[bars] expected values by name, { 'a': 1, 'b': 2 }, got 5"],
  ['bars({ a: "x" })', 'TypeError', "[bars] expected the value of a to be a number, got 'x'"],
  ['bars({ a: 1, b: { c: 2 } })', 'TypeError', '[bars] expected a group of values for every name, got one value for a'],
])('%s fails with words', async (source, name, message) => {
  expect(await notebook.error(source)).toMatchObject({ name, message });
});

it('Python names lead to ours', async () => {
  expect((await notebook.error('imshow([[1]])')).hint).toBe('In JavaScript: heatmap(…).');
  expect((await notebook.error('histgram([1])')).hint).toBe('Did you mean histogram?');
});
