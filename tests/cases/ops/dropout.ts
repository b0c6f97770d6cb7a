/** @file Dropout, as a function and as a layer. */
import { expect } from 'vitest';
import { functional, manualSeed, nn, ones, rand, tensor } from '../../../web/api/index.js';
import { tensorOf, toNumber } from '../cases.js';
import type { Op } from '../op.js';

const dropout: Op = (input, run) => {
  const p = toNumber(input.p);
  const x = tensorOf(input.x, run.dtype, true);
  run.watch(() => [x.toArray(), x.grad?.toArray()]);
  manualSeed(input.seed ?? 0);
  const y = functional.dropout(x, p);
  manualSeed(input.seed ?? 0);
  expect(new nn.Dropout(p)(x.detach()).toArray()).toEqual(y.toArray());
  const gradient = input.grad_out === undefined ? ones(x.shape).to(run.dtype) : tensorOf(input.grad_out, run.dtype);
  y.backward(gradient);
  const values = [...y.data()];
  // The mask of the forward pass is that of the backward pass.
  const scale =
    p === 1
      ? 0
      : tensor(1, { dtype: run.dtype })
          .div(tensor(1 - p, { dtype: run.dtype }))
          .item();
  const kept = values.map((value) => value !== 0);
  expect([...x.grad!.data()]).toEqual(kept.map((on) => (on ? scale : 0)));
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const keptFraction = kept.filter(Boolean).length / values.length;
  return { y, dx: x.grad, allowed_per_element: y, mean, kept_fraction: keptFraction };
};

const evaluation: Op = (input, { dtype }) => {
  const x = tensorOf(input.x, dtype);
  manualSeed(input.seed);
  const layer = new nn.Dropout(input.p).eval();
  let y = x;
  for (let i = 0; i < input.repeat; i += 1) {
    y = layer(x);
    expect(functional.dropout(x, input.p, false).toArray()).toEqual(y.toArray());
  }
  const next = rand([1]).item();
  manualSeed(input.seed);
  expect(rand([1]).item()).toBe(next);
  return { y };
};

/** The seed whose mask is the case's: masks are drawn, not handed in. */
const zeroInput: Op = (input, { dtype }) => {
  const x = tensorOf(input.x, dtype, true);
  const scaled = (input.mask as number[]).map((kept) => kept / (1 - input.p));
  const drawn = (seed: number): number[] => {
    manualSeed(seed);
    return [...functional.dropout(ones([input.mask.length]), input.p).data()];
  };
  let seed = 0;
  while (String(drawn(seed)) !== String(scaled)) seed += 1;
  manualSeed(seed);
  functional.dropout(x, input.p).backward(tensorOf(input.grad_out, dtype));
  return { dx: x.grad };
};

export const ops: Record<string, Op> = {
  'dropout.train': dropout,
  'dropout.train_backward': dropout,
  'dropout.eval': evaluation,
};
export const byId: Record<string, Op> = { D04_dropout_zero_input: zeroInput };
