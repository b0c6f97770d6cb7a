/** @file Tensor: numbers with a shape, a dtype and gradients. Names and rules are PyTorch's, in camelCase. */

import { checkDType, checkInt, checkInts, checkNumber, checkBoolean, checkOptions, checkShape, shown } from './check.js';
import { Owned } from './memory.js';
import type { DType, NumberArray, RawTensor } from './raw.js';

/** Nested arrays of numbers (booleans for bool tensors). */
export type Nested = number | boolean | Nested[];

/** Options of sums, means and the like. */
export interface ReduceOptions {
  /** Keep the reduced axes with size 1. */
  keepdim?: boolean;
}
/** Options of variance and standard deviation. */
export interface VarOptions extends ReduceOptions {
  /** Divide by n − correction; 1 by default ("unbiased"), 0 for the population variance. */
  correction?: number;
  /** PyTorch's older name: false is correction 0. */
  unbiased?: boolean;
}
type Dims = number | number[];
type Operand = Tensor | number;
type BinaryName = 'add' | 'sub' | 'mul' | 'div' | 'pow' | 'maximum' | 'minimum';
type CompareName = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge';

/**
 * Numbers in a shape, which may remember how they were computed. Made by tensor(), randn() and the like; operations give new
 * tensors and leave this one as it is.
 */
export class Tensor extends Owned<RawTensor> {
  /** @internal */
  constructor(raw: RawTensor) {
    super('tensor', raw, bytesOf(raw));
  }

  /** Sizes along each axis; [] for a single number. */
  get shape(): number[] {
    return this.raw._shape();
  }
  /** Kind of the numbers. */
  get dtype(): DType {
    return this.raw._dtype();
  }
  /** Number of elements. */
  get size(): number {
    return this.shape.reduce((product, size) => product * size, 1);
  }

  /** Text as PyTorch prints it. */
  override toString(): string {
    return this.raw._toString();
  }
  /** Text in templates and +; as a number a tensor is refused, where JavaScript would say NaN without a word. */
  [Symbol.toPrimitive](hint: string): string {
    if (hint !== 'number') return this.toString();
    throw new TypeError('[tensor] expected a method such as x.mul(2) or x.item(), got a JavaScript operator');
  }
  /** The number of a one-element tensor. Errors: more or fewer elements (RangeError). */
  item(): number {
    return this.raw._item();
  }
  /** A copy of the numbers in row-major order: Float32Array, Float64Array (also for int64), Int32Array, Uint8Array. */
  data(): NumberArray {
    return this.raw._data();
  }
  /** A copy of the numbers as nested arrays; a 0-d tensor gives a number. */
  toArray(): Nested {
    const values = this.data();
    const convert = this.dtype === 'bool' ? (value: number): Nested => value !== 0 : (value: number): Nested => value;
    let at = 0;
    const build = (sizes: number[]): Nested => {
      if (sizes.length === 0) return convert(values[at++]);
      return Array.from({ length: sizes[0] }, () => build(sizes.slice(1)));
    };
    return build(this.shape);
  }

  // Gradients.

