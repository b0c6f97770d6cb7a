/** @file Optimisers, schedules and batches. */
import { expect } from 'vitest';
import { data, optim, tensor, zeros } from '../../../web/api/index.js';
import type { Behaviour, Op } from '../op.js';

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

const adam: Op = (input, run) => {
  const { lr, beta1, beta2, eps, weight_decay: weightDecay } = input;
  return afterEach((p) => new optim.Adam([p], { lr, betas: [beta1, beta2], eps, weightDecay }))(input, run);
};

/** The rates of the first steps under a factor of ours. */
function rates(base: number, factor: (t: number) => number, steps: number): number[] {
  const optimizer = new optim.SGD([tensor([1], { requiresGrad: true })], { lr: base });
  const scheduler = new optim.lrScheduler.LambdaLR(optimizer, factor);
  return Array.from({ length: steps }, () => {
    const { lr } = optimizer;
    optimizer.step();
    scheduler.step();
    return lr;
  });
}

const warmup: Op = ({ base, warmup: steps, steps: count }) => ({
  lr: rates(base, optim.lrScheduler.warmup(steps), count),
});

const warmupToTheEnd: Behaviour = ({ base, warmup: steps, total }) => {
  const lr = rates(base, optim.lrScheduler.warmupCosine(steps, total), total);
  expect(lr.every((rate) => Number.isFinite(rate) && rate > 0)).toBe(true);
  expect(lr).toEqual([...lr].sort((a, b) => a - b));
  expect(lr.at(-1)).toBe(base);
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

export const ops: Record<string, Op> = { sgd, adam, 'lr.warmup': warmup, 'data.split': split };
export const behaviours: Record<string, Behaviour> = { 'lr.warmup_cosine': warmupToTheEnd };
