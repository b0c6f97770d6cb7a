/** @file Random words, uniform numbers, order. */
import { expect } from 'vitest';
import { manualSeed, rand, randint, randperm } from '../../../web/api/index.js';
import type { Op } from '../op.js';

/** Raw 32-bit words: PyTorch draws an integer below 2³²−1 as one word modulo that. */
function words(seed: number, count: number): number[] {
  manualSeed(seed);
  return [...randint(0, 2 ** 32 - 1, [count]).data()];
}

const rawWords: Op = ({ seed, count = 0, index = 0 }) => {
  const drawn = words(seed, Math.max(count, index));
  return { words: drawn.slice(0, count), word: drawn[index - 1] };
};

/**
 * Of the conversions that the case offers ours is PyTorch's (and 53 bits for float64); the others follow from the
 * words.
 */
const uniform: Op = ({ seed }) => {
  const drawn = words(seed, 8);
  manualSeed(seed);
  // 53 low bits of two words, the first on top: torch.rand with dtype float64.
  const both = (BigInt(drawn[0]) << 32n) | BigInt(drawn[1]);
  expect(rand([1], { dtype: 'float64' }).item()).toBe(Number(both & ((1n << 53n) - 1n)) / 2 ** 53);
  manualSeed(seed);
  const pairs = [0, 2, 4, 6].map((i) => ((drawn[i] >>> 5) * 2 ** 26 + (drawn[i + 1] >>> 6)) / 2 ** 53);
  return {
    'low24/2^24 (torch.rand float32)': rand([8]),
    'top24/2^24': drawn.map((word) => (word >>> 8) / 2 ** 24),
    '53bit from word pairs (numpy legacy)': pairs,
    'word/2^32 in double': drawn.slice(0, 4).map((word) => word / 2 ** 32),
  };
};

/** Our words under the case's rule give its permutation; our own rule is PyTorch's, with PyTorch's numbers. */
const shuffle: Op = ({ seed, n, algorithm }) => {
  expect(algorithm).toBe('for i=n-1..1: j = next32() % (i+1); swap(a[i],a[j])');
  const drawn = words(seed, n);
  const order = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i -= 1) {
    const j = drawn[n - 1 - i] % (i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  manualSeed(seed);
  // torch.manual_seed(42); torch.randperm(10)
  expect(randperm(n).toArray()).toEqual([2, 6, 1, 8, 4, 5, 0, 9, 3, 7]);
  return { permutation: order };
};

export const ops: Record<string, Op> = {
  'rng.mt19937_raw': rawWords,
  'rng.uniform': uniform,
  'rng.shuffle': shuffle,
};