  /** Whether operations on this are recorded for backward(). May be set on leaves. */
  get requiresGrad(): boolean {
    return this.raw._requiresGrad();
  }
  set requiresGrad(on: boolean) {
    this.raw._setRequiresGrad(checkBoolean('requiresGrad', 'the value', on));
  }
  /** Whether this was made by hand, not by a recorded operation: gradients stay on leaves only. */
  get isLeaf(): boolean {
    return this.raw._isLeaf();
  }
  /** The name of the operation that made this ("TanhBackward0"), or null for a leaf. */
  get gradFn(): string | null {
    return this.raw._gradFn() || null;
  }
  /** The gradient that backward() left here, or null. It shares its numbers with the one that optimisers read. */
  get grad(): Tensor | null {
    const raw = this.raw._grad();
    return raw === null ? null : new Tensor(raw);
  }
  /**
   * Computes gradients of this with respect to every leaf it depends on, adding to their `grad`, and frees the graph.
   * A tensor with more than one element needs `gradient`, of its own shape. Gradients of gradients are not supported:
   * `createGraph: true` is refused.
   */
  backward(gradient?: Tensor, options?: { retainGraph?: boolean; createGraph?: false }): void {
    const { retainGraph = false, createGraph = false } = checkOptions('backward', options, ['retainGraph', 'createGraph']);
    checkBoolean('backward', 'retainGraph', retainGraph);
    if (checkBoolean('backward', 'createGraph', createGraph)) {
      throw new TypeError('[backward] expected createGraph to be false, got true: gradients of gradients are not supported');
    }
    if (gradient === undefined) this.raw._backward(retainGraph);
    else this.raw._backwardFrom(checkTensor('backward', 'gradient', gradient).raw, retainGraph);
  }
  /** The same numbers without the graph; they are shared, not copied. */
  detach(): Tensor {
    return new Tensor(this.raw._detach());
  }
  /** A copy with numbers of its own; gradients flow through it. */
  clone(): Tensor {
    return new Tensor(this.raw._clone());
  }

  // Dtypes.

  /** The same numbers in another dtype: fractions are cut off on the way to integers, everything but 0 is true. */
  to(dtype: DType): Tensor {
    return new Tensor(this.raw._to(checkDType('to', dtype)));
  }
  /** As float32. */
  float(): Tensor {
    return this.to('float32');
  }
  /** As float64. */
  double(): Tensor {
    return this.to('float64');
  }
  /** As int64. */
  long(): Tensor {
    return this.to('int64');
  }
  /** As int32. */
  int(): Tensor {
    return this.to('int32');
  }
  /** As bool: everything but 0 is true. */
  bool(): Tensor {
    return this.to('bool');
  }

  // Element by element; shapes broadcast, dtypes promote.

  /** this + other */
  add(other: Operand): Tensor {
    return this.#binary('add', other);
  }
  /** this − other */
  sub(other: Operand): Tensor {
    return this.#binary('sub', other);
  }
  /** this · other, element by element; matmul() is the matrix product. */
  mul(other: Operand): Tensor {
    return this.#binary('mul', other);
  }
  /** this / other; integers divide to float32. */
  div(other: Operand): Tensor {
    return this.#binary('div', other);
  }
  /** this to the power of other. */
  pow(other: Operand): Tensor {
    return this.#binary('pow', other);
  }
  /** The larger of the two; the gradient of equal ones is shared. */
  maximum(other: Operand): Tensor {
    return this.#binary('maximum', other);
  }
  /** The smaller of the two; the gradient of equal ones is shared. */
  minimum(other: Operand): Tensor {
    return this.#binary('minimum', other);
  }
  /** −this */
  neg(): Tensor {
    return new Tensor(this.raw._neg());
  }
  /** |this|, with gradient 0 at 0. */
  abs(): Tensor {
    return new Tensor(this.raw._abs());
  }
  /** e to the power of this. */
  exp(): Tensor {
    return new Tensor(this.raw._exp());
  }
  /** The natural logarithm: nan below 0, −inf at 0. */
  log(): Tensor {
    return new Tensor(this.raw._log());
  }
  /** The square root: nan below 0. */
  sqrt(): Tensor {
    return new Tensor(this.raw._sqrt());
  }
  /** this · this */
  square(): Tensor {
    return this.mul(this);
  }
  /** The hyperbolic tangent, between −1 and 1. */
  tanh(): Tensor {
    return new Tensor(this.raw._tanh());
  }
  /** max(0, this), with gradient 0 at 0. */
  relu(): Tensor {
    return new Tensor(this.raw._relu());
  }
  /** 1 / (1 + e⁻ˣ), between 0 and 1. */
  sigmoid(): Tensor {
    return new Tensor(this.raw._sigmoid());
  }
  /** Whether this = other, as bool; nan equals nothing. */
  eq(other: Operand): Tensor {
    return this.#compare('eq', other);
  }
  /** Whether this ≠ other, as bool. */
  ne(other: Operand): Tensor {
    return this.#compare('ne', other);
  }
  /** Whether this < other, as bool. */
  lt(other: Operand): Tensor {
    return this.#compare('lt', other);
  }
  /** Whether this ≤ other, as bool. */
  le(other: Operand): Tensor {
    return this.#compare('le', other);
  }
  /** Whether this > other, as bool. */
  gt(other: Operand): Tensor {
    return this.#compare('gt', other);
  }
  /** Whether this ≥ other, as bool. */
  ge(other: Operand): Tensor {
    return this.#compare('ge', other);
  }

