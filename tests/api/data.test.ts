/** Generators, datasets and splits through JavaScript; every draw is tested in C++ (tests/cpp). */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  arange,
  data,
  Generator,
  manualSeed,
  rand,
  randint,
  randn,
  randperm,
  tensor,
  type Tensor,
  zeros,
} from '../../web/api/index.js';
import { hexOfRand2, numbered, values } from './draws.js';
import { loadEngine } from './engine.js';

beforeAll(loadEngine);

const golden = JSON.parse(readFileSync(new URL('../golden/golden_rng_more.json', import.meta.url), 'utf8')) as {
  random_split: { n: number; lengths: number[]; parts: number[][]; then_rand2_hex: string[] }[];
  split_labels: Record<string, number[]>;
  train_test_split: {
    test_size: number | null;
    train_size: number | null;
    random_state: number;
    stratify: string | null;
    shuffle?: boolean;
    train: number[];
    test: number[];
  }[];
};

describe('Generator', () => {
  it("starts with PyTorch's seed and takes others", () => {
    const generator = new Generator();
    expect(generator.initialSeed()).toBe(67280421310721);
    expect(generator.manualSeed(5)).toBe(generator);
    expect(generator.initialSeed()).toBe(5);
    expect(generator.manualSeed(-1).initialSeed()).toBe(2n ** 64n - 1n);
    expect(() => generator.manualSeed(1.5)).toThrow(TypeError);
    expect(() => generator.manualSeed(2n ** 64n)).toThrow(/-2\^63..2\^64-1/);
  });

  it('draws what the default generator draws for its seed, and leaves that alone', () => {
    const draws = (options?: { generator: Generator }): unknown[] => [
      randn([20], options).toArray(),
      rand([3], { ...options, dtype: 'float64' }).toArray(),
      randint(0, 100, [5], options).toArray(),
      randperm(7, options).toArray(),
      randn([3], options).toArray(),
    ];
    manualSeed(4);
    const expected = draws();
    manualSeed(9);
    const next = hexOfRand2();
    manualSeed(9);
    expect(draws({ generator: new Generator().manualSeed(4) })).toEqual(expected);
    expect(hexOfRand2()).toEqual(next);
  });

  it('is refused where it is none', () => {
    for (const bad of [null, 5, {}, tensor([1])]) {
      expect(() => randn([2], { generator: bad as never })).toThrow('[randn] expected generator to be a Generator');
      expect(() => randperm(2, { generator: bad as never })).toThrow(TypeError);
    }
    expect(() => randint(0, 2, [1], { dtype: 'int32' } as never)).toThrow(/only the options generator/);
    const gone = new Generator();
    gone.dispose();
    expect(() => rand([1], { generator: gone })).toThrow(ReferenceError);
  });
});

