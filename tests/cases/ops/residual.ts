/** @file Residual connections: the place of the norm, and a branch of another shape. */
import { expect } from 'vitest';
import { nn, type Tensor } from '../../../web/api/index.js';
import { tensorOf } from '../cases.js';
import type { Op } from '../op.js';

/** A sub-layer from a function. */
class Branch extends nn.Module {
  constructor(private readonly f: (x: Tensor) => Tensor) {
    super();
  }
  override forward(x: Tensor): Tensor {
    return this.f(x);
  }
}

const placed =
  (place: 'pre' | 'post'): Op =>
  (input, { dtype }) => {
    expect(input.f).toBe('2*v+1');
    const x = tensorOf(input.x, dtype);
    const norm = new nn.LayerNorm(x.shape.at(-1)!, { eps: input.eps, elementwiseAffine: false });
    const block = new nn.ResidualConnection(new Branch((v) => v.mul(2).add(1)), { norm, place });
    return { y: block(x) };
  };

const otherShape: Op = (input, run) => {
  const x = tensorOf(input.x, run.dtype);
  const branch = tensorOf(input.branch, run.dtype);
  const norm = new nn.BatchNorm1d(3).to(run.dtype);
  run.watch(() => [x.toArray(), branch.toArray()]);
  return { y: new nn.ResidualConnection(new Branch(() => branch), { norm })(x) };
};

export const ops: Record<string, Op> = {
  'residual.pre_norm': placed('pre'),
  'residual.post_norm': placed('post'),
  'residual.add': otherShape,
};