  // Along axes. Without `dim`, over all elements.

  /** Σ x. Down the rows it adds in float32, row after row, as PyTorch does. */
  sum(dim?: Dims, options?: ReduceOptions): Tensor {
    return new Tensor(this.raw._sum(toDims('sum', dim), keepdim('sum', options)));
  }
  /** Σ x / n; of floating point tensors only. Down the rows it adds in float32, row after row, as PyTorch does. */
  mean(dim?: Dims, options?: ReduceOptions): Tensor {
    return new Tensor(this.raw._mean(toDims('mean', dim), keepdim('mean', options)));
  }
  /** Variance with n − 1 in the divisor, as PyTorch's default; `{ unbiased: false }` divides by n. */
  var(dim?: Dims, options?: VarOptions): Tensor {
    return new Tensor(this.raw._var(toDims('var', dim), ...varOptions('var', options)));
  }
  /** √var, with the same default. */
  std(dim?: Dims, options?: VarOptions): Tensor {
    return new Tensor(this.raw._std(toDims('std', dim), ...varOptions('std', options)));
  }
  /** The largest element. The gradient of equal ones is shared. */
  max(): Tensor {
    return new Tensor(this.raw._max());
  }
  /** The smallest element. The gradient of equal ones is shared. */
  min(): Tensor {
    return new Tensor(this.raw._min());
  }
  /** Position of the first largest element along `dim`; without it, in the flattened tensor. int64. */
  argmax(dim?: number, options?: ReduceOptions): Tensor {
    return this.#argBest('argmax', dim, options);
  }
  /** Position of the first smallest element along `dim`; without it, in the flattened tensor. int64. */
  argmin(dim?: number, options?: ReduceOptions): Tensor {
    return this.#argBest('argmin', dim, options);
  }
  /** e^x / Σ e^x along the last axis. */
  softmax(): Tensor {
    return new Tensor(this.raw._softmax());
  }
  /** log(softmax) along the last axis, computed as x − max − log Σ e^(x − max). */
  logSoftmax(): Tensor {
    return new Tensor(this.raw._logSoftmax());
  }
  /** Matrix product of (n, k) and (k, m). */
  matmul(other: Tensor): Tensor {
    return new Tensor(this.raw._matmul(checkTensor('matmul', 'the other operand', other).raw));
  }

  // Shape. Views share their numbers with this tensor.