describe('datasets', () => {
  let x: Tensor;
  let dataset: data.TensorDataset;
  beforeAll(() => {
    x = tensor([
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
    dataset = new data.TensorDataset(x, tensor([7, 8, 9], { dtype: 'int64' }));
  });

  it('have examples', () => {
    expect(dataset.length).toBe(3);
    expect(dataset.get(1).map((part) => part.toArray())).toEqual([[3, 4], 8]);
    expect(dataset.get(-1)[1].item()).toBe(9);
    for (const bad of [3, -4, 0.5, undefined, '0']) expect(() => dataset.get(bad as never)).toThrow(TypeError);
    expect(() => new data.TensorDataset(zeros([0, 2])).get(0)).toThrow(/an empty one/);
  });

  it('have subsets, nested ones too', () => {
    const part = new data.Subset(dataset, [2, 0, 2]);
    expect(part.length).toBe(3);
    expect(part.get(0).map((each) => each.toArray())).toEqual([[5, 6], 9]);
    const nested = new data.Subset(part, [1]);
    expect(nested.get(-1)[0].toArray()).toEqual([1, 2]);
    expect(nested.dataset).toBe(part);
    const batches = [...new data.DataLoader(part, { batchSize: 2 })].map(([, labels]) => labels.toArray());
    expect(batches).toEqual([[9, 7], [9]]);
    expect([...new data.DataLoader(nested)].length).toBe(1);
    expect(new data.DataLoader(new data.Subset(dataset, [])).length).toBe(0);
    expect(() => new data.Subset(dataset, [3])).toThrow(
      '[Subset] expected indices[0] to be a whole number in 0..2, got 3',
    );
    expect(() => new data.Subset(x as never, [0])).toThrow(/a TensorDataset or Subset/);
    expect(() => new data.Subset(dataset, 1 as never)).toThrow(TypeError);
  });
});

describe('randomSplit', () => {
  it("gives PyTorch's parts, and a trained loader can take them", () => {
    for (const { n, lengths, parts, then_rand2_hex: after } of golden.random_split) {
      const generator = new Generator().manualSeed(3);
      const split = data.randomSplit(numbered(n), lengths, { generator });
      expect(split.map(({ indices }) => indices)).toEqual(parts);
      expect(hexOfRand2(generator)).toEqual(after);
      manualSeed(3);
      expect(data.randomSplit(numbered(n), lengths).map(({ indices }) => indices)).toEqual(parts);
      expect(split[0].length === 0 || values([...new data.DataLoader(split[0], { batchSize: n })][0][0])).toEqual(
        split[0].length === 0 || parts[0],
      );
    }
  });

  it('refuses lengths that do not fit', () => {
    expect(() => data.randomSplit(numbered(10), [3, 6])).toThrow(/lengths that sum to 10/);
    expect(() => data.randomSplit(numbered(10), [0.5, 0.4])).toThrow(TypeError);
    expect(() => data.randomSplit(numbered(10), [])).toThrow(/an array of numbers, got an empty array/);
    expect(() => data.randomSplit(numbered(10), [NaN, 3])).toThrow(/lengths\[0\] to be a finite number/);
    expect(() => data.randomSplit([1] as never, [1])).toThrow(/a TensorDataset or Subset/);
  });
});

describe('trainTestSplit', () => {
  it("gives scikit-learn's parts, with classes too", () => {
    expect(golden.train_test_split.length).toBe(73);
    for (const each of golden.train_test_split) {
      const options: data.SplitOptions = { randomState: each.random_state };
      if (each.test_size !== null) options.testSize = each.test_size;
      if (each.train_size !== null) options.trainSize = each.train_size;
      if (each.shuffle !== undefined) options.shuffle = each.shuffle;
      if (each.stratify !== null) options.stratify = tensor(golden.split_labels[each.stratify], { dtype: 'int64' });
      const [train, test] = data.trainTestSplit([arange(60)], options);
      expect(values(train)).toEqual(each.train);
      expect(values(test)).toEqual(each.test);
    }
  });

  it('takes classes of any dtype, and refuses what are none', () => {
    const y = [0, 1, 0, 1, 0, 1, 0, 1];
    const parts = (['float32', 'int32', 'int64'] as const).map((dtype) =>
      values(data.trainTestSplit([arange(8)], { testSize: 0.5, stratify: tensor(y, { dtype }) })[1]),
    );
    expect(parts[0].map((i) => y[i]).sort()).toEqual([0, 0, 1, 1]);
    expect(parts[1]).toEqual(parts[0]);
    expect(parts[2]).toEqual(parts[0]);
    const split = (stratify: unknown, more = {}) =>
      data.trainTestSplit([arange(8)], { stratify: stratify as Tensor, ...more });
    expect(() => split(tensor([0.5, 1, 0, 1, 0, 1, 0, 1]))).toThrow(/classes as whole numbers, got 0.5/);
    expect(() => split(tensor([0, 1]))).toThrow('[trainTestSplit] expected stratify of shape (8), got (2)');
    expect(() => split(y)).toThrow(/stratify to be a tensor, got an array of 8/);
    expect(() => split(tensor([0, 1, 1, 1, 1, 1, 1, 1]))).toThrow(
      /at least 2 samples of every class, got 1 of class 0/,
    );
    expect(() => split(tensor(y), { shuffle: false })).toThrow(/shuffle = true with stratify/);
  });
});
