/** @file Graphs: shared nodes, deep chains, second backward, what is freed. */
import { expect } from 'vitest';
import { engineHeap } from '../../api/engine.js';
import {
  functional,
  memory,
  nn,
  noGrad,
  ones,
  optim,
  randn,
  Scope,
  tensor,
  type Tensor,
  tidy,
} from '../../../web/api/index.js';
import { type Input, toNumber } from '../cases.js';
import type { Behaviour, Op } from '../op.js';

/** Runs lines like "b=a*3; c=b+b; backward(c)" on scalars. */
const scalarProgram: Op = (input, { dtype }) => {
  const names = new Map<string, Tensor>();
  const leaves = Object.entries(input.values as Record<string, number>);
  for (const [name, value] of leaves) names.set(name, tensor(value, { dtype, requiresGrad: true }));
  for (const line of (input.program as string).split(';').map((part) => part.trim())) {
    const call = /^backward\((\w+)\)$/.exec(line);
    if (call) names.get(call[1])!.backward();
    else {
      const [name, expression] = line.split('=');
      names.set(name, evaluate(expression, names));
    }
  }
  return { grad: Object.fromEntries(leaves.map(([name]) => [name, names.get(name)!.grad])) };
};

function evaluate(expression: string, names: Map<string, Tensor>): Tensor {
  const terms = expression.split('+').map((term) => {
    const factors = term.split('*').map((factor) => names.get(factor) ?? Number(factor));
    return factors.reduce((product, factor) => (product as Tensor).mul(factor as Tensor | number)) as Tensor;
  });
  return terms.reduce((sum, term) => (typeof term === 'number' ? sum.add(term) : sum.add(term)));
}

const zeroGrad: Op = (input, { dtype }) => {
  expect(input.f).toBe('w*w');
  const w = tensor(input.w as number, { dtype, requiresGrad: true });
  const optimizer = new optim.SGD([w], { lr: input.lr });
  for (let step = 0; step < input.steps; step += 1) {
    optimizer.zeroGrad();
    w.mul(w).backward();
    optimizer.step();
  }
  return { w };
};

const deepChain: Op = (input, { dtype }) => {
  expect(input.step).toBe('y = y + y*0.001');
  const once = (): Record<string, unknown> => {
    const x = tensor(input.x as number, { dtype, requiresGrad: true });
    return tidy(() => {
      let y: Tensor = x;
      for (let i = 0; i < input.repeat; i += 1) y = y.add(y.mul(0.001));
      expect(memory().nodes).toBeGreaterThanOrEqual(2 * input.repeat);
      y.backward();
      return { y: y.item(), grad: x.grad!.item() };
    });
  };
  const { nodes } = memory();
  const first = once();
  expect(memory().nodes).toBe(nodes);
  expect(once()).toEqual(first);
  expect(memory().nodes).toBe(nodes);
  return first;
};

const guards: Op = (input, { dtype }) => {
  const x = tensor((input.values as never[]).map(toNumber), { dtype });
  // x − x is 0 for finite numbers only: a folded comparison would say otherwise.
  expect(x.sub(x).eq(0).toArray()).toEqual(x.isfinite().toArray());
  return { is_finite: x.isfinite().toArray() };
};

/** relu_ on a copy: a leaf that requires a gradient may not be changed in place. */
const inplace: Op = (input, { dtype }) => {
  expect(input.program).toBe('r=relu_(z); r+=x; loss=sum(r*c)');
  const z = tensor(input.z as number[], { dtype, requiresGrad: true });
  const x = tensor(input.x as number[], { dtype, requiresGrad: true });
  expect(() => z.relu_()).toThrow(/leaf/);
  const r = z.clone().relu_();
  r.add_(x);
  r.mul(tensor(input.c as number[], { dtype }))
    .sum()
    .backward();
  return { dz: z.grad, dx: x.grad };
};

/** Everything that a training step can do, with the graph kept, dropped or never walked. */
const liveCount: Behaviour = (input: Input) => {
  const model = new nn.Sequential(new nn.Linear(8, 8), new nn.BatchNorm1d(8), new nn.Tanh());
  const x = randn([16, 8]);
  const bad = ones([3]);
  const variants: Record<string, () => void> = {
    'forward+backward': () => model(x).square().sum().backward(),
    'forward only': () => void model(x).square().sum(),
    'throws inside backward': () => expect(() => model(x).backward()).toThrow(/one element/),
    'train-mode batch norm': () => void functional.batchNorm(x, null, null, { training: true }),
    'predict loop': () => void noGrad(() => model(x)),
    'throws inside forward': () => expect(() => model(x).matmul(bad)).toThrow(RangeError),
  };
  for (const name of input.variants as string[]) expect(Object.keys(variants)).toContain(name);
  for (const [name, step] of Object.entries(variants)) {
    const scope = new Scope();
    const counts: number[] = [];
    let heap = 0;
    for (let k = 1; k <= 1000; k += 1) {
      scope.run(step);
      scope.dispose();
      counts.push(memory().nodes);
      if (k === 100) heap = engineHeap();
    }
    for (const steps of input.steps as number[]) expect(counts[steps - 1], name).toBe(counts[0]);
    expect(engineHeap(), name).toBe(heap);
  }
};

export const ops: Record<string, Op> = {
  'autograd.scalar': scalarProgram,
  'trainer.sgd': zeroGrad,
  'autograd.scalar_chain': deepChain,
  'autograd.inplace': inplace,
  'build.nan_guard': guards,
};
export const behaviours: Record<string, Behaviour> = { 'engine.leak': liveCount };