  /** Same numbers, another shape; one size may be −1. */
  reshape(...shape: number[] | [number[]]): Tensor {
    return new Tensor(this.raw._reshape(checkInts('reshape', 'shape', spread(shape), -1)));
  }
  /** The axes in another order: x.permute(1, 0) is the transpose of a matrix. */
  permute(...axes: number[] | [number[]]): Tensor {
    return new Tensor(this.raw._permute(checkInts('permute', 'axes', spread(axes), -8)));
  }
  /** Axes a and b exchanged. */
  transpose(a: number, b: number): Tensor {
    return new Tensor(this.raw._transpose(checkAxis('transpose', a), checkAxis('transpose', b)));
  }
  /** The transpose of a matrix. */
  get T(): Tensor {
    return this.transpose(0, 1);
  }
  /** Entries start, start + step, … before stop along `dim`; negative positions count from the end. */
  slice(dim: number, start: number, stop = 2 ** 31 - 1, step = 1): Tensor {
    const from = checkInt('slice', 'start', start, -(2 ** 31));
    const to = checkInt('slice', 'stop', stop, -(2 ** 31));
    return new Tensor(this.raw._slice(checkAxis('slice', dim), from, to, checkInt('slice', 'step', step, 1)));
  }
  /** Entry `index` along `dim`, without that axis. */
  select(dim: number, index: number): Tensor {
    return new Tensor(this.raw._select(checkAxis('select', dim), checkInt('select', 'index', index, -(2 ** 31))));
  }
  /** Axes of size 1 stretched to these sizes without a copy. */
  expand(...shape: number[] | [number[]]): Tensor {
    return new Tensor(this.raw._expand(checkShape('expand', spread(shape))));
  }
  /** Copies of the rows that an int64 tensor of rank 1 names. */
  indexSelect(rows: Tensor): Tensor {
    return new Tensor(this.raw._indexRows(checkTensor('indexSelect', 'rows', rows).raw));
  }

  #binary(name: BinaryName, other: Operand): Tensor {
    if (typeof other === 'number') return new Tensor(this.raw[`_${name}Scalar`](other, Number.isInteger(other)));
    return new Tensor(this.raw[`_${name}`](checkOperand(name, other).raw));
  }
  #compare(name: CompareName, other: Operand): Tensor {
    if (typeof other === 'number') return new Tensor(this.raw[`_${name}Scalar`](other, Number.isInteger(other)));
    return new Tensor(this.raw[`_${name}`](checkOperand(name, other).raw));
  }
  #argBest(name: 'argmax' | 'argmin', dim: number | undefined, options: ReduceOptions | undefined): Tensor {
    const keep = keepdim(name, options);
    if (dim !== undefined) return new Tensor(this.raw[`_${name}`](checkAxis(name, dim), keep));
    const flat = this.raw._reshape([-1]);
    try {
      return new Tensor(flat[`_${name}`](0, false));
    } finally {
      flat.delete();
    }
  }
}

function bytesOf(raw: RawTensor): number {
  if (typeof (raw as RawTensor | undefined)?._bytes === 'function') return raw._bytes();
  throw new TypeError(`[Tensor] expected what the engine made, got ${shown(raw)}; tensor(values) makes a tensor`);
}

/** A tensor that a module trains: it requires grad, and modules list it among their parameters. */
export class Parameter extends Tensor {
  /** A parameter that starts with the numbers of `data` (shared, not copied). */
  constructor(data: Tensor, options?: { requiresGrad?: boolean });
  /** @internal */
  constructor(data: RawTensor);
  constructor(data: Tensor | RawTensor, options?: { requiresGrad?: boolean }) {
    const { requiresGrad = true } = checkOptions('Parameter', options, ['requiresGrad']);
    checkBoolean('Parameter', 'requiresGrad', requiresGrad);
    super(data instanceof Tensor ? data.raw._detach() : data);
    if (data instanceof Tensor) this.requiresGrad = requiresGrad;
  }
}

export function checkTensor(tag: string, name: string, value: unknown): Tensor {
  if (!(value instanceof Tensor)) throw new TypeError(`[${tag}] expected ${name} to be a tensor, got ${shown(value)}`);
  return value;
}

function checkOperand(tag: string, value: unknown): Tensor {
  if (!(value instanceof Tensor)) {
    throw new TypeError(`[${tag}] expected the other operand to be a tensor or a number, got ${shown(value)}`);
  }
  return value;
}

function checkAxis(tag: string, value: unknown): number {
  return checkInt(tag, 'dim', value, -8, 7);
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

function spread(sizes: number[] | [number[]]): number[] {
  return sizes.length === 1 && Array.isArray(sizes[0]) ? sizes[0] : (sizes as number[]);
}
