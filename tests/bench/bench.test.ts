/** What npm run bench says about its measurements; the measuring itself is no test. */
import { describe, expect, it } from 'vitest';
import { alternate } from '../../scripts/bench/alternate.mjs';
import { families, matches } from '../../scripts/bench/families.mjs';
import { measure as measureEncoder } from '../../scripts/bench/measure/encoder.mjs';
import { productOperations } from '../../scripts/bench/measure/growth.mjs';
import { checkLosses } from '../../scripts/bench/contenders.mjs';
import { asJson, asTable } from '../../scripts/bench/report.mjs';
import { quantile, ratio, slope, summary } from '../../scripts/bench/statistics.mjs';

describe('statistics', () => {
  it('takes quantiles between neighbours, whatever the order', () => {
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
    expect(summary([5, 1, 2, 4, 3])).toEqual({ value: 3, low: 2, high: 4 });
  });

  it('compares within a round: a slow round that meets both sides changes no ratio', () => {
    expect(ratio([1, 10, 1], [2, 20, 2])).toEqual({ value: 0.5, low: 0.5, high: 0.5 });
  });

  it('finds the exponent of a power law', () => {
    const sizes = [16, 32, 64, 128, 256];
    expect(
      slope(
        sizes,
        sizes.map((size) => 3 * size ** 1.5),
      ),
    ).toBeCloseTo(1.5, 12);
  });
});

describe('turns', () => {
  it('give every side its rounds, and each repetition its time', async () => {
    const order: string[] = [];
    const side = (name: string, msEach: number, withCpu: boolean) => ({
      name,
      run: async (count: number) => {
        order.push(name);
        return withCpu ? { wall: 2 * msEach * count, cpu: msEach * count } : { wall: msEach * count };
      },
    });
    const times = await alternate([side('a', 0.5, true), side('b', 2, false)], {
      rounds: 4,
      roundMs: 10,
      warmUpMs: 20,
    });
    expect(times.get('a')).toEqual({ wall: [1, 1, 1, 1], cpu: [0.5, 0.5, 0.5, 0.5] });
    expect(times.get('b')).toEqual({ wall: [2, 2, 2, 2], cpu: null });
    expect(order.slice(-8).join('')).toBe('abbaabba');
  });
});

describe('the expected growth', () => {
  it('is that of the products: as the batch, hardly less than the depth, and up to the square of the width', () => {
    const base = { batch: 64, width: 64, depth: 8 };
    expect(productOperations({ ...base, batch: 128 }) / productOperations(base)).toBe(2);
    // By hand: 2 · 64 · (2 · 64 · 64 + 3 · (7 · 64 · 64 + 64 · 10)).
    expect(productOperations(base)).toBe(12_304_384);
  });
});

describe('losses of a peer', () => {
  it('may differ by rounding that grows, and by nothing else', () => {
    const losses = [2.3, 2.2, 2.1];
    expect(() =>
      checkLosses(
        losses.map((loss) => loss + 8e-6),
        losses,
      ),
    ).not.toThrow();
    expect(() => checkLosses([2.3, 2.3, 2.3], losses)).toThrow(/2.3 at step 1, the engine's 2.2/);
    expect(() => checkLosses([Number.NaN], losses)).toThrow(/NaN at step 0/);
  });
});

describe('the transformer’s step', () => {
  it('leaves out a peer whose losses are others, and compares processor times where there are any', async () => {
    const losses = [3.9, 3.8, 3.7, 3.6, 3.5];
    const program = (ms: number, withCpu: boolean, wrong = '') => ({
      has: async (name: string) => name !== 'encoder/tfjs-wasm',
      losses: async (name: string) => (name === wrong ? losses.map((loss) => loss + 0.1) : losses),
      run: async (_: string, count: number) => (withCpu ? { wall: 3 * ms * count, cpu: ms * count } : { wall: ms * count }),
    });
    const programs: Record<string, unknown> = {
      node: program(60, true),
      chromium: program(80, false, 'encoder/jax-js'),
      pytorch: program(40, true),
    };
    const warnings: string[] = [];
    const rows = await measureEncoder({
      bench: { program: async (name: string) => programs[name] },
      wanted: () => true,
      rounds: 8,
      warn: (sentence: string) => void warnings.push(sentence),
    });
    expect(warnings).toEqual(["step/encoder: chromium jax-js is left out, its loss is 4 at step 0, the engine's 3.9"]);
    expect(rows.map(({ name, ours, peers }) => [name, ours.value, Object.keys(peers), peers.pytorch.ratio.value])).toEqual([
      ['step/encoder/node', 60, ['pytorch'], 1.5],
      ['step/encoder/chromium', 80, ['pytorch'], 2],
    ]);
  });
});

describe('names', () => {
  it('choose the rows that begin so, and the families that have such rows', () => {
    expect(matches('step/digits/batch/node', ['step/digits/batch'])).toBe(true);
    expect(matches('step/digits/layer/node', ['step/digits/batch'])).toBe(false);
    expect(matches('step/digits', ['step/digits/batch'])).toBe(true);
    expect(matches('norm', ['step/digits/batch'])).toBe(false);
    expect(families.every(({ name }) => matches(name, []))).toBe(true);
  });
});

describe('a report', () => {
  const rows = [
    {
      name: 'step/digits/batch/chromium',
      unit: 'ms',
      ours: { value: 0.612345, low: 0.6, high: 0.65 },
      limit: { value: 0.5, low: 0.49, high: 0.51, ratio: { value: 1.22, low: 1.2, high: 1.25 } },
      peers: { 'jax-js': { value: 6, low: 5, high: 7, ratio: { value: 0.1, low: 0.09, high: 0.11 } } },
    },
    { name: 'growth/steps', unit: 'ms', ours: { value: 2000.4 }, limit: null, peers: {} },
  ];

  it('as JSON has the fields that were agreed and no other', () => {
    expect(asJson(rows)).toEqual([
      { name: 'step/digits/batch/chromium', unit: 'ms', ours: 0.6123, peers: { 'jax-js': 6 }, limit: 0.5 },
      { name: 'growth/steps', unit: 'ms', ours: 2000, peers: {}, limit: null },
    ]);
  });

  it('as a table shows the spread, the ratio to the limit and how many times ours a peer takes', () => {
    const table = asTable(rows, ['g++ 1.2.3']);
    expect(table).toContain('g++ 1.2.3');
    expect(table).toMatch(
      /step\/digits\/batch\/chromium +0\.612 +ms +0\.600\.\.0\.650 +0\.500 +1\.22 +1\.20\.\.1\.25 +6\.00 \(10\.0x\)/,
    );
    expect(table).toMatch(/growth\/steps +2000 +ms\n/);
  });
});
