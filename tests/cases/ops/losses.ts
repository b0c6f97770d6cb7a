/** @file Cross entropy, softmax and attention. */
import { expect } from 'vitest';
import { functional, nn, tensor } from '../../../web/api/index.js';
import { type Json, tensorOf, toNumber } from '../cases.js';
import type { Op } from '../op.js';

/** Targets as a learner writes them, with what is no number at all. */
function target(value: Json): unknown {
  if (value === 'undefined (JS)') return undefined;
  if (value === 'null (JS)') return null;
  if (value === "'1' (JS string)") return '1';
  return toNumber(value);
}

const crossEntropy: Op = (input, run) => {
  const logits = tensorOf(input.logits, run.dtype, true);
  run.watch(() => [logits.toArray(), logits.grad?.toArray()]);
  const classes = tensor((input.targets as Json[]).map(target) as number[], { dtype: 'int64' });
  const loss = new nn.CrossEntropyLoss()(logits, classes);
  loss.backward();
  const rows = (input.targets as Json[]).map((_, row) =>
    functional.crossEntropy(logits.detach().slice(0, row, row + 1), classes.slice(0, row, row + 1)).item(),
  );
  return { loss, per_sample: rows, dlogits: logits.grad };
};

const softTargets: Op = (input, { dtype }) => ({
  loss: functional.crossEntropy(tensorOf(input.logits, dtype), tensorOf(input.p, dtype).reshape([1, -1])),
});

const softmax: Op = (input, { dtype }) => ({ y: tensorOf(input.x, dtype).softmax() });

/** A row that may look at nothing gets zeros, forward and backward. */
const attention: Op = (input, { dtype }) => {
  expect(input.scale).toBe('1/sqrt(2)');
  const [q, k, v] = [input.Q, input.K, input.V].map((each) => tensorOf(each, dtype, true));
  const attnMask = tensor(input['mask(1=blocked)'] as number[][]).eq(0);
  const out = functional.scaledDotProductAttention(q, k, v, { attnMask });
  out.backward(tensorOf(input.grad_out, dtype));
  // Of values that are a unit matrix, attention gives its weights.
  const unit = tensor([[1, 0], [0, 1]], { dtype });
  return { weights: functional.scaledDotProductAttention(q, k, unit, { attnMask }), out, dQ: q.grad, dK: k.grad, dV: v.grad };
};

export const ops: Record<string, Op> = {
  cross_entropy: crossEntropy,
  cross_entropy_soft: softTargets,
  softmax,
  'attention.forward_backward': attention,
};
