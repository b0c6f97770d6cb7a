/** @file The numbers of PyTorch in tests/golden/golden_encoder.json, and how what is computed is held beside them. */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { type nn, rand, tensor, type Tensor } from '../../web/api/index.js';
import { crc32 } from './crc32.js';

export const golden = JSON.parse(
  readFileSync(new URL('../golden/golden_encoder.json', import.meta.url), 'utf8'),
) as typeof import('../golden/golden_encoder.json');

export type Numbers = { shape: number[]; data: number[] };

export function tensorOf({ shape, data }: Numbers, requiresGrad = false): Tensor {
  const x = tensor(Float64Array.from(data), { dtype: 'float64' }).reshape(shape).detach();
  x.requiresGrad = requiresGrad;
  return x;
}

/** Sums of some hundred products of numbers around 1, in another order: some hundred roundings of 1e-16. */
export function expectNear(got: Tensor | null, want: Numbers | number[], tolerance = 1e-11): void {
  const values = Array.isArray(want) ? want : want.data;
  if (!Array.isArray(want)) expect(got!.shape).toEqual(want.shape);
  got!.data().forEach((value, index) => {
    const most = tolerance * (1 + Math.abs(values[index]));
    expect(Math.abs(value - values[index]), `element ${index}`).toBeLessThanOrEqual(most);
  });
}

export function expectBits(model: nn.Module, bits: { keys: object; then_rand2: number[] }): void {
  expect(rand(2).toArray()).toEqual(bits.then_rand2);
  expect(Object.fromEntries([...model.stateDict()].map(([key, value]) => [key, crc32(value)]))).toEqual(bits.keys);
  expect([...model.stateDict().keys()]).toEqual(Object.keys(bits.keys));
}
