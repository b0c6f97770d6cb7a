/** @file BatchNorm over several calls, and what asks for more than a gradient. */
import { expect } from 'vitest';
import { functional, nn } from '../../../web/api/index.js';
import { type Input, tensorOf } from '../cases.js';
import type { Op } from '../op.js';

const trainSequence: Op = (input, { dtype }) => {
  const layer = new nn.BatchNorm1d(1, { momentum: input.momentum }).to(dtype);
  const after = (input.batches as Input[]).map((batch) => {
    layer(tensorOf(batch as never, dtype));
    return {
      running_mean: layer.runningMean!.item(),
      running_var: layer.runningVar!.item(),
      num_batches_tracked: layer.numBatchesTracked!.item(),
    };
  });
  return { after_each: after };
};

/** A second look at the same step goes without the statistics: the same numbers, and nothing moves. */
const recompute: Op = (input, { dtype }) => {
  expect(input.forwards_for_one_step).toBe(2);
  const x = tensorOf(input.x, dtype);
  const mean = tensorOf(input.running_mean, dtype);
  const variance = tensorOf(input.running_var, dtype);
  const y = functional.batchNorm(x, mean, variance, { training: true, momentum: input.momentum });
  const again = functional.batchNorm(x, null, null, { training: true });
  expect(again.data()).toEqual(y.data());
  return { running_mean: mean, running_var: variance };
};

const higherOrder: Op = (input, { dtype }) => {
  const x = tensorOf(input.x, dtype, true);
  const phi = functional
    .batchNorm(x, null, null, { training: true, eps: input.eps })
    .mul(tensorOf(input.v, dtype).reshape([4, 1]))
    .sum();
  phi.backward(undefined, { createGraph: true as never });
  return {};
};

export const ops: Record<string, Op> = {
  'batch_norm.train_sequence': trainSequence,
  'batch_norm.higher_order': higherOrder,
};
export const byId: Record<string, Op> = { B15_bn_recompute: recompute };
