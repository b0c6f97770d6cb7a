/** What tells a model where a token stands. */
import { beforeAll, describe, expect, it } from 'vitest';
import { manualSeed, nn, zeros } from '../../web/api/index.js';
import { loadEngine } from './engine.js';
import { golden } from './golden-encoder.js';

beforeAll(loadEngine);

describe('positions', () => {
  it('are sines and cosines as the usual recipe has them, rounded once', () => {
    const { shape, data } = golden.sinusoidal;
    const table = new nn.SinusoidalPositions(20, 6)(zeros([12, 6]));
    expect(table.shape).toEqual(shape);
    // Half a unit in the last place of float32 numbers up to 1.
    table.data().forEach((value, index) => expect(Math.abs(value - data[index])).toBeLessThanOrEqual(2 ** -25 + 1e-12));
  });

  it('learn a vector for each place, which starts as the draws of an Embedding', () => {
    manualSeed(6);
    const embedding = new nn.Embedding(7, 4);
    manualSeed(6);
    const positions = new nn.LearnedPositions(7, 4);
    expect(positions.weight.toArray()).toEqual(embedding.weight.toArray());
    positions(zeros([2, 3, 4])).sum().backward();
    expect(positions.weight.grad!.sum(1).toArray()).toEqual([8, 8, 8, 0, 0, 0, 0]);
    expect(() => positions(zeros([8, 4]))).toThrow('[LearnedPositions] expected x of shape (…, up to 7, 4), got (8, 4)');
    expect(() => new nn.SinusoidalPositions(4, 3)).toThrow('expected an even embedDim, got 3');
  });
});
