/** @file What a cell shows: its last expression, the console, displays. */
import { describe, expect, it } from 'vitest';
import { lastValue, Notebook } from './kernel-notebook.js';

describe('the last expression', () => {
  it.each<[string, string | null]>([
    ['1 + 1', '2'],
    ['1 + 1;', '2'],
    ['1 + 1 ; // comment', '2'],
    ['1 + 1\n/* comment; */\n;;', '2'],
    ['(1, 2)', '2'],
    ['1, 2', '2'],
    ['({ a: 1 })', '{ a: 1 }'],
    ['[1, "a"]', "[1, 'a']"],
    ["'text'", "'text'"],
    ['`a\nb`', "'a\\nb'"],
    ['null', 'null'],
    ['undefined', null],
    ['await Promise.resolve(3)', '3'],
    ['Promise.resolve(4)', '4'],
    ['await (async () => { await null; return 5; })()', '5'],
    ['() => 1', '[function]'],
    ['(function named() {})', '[function named]'],
    ['(class Named {})', '[class Named]'],
    ['/a/g', '/a/g'],
    ['let a; a = 5', null],
    ['let a = 1; a++; a', '2'],
    ['const a = 1', null],
    ['if (true) 1', null],
    ['for (const a of [1]) a', null],
    ['function f() {}', null],
    ['', null],
    ['// only a comment', null],
    ['true ? 1 : 2', '1'],
    ['!0', 'true'],
    ['new Map([[1, { a: 2 }]])', 'Map(1) { 1 => { a: 2 } }'],
    ['-0', '-0'],
    ['10n', '10n'],
    ['#!/usr/bin/env node\n1', '1'],
  ])('%j', async (source, expected) => {
    expect(await lastValue(source)).toBe(expected);
  });

  it('is a tensor with its values', async () => {
    const tensor = {
      shape: [2, 2],
      dtype: 'float32',
      data: () => new Float32Array([1, 2, 3, 4]),
      toString: () => 'tensor([[1., 2.],\n        [3., 4.]])',
    };
    const big = { ...tensor, shape: [101, 100], data: () => new Float32Array(10100) };
    const notebook = new Notebook({ globals: { tensor, big } });
    expect(await notebook.run('tensor')).toMatchObject({
      result: { kind: 'tensor', text: String(tensor), dtype: 'float32', shape: [2, 2], values: [1, 2, 3, 4] },
    });
    expect(await notebook.run('big')).toMatchObject({ result: { kind: 'tensor', values: null, shape: [101, 100] } });
    expect(await notebook.value('({ t: tensor })')).toBe('{\n  t: tensor([[1., 2.],\n          [3., 4.]])\n}');
  });
});

describe('await', () => {
  it('works at the top, in for await, and in functions of other cells', async () => {
    const notebook = new Notebook();
    await notebook.value(
      'const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms, ms)); async function* count(n) { for (let i = 0; i < n; i++) { await wait(1); yield [i, i * i]; } }',
    );
    expect(
      await notebook.value('let sum = 0;\nfor await (const [i, square] of count(4)) sum += i + square;\nsum'),
    ).toBe('20');
    expect(await notebook.value('const all = await Promise.all([wait(2), wait(1)]); all')).toBe('[2, 1]');
    expect(await notebook.value('if (await wait(1)) { await wait(1); } else { throw 1 } sum')).toBe('20');
  });
});

