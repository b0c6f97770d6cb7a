/** @file Tensors along axes: sums, moments, extremes, softmax, products. */

import { checkAxis, checkBoolean, checkInts, checkNumber, checkOptions, shown } from './check.js';
import type { Tensor } from './tensor.js';
import { TensorMaths } from './tensor-maths.js';
import { checkTensor, wrap } from './tensor-values.js';

/** What reductions share. */
export interface ReduceOptions {
  /** Keep the reduced axes with size 1. */
  keepdim?: boolean;
}

/** What var and std take. */
export interface VarOptions extends ReduceOptions {
  /** Divide by n − correction; 1 by default ("unbiased"), 0 for the population variance. */
  correction?: number;
  /** PyTorch's older name: false is correction 0. */
  unbiased?: boolean;
}

/** What norm takes. */
export interface NormOptions extends ReduceOptions {
  /** The order of the norm, above 0 or Infinity; 2 by default. */
  p?: number;
}

/** What max and min along an axis give. */
export interface Extreme {
  /** The largest (smallest) elements. */
  values: Tensor;
  /** Positions of the first largest (smallest) elements, int64. */
  indices: Tensor;
}

/** One axis or several; negative ones count from the end. */
export type Dims = number | number[];

/** Operations along axes. Without `dim`, over all elements. */
export class TensorReductions extends TensorMaths {
  /** Σ x. Down the rows it adds in float32, row after row, as PyTorch does. */
  sum(dim?: Dims, options?: ReduceOptions): Tensor {
    return this.#reduce('sum', dim, options);
  }
  /** Σ x / n. */
  mean(dim?: Dims, options?: ReduceOptions): Tensor {
    return this.#reduce('mean', dim, options);
  }
  /** Variance with n − 1 in the divisor, as PyTorch's default; `{ unbiased: false }` divides by n. */
  var(dim?: Dims, options?: VarOptions): Tensor {
    return this.#spread('var', dim, options);
  }
  /** √var, with the same default. */
  std(dim?: Dims, options?: VarOptions): Tensor {
    return this.#spread('std', dim, options);
  }
  /** (Σ |x|^p)^(1/p). */
  norm(dim?: Dims, options?: NormOptions): Tensor {
    const { p = 2, keepdim = false } = checkOptions('norm', options, ['p', 'keepdim']);
    if (p !== Infinity) checkNumber('norm', 'p', p);
    return wrap(this.raw._norm(p, toDims('norm', dim), checkBoolean('norm', 'keepdim', keepdim)));
  }
  /** Whether some element is not 0. */
  any(dim?: Dims, options?: ReduceOptions): Tensor {
    return wrap(this.raw._flatReduce('any', toDims('any', dim), keepdim('any', options)));
  }
  /** Whether each element is not 0. */
  all(dim?: Dims, options?: ReduceOptions): Tensor {
    return wrap(this.raw._flatReduce('all', toDims('all', dim), keepdim('all', options)));
  }
  /** The largest element; along `dim`, the largest ones and their positions. NaN counts as the largest. */
  max(): Tensor;
  max(dim: number, options?: ReduceOptions): Extreme;
  max(dim?: number, options?: ReduceOptions): Tensor | Extreme {
    return this.#extreme('max', dim, options);
  }
  /** The smallest element; along `dim`, the smallest ones and their positions. NaN counts as the smallest. */
  min(): Tensor;
  min(dim: number, options?: ReduceOptions): Extreme;
  min(dim?: number, options?: ReduceOptions): Tensor | Extreme {
    return this.#extreme('min', dim, options);
  }
  /** The largest elements along one or several axes. */
  amax(dim?: Dims, options?: ReduceOptions): Tensor {
    return this.#reduce('amax', dim, options);
  }
  /** The smallest elements along one or several axes. */
  amin(dim?: Dims, options?: ReduceOptions): Tensor {
    return this.#reduce('amin', dim, options);
  }
  /** Position of the first largest element along `dim`; without it, in the flattened tensor. int64. */
  argmax(dim?: number, options?: ReduceOptions): Tensor {
    return this.#argBest('argmax', dim, options);
  }
  /** Position of the first smallest element along `dim`; without it, in the flattened tensor. int64. */
  argmin(dim?: number, options?: ReduceOptions): Tensor {
    return this.#argBest('argmin', dim, options);
  }
  /** e^x / Σ e^x along `dim`, the last axis by default. */
  softmax(dim = -1): Tensor {
    return this.#along('softmax', dim);
  }
  /** log(softmax(x)), computed so that it never underflows. */
  logSoftmax(dim = -1): Tensor {
    return this.#along('logSoftmax', dim);
  }
  /**
   * Matrix product of (…, n, k) and (…, k, m); the leading sizes broadcast. A tensor of rank 1 is a row on the left and
   * a column on the right.
   */
  matmul(other: Tensor): Tensor {
    return wrap(this.raw._binary('matmul', checkTensor('matmul', 'the other operand', other).raw));
  }

  #reduce(name: string, dim: Dims | undefined, options: ReduceOptions | undefined): Tensor {
    return wrap(this.raw._reduce(name, toDims(name, dim), keepdim(name, options)));
  }
  #spread(name: string, dim: Dims | undefined, options: VarOptions | undefined): Tensor {
    return wrap(this.raw._spread(name, toDims(name, dim), ...varOptions(name, options)));
  }
  #extreme(name: 'max' | 'min', dim: unknown, options: ReduceOptions | undefined): Tensor | Extreme {
    const keep = keepdim(name, options);
    if (dim === undefined) return wrap(this.raw._unary(name));
    if (Array.isArray(dim)) {
      throw new TypeError(`[${name}] expected one dim, got ${shown(dim)}; a${name}([…]) takes several`);
    }
    const { values, indices } = this.raw._extreme(name, checkAxis(name, dim), keep);
    return { values: wrap(values), indices: wrap(indices) };
  }
  #argBest(name: 'argmax' | 'argmin', dim: number | undefined, options: ReduceOptions | undefined): Tensor {
    const keep = keepdim(name, options);
    if (dim !== undefined) return wrap(this.raw._arg(name, checkAxis(name, dim), keep));
    const flat = this.raw._reshape([-1]);
    try {
      return wrap(flat._arg(name, 0, false));
    } finally {
      flat.delete();
    }
  }
  #along(name: 'softmax' | 'logSoftmax', dim: number): Tensor {
    const axis = checkAxis(name, dim);
    const rank = this.shape.length;
    if (axis === -1 || axis === rank - 1) return wrap(this.raw._unary(name));
    const turned = this.raw._transpose(axis, -1);
    const result = turned._unary(name);
    try {
      return wrap(result._transpose(axis, -1));
    } finally {
      turned.delete();
      result.delete();
    }
  }
}

function toDims(tag: string, dim: Dims | undefined): number[] {
  return dim === undefined ? [] : checkInts(tag, 'dim', dim, -8);
}

function keepdim(tag: string, options: ReduceOptions | undefined): boolean {
  const { keepdim: keep = false } = checkOptions(tag, options, ['keepdim']);
  return checkBoolean(tag, 'keepdim', keep);
}

function varOptions(tag: string, options: VarOptions | undefined): [correction: number, keepdim: boolean] {
  const { unbiased = true, correction = Number(checkBoolean(tag, 'unbiased', unbiased)), keepdim: keep = false } =
    checkOptions(tag, options, ['keepdim', 'correction', 'unbiased']);
  return [checkNumber(tag, 'correction', correction), checkBoolean(tag, 'keepdim', keep)];
}
