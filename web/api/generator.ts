/** @file Random streams of one's own, as torch.Generator. */

import { checkInt, shown } from './check.js';
import { engine } from './engine.js';
import { Owned } from './memory.js';
import type { RawGenerator } from './raw.js';

/** A random stream: the draws of functions that are given it are PyTorch's for the same seed, and touch no other. */
export class Generator extends Owned<RawGenerator> {
  /** Starts with PyTorch's seed 67280421310721. */
  constructor() {
    super('Generator', engine()._Generator._make());
  }

  /** Restarts the stream. `seed`: a whole number, or a bigint in −2^63..2^64−1. Returns this. */
  manualSeed(seed: number | bigint): this {
    this.raw._manualSeed(checkSeed(seed));
    return this;
  }
  /** The seed it was started with, between 0 and 2^64 − 1; a bigint where a number would not be exact. */
  initialSeed(): number | bigint {
    const seed = BigInt(this.raw._initialSeed());
    return seed <= Number.MAX_SAFE_INTEGER ? Number(seed) : seed;
  }
}

let standard: RawGenerator | null = null;

/** @internal The wasm object of a generator; without one, of the default generator. */
export function rawGenerator(tag: string, generator: Generator | undefined): RawGenerator {
  if (generator === undefined) return (standard ??= engine()._Generator._default());
  return checkGenerator(tag, generator).raw;
}

/** @internal */
export function checkGenerator(tag: string, value: unknown): Generator {
  if (!(value instanceof Generator)) {
    throw new TypeError(`[${tag}] expected generator to be a Generator, got ${shown(value)}`);
  }
  return value;
}

/**
 * Seeds the default generator: the draws that follow are PyTorch's for the same seed.
 * `seed`: a whole number, or a bigint in −2^63..2^64−1.
 */
export function manualSeed(seed: number | bigint): void {
  rawGenerator('manualSeed', undefined)._manualSeed(checkSeed(seed));
}

function checkSeed(seed: number | bigint): string {
  if (typeof seed !== 'bigint') checkInt('manualSeed', 'seed', seed, -(2 ** 53), 2 ** 53);
  else if (seed < -(2n ** 63n) || seed >= 2n ** 64n) {
    throw new TypeError(`[manualSeed] expected seed in -2^63..2^64-1, got ${seed}n`);
  }
  return String(seed);
}