describe('what a cell shows', () => {
  it('console and display, in order', async () => {
    const notebook = new Notebook();
    await notebook.run(
      'console.log("a", 1, [2], { b: "c" }); display(1, "s"); console.error("e"); console.log("%d of %s", 1, "x", "y")',
    );
    expect(notebook.outputs).toEqual([
      { kind: 'text', stream: 'stdout', text: "a 1 [2] { b: 'c' }\n" },
      { kind: 'value', text: '1' },
      { kind: 'value', text: "'s'" },
      { kind: 'text', stream: 'stderr', text: 'e\n' },
      { kind: 'text', stream: 'stdout', text: '1 of x y\n' },
    ]);
  });

  it('groups, counts and tables of the console', async () => {
    const notebook = new Notebook();
    await notebook.run(
      'console.group("g"); console.log("a\\nb"); console.groupEnd(); console.count(); console.count(); console.assert(1 > 2, "no"); console.table([{ a: 1, b: "x" }, { a: 22 }])',
    );
    expect(notebook.printed).toBe('g\n  a\n  b\ndefault: 1\ndefault: 2\nAssertion failed: no\n a  b\n 1  x\n22\n');
  });

  it('tables with headings, numbers to the right', async () => {
    const notebook = new Notebook();
    await notebook.run('table(["norm", "loss"], [["none", 2.301], ["BatchNorm", 0.13]])');
    expect(notebook.outputs).toEqual([
      {
        kind: 'table',
        columns: ['norm', 'loss'],
        rows: [
          ['none', 2.301],
          ['BatchNorm', 0.13],
        ],
      },
    ]);
    expect(notebook.printed).toBe('norm        loss\nnone       2.301\nBatchNorm   0.13\n');
    expect((await notebook.error('table(["a"], [[1, 2]])')).message).toBe(
      '[table] expected row 0 to have 1 values, one a column, got 2',
    );
    expect((await notebook.error('table("a", [])')).message).toBe("[table] expected an array of column names, got 'a'");
  });

  it('charts and progress, again at each change and not as a value', async () => {
    const notebook = new Notebook();
    const result = await notebook.run(
      'const c = lineChart({ title: "Loss", x: "step", y: "loss", rules: [{ y: 2.3, label: "guess" }] }); c.push("a", 0, 1); c.push("b", 1, 2); c',
    );
    expect(result).toMatchObject({ status: 'done', result: null });
    expect(notebook.outputs).toHaveLength(3);
    expect(notebook.outputs[2]).toEqual({
      kind: 'chart',
      id: 'chart-1',
      chart: {
        kind: 'line',
        title: 'Loss',
        x: 'step',
        y: 'loss',
        rules: [{ y: 2.3, label: 'guess' }],
        series: [
          { name: 'a', points: [[0, 1]] },
          { name: 'b', points: [[1, 2]] },
        ],
      },
    });
    await notebook.run('const p = progress("train", 4); p.update(1, "epoch 1"); p.update(4); p');
    expect(notebook.outputs.map((output) => output.kind === 'progress' && [output.done, output.note])).toEqual([
      [0, ''],
      [1, 'epoch 1'],
      [4, ''],
    ]);
    expect(notebook.outputs[2]).toMatchObject({ kind: 'progress', label: 'train', total: 4, secondsLeft: 0 });
    expect((await notebook.error('c.push("a", 0, "x")')).message).toBe(
      "[lineChart] expected y to be a number, got 'x'",
    );
    expect((await notebook.error('c.push(1, 2)')).message).toBe(
      '[lineChart] expected the series to be a string, got 1',
    );
  });

  it('is bounded in depth and length', async () => {
    const notebook = new Notebook();
    const text = async (source: string) => (await notebook.value(source)) ?? '';
    expect(await text('const loop = { a: 1 }; loop.self = loop; loop')).toBe('{ a: 1, self: [Circular] }');
    expect(await text('let deep = 1; for (let i = 0; i < 10000; i++) deep = [deep]; deep')).toBe('[[[[[…]]]]]');
    expect(await text('Array.from({ length: 1e6 }, (_, i) => i)')).toMatch(/98, 99,\s+… 999900 more\n\]$/);
    expect((await text('"x".repeat(5e6)')).length).toBeLessThan(60_000);
    expect((await text('Array(100).fill(Array(100).fill(Array(100).fill("x".repeat(1000))))')).length).toBeLessThan(
      60_000,
    );
    expect(await text('[, 1]')).toBe('[empty, 1]');
    expect(await text('({ get a() { throw 1 } })')).toBe('{ a: [Getter] }');
    expect(await text('new Float32Array([1, 2.5])')).toBe('Float32Array(2) [1, 2.5]');
    expect(await text('class P { x = 1 } new P()')).toBe('P { x: 1 }');
    expect(await text('[{ toString() { throw new Error("t") } }]')).toBe('[[cannot be shown: t]]');
    expect(await text('"it\'s"')).toBe('"it\'s"');
  });
});
