import { beforeAll, describe, expect, it } from 'vitest';
import {
  arange,
  cat,
  full,
  manualSeed,
  ones,
  rand,
  randint,
  randn,
  randperm,
  tensor,
  where,
  zeros,
} from '../../web/api/index.js';
import { loadEngine } from './engine.js';

beforeAll(loadEngine);

function handedOn(): Float32Array {
  const values = Float32Array.of(1, 2);
  structuredClone(values.buffer, { transfer: [values.buffer] });
  return values;
}

describe('values in and out', () => {
  it('keeps shape, dtype and numbers', () => {
    const x = tensor([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    expect(x.shape).toEqual([2, 3]);
    expect(x.dtype).toBe('float32');
    expect(x.toArray()).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    expect(x.data()).toEqual(Float32Array.of(1, 2, 3, 4, 5, 6));
    expect(tensor(5).shape).toEqual([]);
    expect(tensor(5).item()).toBe(5);
    expect(tensor([]).shape).toEqual([0]);
    expect(tensor([[], []]).shape).toEqual([2, 0]);
  });

  it('takes any numeric typed array by value, also one with an offset', () => {
    const backing = Float32Array.of(9, 1, 2, 3);
    expect(tensor(backing.subarray(1)).toArray()).toEqual([1, 2, 3]);
    for (const Kind of [Int8Array, Uint8ClampedArray, Int16Array, Uint32Array, Float64Array]) {
      expect(tensor(Kind.of(1, 2)).toArray()).toEqual([1, 2]);
    }
    expect(tensor(Float64Array.of(0.1)).item()).toBe(0.1);
  });

  it('copies out: results stay when the memory grows', () => {
    const x = tensor([1, 2, 3, 4]);
    const values = x.data();
    zeros([24, 1024, 1024]).dispose();
    expect(values.length).toBe(4);
    expect([...values]).toEqual([1, 2, 3, 4]);
    values[0] = 100;
    expect(x.data()[0]).toBe(1);
  });

  it('stores dtypes exactly', () => {
    expect(tensor([1, 2], { dtype: 'int64' }).toArray()).toEqual([1, 2]);
    expect(tensor([2 ** 53 - 1], { dtype: 'int64' }).item()).toBe(2 ** 53 - 1);
    expect(tensor([-(2 ** 31)], { dtype: 'int32' }).item()).toBe(-(2 ** 31));
    expect(tensor([true, false]).dtype).toBe('bool');
    expect(tensor([true, false]).toArray()).toEqual([true, false]);
    expect(tensor([0.1], { dtype: 'float64' }).item()).toBe(0.1);
    expect(tensor([0.1]).item()).toBe(Math.fround(0.1));
  });

  it.each([
    ['a hole', [1, , 3], '[1]'],
    ['null', [1, null], '[1]'],
    ['a string', ['2', 1], '[0]'],
    ['ragged rows', [[1, 2], [3]], '[1]'],
    ['a number among rows', [[1], 2], '[1]'],
    ['undefined', [undefined, 1], '[0]'],
    ['an object', [{}, 1], '[0]'],
    ['a date', [new Date(0), 1], '[0]'],
    [
      'an array too deep',
      [
        [1, 2],
        [[3], 4],
      ],
      '[1][0]',
    ],
    ['a boolean among numbers', [1, true], '[1]'],
    ['a number among booleans', [[true], [0]], '[1][0]'],
    ['a bigint', [1, 2n], '[1]'],
    ['bigints', [BigInt64Array.of(1n)], '[0]'],
    ['a typed array whose buffer was handed on', [handedOn()], '[0]'],
  ])('refuses %s and names the place', (_, values, place) => {
    expect(() => tensor(values as never)).toThrow(TypeError);
    expect(() => tensor(values as never)).toThrow(place);
  });

  it('refuses numbers that the dtype cannot hold', () => {
    for (const bad of [1.5, NaN, Infinity, 2 ** 31]) {
      expect(() => tensor([0, bad], { dtype: 'int32' })).toThrow(/whole numbers for int32, got .* at element 1/);
    }
    expect(() => tensor([2 ** 60], { dtype: 'int64' })).toThrow(TypeError);
    expect(() => tensor([1], { dtype: 'float16' as never })).toThrow(/dtype to be one of float32/);
    expect(() => tensor([1], { requireGrad: true } as never)).toThrow(
      /only the options dtype, requiresGrad, got "requireGrad"/,
    );
  });

  it('refuses whatever is no size', () => {
    const bad = [undefined, NaN, Infinity, 3.7, -3.7, 2147483648, 4294967297, -1, 1e20, null, '12', 'abc', true, {}];
    for (const size of bad) expect(() => zeros([size as never]), String(size)).toThrow(TypeError);
    for (const shape of [undefined, null, 'abc', true, {}]) expect(() => zeros(shape as never)).toThrow(TypeError);
    expect(() => randn(2, 3 as never)).toThrow('[randn] expected several numbers as one list, such as [2, 3]');
    expect(zeros(3).shape).toEqual([3]);
    expect(zeros([]).shape).toEqual([]);
    expect(() => zeros([40000, 40000])).toThrow(/at most 1 GiB/);
  });
});

describe('operations', () => {
  it('reads like PyTorch', () => {
    manualSeed(0);
    const x = randn([4, 3])
      .mul(tensor([1, 10, 100]))
      .add(5);
    expect(String(x.mean(0))).toBe('tensor([  5.5274,   2.1586, -97.8651])');
  });

  it('broadcasts and promotes', () => {
    expect(
      ones([2, 1])
        .add(tensor([1, 2, 3]))
        .toArray(),
    ).toEqual([
      [2, 3, 4],
      [2, 3, 4],
    ]);
    expect(tensor([1, 2], { dtype: 'int64' }).add(1).dtype).toBe('int64');
    expect(tensor([1, 2], { dtype: 'int64' }).add(0.5).toArray()).toEqual([1.5, 2.5]);
    expect(tensor([1, 2], { dtype: 'int64' }).div(2).toArray()).toEqual([0.5, 1]);
    expect(tensor([0.1], { dtype: 'float64' }).mul(2).item()).toBe(0.2);
    expect(() => ones([2]).add(ones([3]))).toThrow(RangeError);
    expect(() => ones([2]).add(ones([3]))).toThrow('[add] expected shapes that broadcast, got (2) and (3)');
    expect(() => ones([2]).add(undefined as never)).toThrow(
      '[add] expected the other operand to be a tensor or a number',
    );
    expect(() => ones([2]).add('1' as never)).toThrow(TypeError);
  });

  it("refuses JavaScript's operators instead of giving NaN", () => {
    const x = ones([2]) as unknown as number;
    for (const use of [() => x * 2, () => -x, () => x < 3, () => Math.sqrt(x)])
      expect(use).toThrow(/such as x.mul\(2\)/);
    expect(`${x}`).toBe('tensor([1., 1.])');
    expect('x = ' + x).toBe('x = tensor([1., 1.])');
  });

  it('reduces', () => {
    const x = tensor([
      [1, 2, 3],
      [4, 5, 9],
    ]);
    expect(x.sum().item()).toBe(24);
    expect(x.sum(0).toArray()).toEqual([5, 7, 12]);
    expect(x.mean(1, { keepdim: true }).toArray()).toEqual([[2], [6]]);
    expect(x.var(1).toArray()).toEqual([1, 7]);
    expect(x.var(1, { unbiased: false }).data()[0]).toBeCloseTo(2 / 3, 6);
    expect(x.std(1, { correction: 1 }).data()[1]).toBeCloseTo(Math.sqrt(7), 6);
    expect(x.argmax().item()).toBe(5);
    expect(x.argmax(0).toArray()).toEqual([1, 1, 1]);
    expect(x.max().item()).toBe(9);
    expect(() => x.sum(2)).toThrow('[sum] expected dim in -2..1, got 2');
    expect(() => x.sum([0, 0])).toThrow(/each dim once/);
    expect(() => x.mean(0, { keepDim: true } as never)).toThrow(/only the options keepdim/);
    expect(() => x.sum(0.5)).toThrow(TypeError);
  });

  it('views, joins and chooses', () => {
    const x = arange(6).reshape(2, 3);
    expect(x.T.toArray()).toEqual([
      [0, 3],
      [1, 4],
      [2, 5],
    ]);
    expect(x.reshape(-1).shape).toEqual([6]);
    expect(x.slice(1, -2).toArray()).toEqual([
      [1, 2],
      [4, 5],
    ]);
    expect(x.select(0, -1).toArray()).toEqual([3, 4, 5]);
    expect(x.permute(1, 0).toArray()).toEqual(x.T.toArray());
    expect(cat([x, x], 1).shape).toEqual([2, 6]);
    expect(x.indexSelect(tensor([1, 1, 0], { dtype: 'int64' })).toArray()).toEqual([
      [3, 4, 5],
      [3, 4, 5],
      [0, 1, 2],
    ]);
    expect(where(x.gt(2), x, full([], -1)).toArray()).toEqual([
      [-1, -1, -1],
      [3, 4, 5],
    ]);
    expect(x.matmul(x.T).toArray()).toEqual([
      [5, 14],
      [14, 50],
    ]);
    expect(() => x.reshape(4)).toThrow('[reshape] expected a shape for 6 elements, got (4)');
    expect(() => x.matmul(x)).toThrow(RangeError);
    expect(() => x.indexSelect(tensor([5], { dtype: 'int64' }))).toThrow(RangeError);
  });
});

describe('random streams', () => {
  it("gives PyTorch's draws for the same seed", () => {
    manualSeed(0);
    expect(randn([3]).toArray()).toEqual([1.5409960746765137, -0.293428897857666, -2.1787893772125244]);
    manualSeed(0);
    expect(rand([2]).toArray()).toEqual([0.49625658988952637, 0.7682217955589294]);
    manualSeed(0);
    expect(randint(0, 10, [6]).toArray()).toEqual([4, 9, 3, 0, 3, 9]);
    manualSeed(1);
    const first = randperm(10).toArray();
    manualSeed(1n);
    expect(randperm(10).toArray()).toEqual(first);
  });

  it('refuses seeds that are none', () => {
    for (const seed of [undefined, NaN, 1.5, '0', null, 2 ** 60, 2n ** 64n]) {
      expect(() => manualSeed(seed as never)).toThrow(TypeError);
    }
    manualSeed(-1);
    manualSeed(2n ** 64n - 1n);
  });
});
