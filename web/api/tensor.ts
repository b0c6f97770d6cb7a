/** @file Tensor: numbers with a shape, a dtype and gradients. Names and rules are PyTorch's, in camelCase. */

import { checkAxis, checkBoolean, checkInt, checkInts, checkOptions, checkShape } from './check.js';
import { type IndexItem, toIndexItems } from './index-items.js';
import type { RawTensor } from './raw.js';
import { checkOperand, type Operand } from './tensor-maths.js';
import { TensorReductions } from './tensor-reductions.js';
import { checkTensor, setConstructor, wrap } from './tensor-values.js';

export type { IndexItem } from './index-items.js';
export type { Operand } from './tensor-maths.js';
export type { Dims, Extreme, NormOptions, ReduceOptions, VarOptions } from './tensor-reductions.js';
export { checkTensor, type Nested } from './tensor-values.js';

/**
 * Numbers in a shape, which may remember how they were computed. Made by tensor(), randn() and the like; operations
 * give new tensors and leave this one as it is.
 */
export class Tensor extends TensorReductions {
  /** Same numbers, another shape; one size may be −1. */
  reshape(...shape: number[] | [number[]]): Tensor {
    return wrap(this.raw._reshape(checkInts('reshape', 'shape', spread(shape), -1)));
  }
  /** The axes in another order: x.permute(1, 0) is the transpose of a matrix. */
  permute(...axes: number[] | [number[]]): Tensor {
    return wrap(this.raw._permute(checkInts('permute', 'axes', spread(axes), -8)));
  }
  /** Axes a and b exchanged. */
  transpose(a: number, b: number): Tensor {
    return wrap(this.raw._transpose(checkAxis('transpose', a), checkAxis('transpose', b)));
  }
  /** The transpose of a matrix. */
  get T(): Tensor {
    return this.transpose(0, 1);
  }
  /** Entries start, start + step, … before stop along `dim`; negative positions count from the end. */
  slice(dim: number, start: number, stop = 2 ** 31 - 1, step = 1): Tensor {
    const from = checkInt('slice', 'start', start, -(2 ** 31));
    const to = checkInt('slice', 'stop', stop, -(2 ** 31));
    return wrap(this.raw._slice(checkAxis('slice', dim), from, to, checkInt('slice', 'step', step, 1)));
  }
  /** Entry `index` along `dim`, without that axis. */
  select(dim: number, index: number): Tensor {
    return wrap(this.raw._select(checkAxis('select', dim), checkInt('select', 'index', index, -(2 ** 31))));
  }
  /** Axes of size 1 stretched to these sizes without a copy. */
  expand(...shape: number[] | [number[]]): Tensor {
    return wrap(this.raw._expand(checkShape('expand', spread(shape))));
  }
  /** Copies of the rows that an int64 tensor of rank 1 names. */
  indexSelect(rows: Tensor): Tensor {
    return wrap(this.raw._indexRows(checkTensor('indexSelect', 'rows', rows).raw));
  }
  /** With a new axis of size 1 before `dim`. */
  unsqueeze(dim: number): Tensor {
    return wrap(this.raw._unsqueeze(checkAxis('unsqueeze', dim)));
  }
  /** Without the axes of size 1, or without axis `dim` if its size is 1. */
  squeeze(dim?: number): Tensor {
    return wrap(dim === undefined ? this.raw._unary('squeeze') : this.raw._squeezeAxis(checkAxis('squeeze', dim)));
  }
  /** All elements in one row. */
  flatten(): Tensor {
    return this.reshape(-1);
  }
  /**
   * x[items] as in PyTorch: x.index(0), x.index(':', '1:3'), x.index(mask). Positions, slices and new axes give a view,
   * tensors of positions and masks a copy. Errors: more items than axes, positions out of range (RangeError).
   */
  index(...items: IndexItem[]): Tensor {
    return wrap(this.raw._index(toIndexItems('index', items)));
  }
  /** x[items] ← value, which broadcasts to what the items choose: x.setIndex([0, ':2'], 5), x.setIndex(mask, 0). */
  setIndex(items: IndexItem | IndexItem[], value: Operand): this {
    const parts = toIndexItems('setIndex', Array.isArray(items) ? items : [items]);
    const operand = checkOperand('setIndex', value);
    if (typeof operand !== 'number') {
      this.raw._indexPut(parts, operand.raw);
      return this;
    }
    const number = this.raw._scalar(operand, Number.isInteger(operand));
    try {
      this.raw._indexPut(parts, number);
      return this;
    } finally {
      number.delete();
    }
  }
  /** x ← the numbers of `source`, which broadcasts to x's shape and takes its dtype. */
  copy_(source: Tensor): this {
    return this.setIndex('...', checkTensor('copy_', 'source', source));
  }
  /** out[i][j] = x[i][positions[i][j]] for dim 1, and so on. */
  gather(dim: number, positions: Tensor): Tensor {
    return wrap(this.raw._gather(checkAxis('gather', dim), checkTensor('gather', 'positions', positions).raw));
  }
}

setConstructor((raw) => new Tensor(raw));

/** A tensor that a module trains: it requires grad, and modules list it among their parameters. */
export class Parameter extends Tensor {
  /** A parameter that starts with the numbers of `data` (shared, not copied). */
  constructor(data: Tensor, options?: { requiresGrad?: boolean });
    constructor(data: RawTensor);
  constructor(data: Tensor | RawTensor, options?: { requiresGrad?: boolean }) {
    const { requiresGrad = true } = checkOptions('Parameter', options, ['requiresGrad']);
    checkBoolean('Parameter', 'requiresGrad', requiresGrad);
    super(data instanceof Tensor ? data.raw._detach() : data);
    if (data instanceof Tensor) this.requiresGrad = requiresGrad;
  }
}

function spread(sizes: number[] | [number[]]): number[] {
  return sizes.length === 1 && Array.isArray(sizes[0]) ? sizes[0] : (sizes as number[]);
}
