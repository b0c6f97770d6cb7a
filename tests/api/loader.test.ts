/** Batches in PyTorch's order, of one loop and of several at the same time, through JavaScript. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { data, Generator, manualSeed, type Tensor, tidy } from '../../web/api/index.js';
import { hexOfRand2, numbered, values } from './draws.js';
import { loadEngine } from './engine.js';

beforeAll(loadEngine);

const golden = JSON.parse(readFileSync(new URL('../golden/golden_rng_more.json', import.meta.url), 'utf8')) as {
  dataloader: {
    n: number;
    batch_size: number;
    drop_last: boolean;
    own_generator: boolean;
    taken: number;
    length: number;
    epochs: number[][][];
    then_rand2_hex: string[];
    generator_then_rand2_hex: string[];
  }[];
  interleaved: {
    name: string;
    n: number;
    loaders: { batch_size: number; shuffle: boolean; drop_last: boolean; generator: number | null }[];
    steps: (['iter', number] | ['next', number, number[] | null])[];
    then_rand2_hex: string[];
    generators_then_rand2_hex: string[][];
  }[];
};

describe('DataLoader', () => {
  it("with a generator of its own: PyTorch's batches and places in both streams", () => {
    expect(golden.dataloader.length).toBe(72);
    for (const each of golden.dataloader) {
      manualSeed(7);
      const generator = new Generator().manualSeed(11);
      const options = { batchSize: each.batch_size, shuffle: true, dropLast: each.drop_last };
      const loader = new data.DataLoader(numbered(each.n), each.own_generator ? { ...options, generator } : options);
      expect(loader.length).toBe(each.length);
      for (const epoch of each.epochs) {
        const got: number[][] = [];
        for (const [batch] of loader) {
          got.push(values(batch));
          if (got.length === each.taken) break;
        }
        expect(got).toEqual(epoch);
      }
      expect(hexOfRand2()).toEqual(each.then_rand2_hex);
      expect(hexOfRand2(generator)).toEqual(each.generator_then_rand2_hex);
    }
  });

  it("has any number of iterators at the same time: PyTorch's batches and places in all streams", () => {
    expect(golden.interleaved.length).toBe(72);
    for (const each of golden.interleaved) {
      manualSeed(7);
      const generators = [11, 12].map((seed) => new Generator().manualSeed(seed));
      const loaders = each.loaders.map(({ batch_size, shuffle, drop_last, generator: own }) => {
        const options = { batchSize: batch_size, shuffle, dropLast: drop_last };
        const dataset = numbered(each.n);
        return new data.DataLoader(dataset, own === null ? options : { ...options, generator: generators[own] });
      });
      const iterators: Iterator<Tensor[]>[] = [];
      const played = each.steps.map(([step, at]) => {
        if (step === 'iter') {
          iterators.push(loaders[at][Symbol.iterator]());
          return [step, at];
        }
        const { done, value } = iterators[at].next();
        return [step, at, done === true ? null : values((value as Tensor[])[0])];
      });
      expect([each.name, played]).toEqual([each.name, each.steps]);
      expect(hexOfRand2()).toEqual(each.then_rand2_hex);
      expect(generators.map((generator) => hexOfRand2(generator))).toEqual(each.generators_then_rand2_hex);
    }
  });

  it('draws the same in a loop that lets the page breathe, inside another and when left', async () => {
    const seen = async (waiting: boolean): Promise<unknown[]> => {
      manualSeed(3);
      const loader = new data.DataLoader(numbered(6), { batchSize: 2, shuffle: true });
      const labels: unknown[] = [];
      if (waiting) {
        for await (const [a] of loader) {
          for await (const [b] of loader) {
            labels.push(values(a), values(b));
            if (values(b)[0] > 2) break;
          }
        }
      } else {
        for (const [a] of loader) {
          for (const [b] of loader) {
            labels.push(values(a), values(b));
            if (values(b)[0] > 2) break;
          }
        }
      }
      return [...labels, hexOfRand2()];
    };
    const plain = await seen(false);
    expect(await seen(true)).toEqual(plain);
    expect(plain.length).toBeGreaterThan(6);
    // An iterator that waits draws its base seed when it is made, too.
    const after = (make: (loader: data.DataLoader) => unknown): string[] => {
      manualSeed(3);
      make(new data.DataLoader(numbered(6)));
      return hexOfRand2();
    };
    expect(after((loader) => loader[Symbol.asyncIterator]())).toEqual(after((loader) => loader[Symbol.iterator]()));
    expect(after((loader) => loader[Symbol.asyncIterator]())).not.toEqual(after(() => null));
  });

  it('has iterators that outlive it, and that end for good', () => {
    const loader = new data.DataLoader(numbered(5), { batchSize: 2 });
    const [first, second] = [loader[Symbol.iterator](), loader[Symbol.iterator]()];
    first.next();
    loader.dispose();
    expect(() => loader[Symbol.iterator]()).toThrow('[DataLoader] used after dispose()');
    expect([...first].map(([batch]) => values(batch))).toEqual([[2, 3], [4]]);
    expect(first.next()).toEqual({ done: true, value: undefined });
    expect([...first]).toEqual([]);
    expect([...second]).toHaveLength(3);
  });

  it('has iterators that live as long as what holds the loader', () => {
    const loader = new data.DataLoader(numbered(5), { batchSize: 2 });
    let batches = tidy(() => loader[Symbol.iterator]());
    const seen = Array.from({ length: 5 }, () =>
      tidy(() => {
        let step = batches.next();
        if (step.done === true) {
          batches = loader[Symbol.iterator]();
          step = batches.next();
        }
        return values((step.value as Tensor[])[0]);
      }),
    );
    expect(seen).toEqual([[0, 1], [2, 3], [4], [0, 1], [2, 3]]);
    const lost = tidy(() => new data.DataLoader(numbered(5))[Symbol.iterator]());
    expect(() => lost.next()).toThrow('[DataLoader] used after dispose()');
  });

  it('keeps its generator, also when that is disposed', () => {
    const generator = new Generator().manualSeed(3);
    const loader = new data.DataLoader(numbered(5), { batchSize: 5, shuffle: true, generator });
    generator.dispose();
    expect(values([...loader][0][0]).sort()).toEqual([0, 1, 2, 3, 4]);
    expect(() => new data.DataLoader(numbered(5), { generator })).toThrow(ReferenceError);
    expect(() => new data.DataLoader(numbered(5), { generator: 5 as never })).toThrow(/a Generator, got 5/);
  });
});
