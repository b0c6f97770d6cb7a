/** @file One expression after another against PyTorch's numbers: tests/golden/make_tensor.py made them. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../web/api/index.js';
import { loadEngine } from './engine.js';

interface Case {
  python: string;
  js: string;
  dtype: string;
  shape: number[];
  values: string[];
  grads: Record<string, string[]>;
}

const { cases } = JSON.parse(
  readFileSync(new URL('../golden/golden_tensor.json', import.meta.url), 'utf8'),
) as { cases: Case[] };

const { cat, stack, where } = api;
type Inputs = Record<string, api.Tensor>;

function inputs(): Inputs {
  api.manualSeed(0);
  const [x, y, z] = [api.randn([3, 4]), api.randn([3, 4]), api.randn([2, 3, 4])];
  const [w, v, p] = [api.randn([2, 4, 5]), api.randn(4), api.rand([3, 4]).add(0.5)];
  const leaves = { x, y, z, w, v, p };
  for (const leaf of Object.values(leaves)) leaf.requiresGrad = true;
  const m = api.rand([3, 4]).gt(0.5);
  const k = api.randint(0, 4, [3, 4]);
  return { ...leaves, i: api.tensor([2, 1], { dtype: 'int64' }), m, k };
}

function evaluate(js: string, named: Inputs): api.Tensor {
  const scope = { cat, stack, where, ...named };
  return new Function(...Object.keys(scope), `return ${js};`)(...Object.values(scope)) as api.Tensor;
}

/** Both sides are float32 sums of at most 24 products: 2^-24 for each rounding, relative to the largest number met. */
function expectNumbers(actual: ArrayLike<number>, expected: string[], what: string): void {
  const wanted = expected.map(Number);
  const largest = Math.max(1, ...wanted.map(Math.abs).filter(Number.isFinite));
  expect(actual.length, what).toBe(wanted.length);
  wanted.forEach((value, index) => {
    const difference = Math.abs(actual[index] - value);
    expect(difference <= 24 * 2 ** -24 * largest || Object.is(actual[index], value), `${what}[${index}]: ${actual[index]} for ${value}`)
      .toBe(true);
  });
}

describe('tensors against PyTorch', () => {
  beforeAll(loadEngine);

  it.each(cases)('$python', ({ js, dtype, shape, values, grads }) => {
    api.tidy(() => {
      const named = inputs();
      const result = evaluate(js, named);
      expect(result.dtype).toBe(dtype);
      expect(result.shape).toEqual(shape);
      expectNumbers(result.data(), values, 'values');
      expect(result.requiresGrad).toBe(Object.keys(grads).length > 0);
      if (!result.requiresGrad) return;
      const weights = api.arange(1, result.size + 1).reshape(shape);
      result.mul(weights).sum().backward();
      for (const [name, tensor] of Object.entries(named)) {
        expect(tensor.grad === null, `${name} has a gradient`).toBe(!(name in grads));
        if (tensor.grad !== null) expectNumbers(tensor.grad.data(), grads[name], `gradient of ${name}`);
      }
    });
  });
});
