/** @file Cross entropy and softmax. */
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

export const ops: Record<string, Op> = {
  cross_entropy: crossEntropy,
  cross_entropy_soft: softTargets,
  softmax,
};
