/** @file What tells a model where in its sequence a token stands. */

import { checkInt } from '../check.js';
import { arange, randn, stack } from '../create.js';
import { noGrad } from '../grad-mode.js';
import { tidy } from '../memory.js';
import { checkTensor, Parameter, type Tensor } from '../tensor.js';
import { Module } from './module.js';

function addTable(tag: string, x: Tensor, table: Tensor): Tensor {
  const { shape } = checkTensor(tag, 'the input', x);
  const [rows, dim] = table.shape;
  const length = shape.at(-2) ?? 0;
  if (shape.length < 2 || shape.at(-1) !== dim || length > rows) {
    throw new RangeError(`[${tag}] expected x of shape (…, up to ${rows}, ${dim}), got (${shape.join(', ')})`);
  }
  const part = table.slice(0, 0, length);
  const y = x.add(part);
  part.dispose();
  return y;
}

/**
 * x (…, L, E) + weight[:L]: a learned vector for each place. `weight` (maxLength, E) starts with standard normal draws,
 * those of an Embedding of its size.
 */
export class LearnedPositions extends Module {
  /** (maxLength, E). */
  readonly weight: Parameter;

  constructor(maxLength: number, embedDim: number) {
    super();
    checkInt('LearnedPositions', 'maxLength', maxLength, 1);
    checkInt('LearnedPositions', 'embedDim', embedDim, 1);
    const start = randn([maxLength, embedDim]);
    this.weight = new Parameter(start);
    start.dispose();
  }

  /** What positions(x) computes. */
  override forward(x: Tensor): Tensor {
    return addTable(this.className, x, this.weight);
  }
}

/**
 * x (…, L, E) + table[:L], where row p of the table holds sin(p / 10000^(2 i / E)) and the cosine of the same side by
 * side, for i = 0, 1, …; E is even. Nothing is learned. Source: Vaswani et al. 2017, section 3.5.
 */
export class SinusoidalPositions extends Module {
  readonly #table: Tensor;

  constructor(maxLength: number, embedDim: number) {
    super();
    checkInt('SinusoidalPositions', 'maxLength', maxLength, 1);
    checkInt('SinusoidalPositions', 'embedDim', embedDim, 2);
    if (embedDim % 2 !== 0) throw new TypeError(`[SinusoidalPositions] expected an even embedDim, got ${embedDim}`);
    const double = { dtype: 'float64' } as const;
    this.#table = tidy(() =>
      noGrad(() => {
        const rates = arange(0, embedDim, 2, double).mul(-Math.log(10000) / embedDim).exp();
        const angles = arange(0, maxLength, 1, double).unsqueeze(1).mul(rates);
        return stack([angles.sin(), angles.cos()], 2).reshape(maxLength, embedDim).float();
      }),
    );
  }

  /** What positions(x) computes. */
  override forward(x: Tensor): Tensor {
    checkTensor(this.className, 'the input', x);
    if (x.dtype !== 'float64') return addTable(this.className, x, this.#table);
    const table = this.#table.double();
    const y = addTable(this.className, x, table);
    table.dispose();
    return y;
  }

  /** @internal */
  override disposeNative(): void {
    this.#table.dispose();
  }
}
