/** @file Optimisers, schedules and batches. */
import { data, optim, tensor, zeros } from '../../../web/api/index.js';
import type { Op } from '../op.js';

type Group = optim.Optimizer & { lr: number };

function afterEach(make: (p: ReturnType<typeof tensor>) => Group): Op {
  return (input, { dtype }) => {
    const p = tensor([input.p as number], { dtype, requiresGrad: true });
    const optimizer = make(p);
    const values = (input.grads as number[]).map((gradient, step) => {
      if (input.lr_per_step !== undefined) optimizer.lr = input.lr_per_step[step];
      optimizer.zeroGrad();
      p.mul(gradient).sum().backward();
      optimizer.step();
      return p.item();
    });
    return { p_after_each: values };
  };
}

const sgd: Op = (input, run) => {
  const { lr = input.lr_per_step?.[0], mu = 0, damp = 0, wd = 0, nesterov = false } = input;
  const options = { lr, momentum: mu, dampening: damp, weightDecay: wd, nesterov };
  return afterEach((p) => new optim.SGD([p], options))(input, run);
};

const split: Op = ({ n, batch_size: batchSize }) => {
  const dataset = new data.TensorDataset(zeros([n, 1]));
  const sizes = [...new data.DataLoader(dataset, { batchSize })].map(([x]) => x.shape[0]);
  const dropping = new data.DataLoader(dataset, { batchSize, dropLast: true });
  return {
    batches: new data.DataLoader(dataset, { batchSize }).length,
    last: sizes.at(-1) ?? null,
    has_single: sizes.at(-1) === 1,
    batches_if_drop_last: [...dropping].length,
  };
};

export { afterEach };
export const ops: Record<string, Op> = { sgd, 'data.split': split };
