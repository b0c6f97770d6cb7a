/** @file Tensor: numbers with a shape, a dtype and gradients. Names and rules are PyTorch's, in camelCase. */

import { checkDType, checkInt, checkInts, checkNumber, checkBoolean, checkOptions, checkShape, shown } from './check.js';
import { Owned } from './memory.js';
import type { DType, NumberArray, RawTensor } from './raw.js';

/** Nested arrays of numbers (booleans for bool tensors). */
export type Nested = number | boolean | Nested[];

export interface ReduceOptions {
  /** Keep the reduced axes with size 1. */
  keepdim?: boolean;
}
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

export class Tensor extends Owned<RawTensor> {
  /** @internal */
  constructor(raw: RawTensor) {
    super('tensor', raw, raw._bytes());
  }

  get shape(): number[] {
    return this.raw._shape();
  }
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
  clone(): Tensor {
    return new Tensor(this.raw._clone());
  }

  // Dtypes.

  to(dtype: DType): Tensor {
    return new Tensor(this.raw._to(checkDType('to', dtype)));
  }
  float(): Tensor {
    return this.to('float32');
  }
  double(): Tensor {
    return this.to('float64');
  }
  long(): Tensor {
    return this.to('int64');
  }
  int(): Tensor {
    return this.to('int32');
  }
  bool(): Tensor {
    return this.to('bool');
  }

  // Element by element; shapes broadcast, dtypes promote.

  add(other: Operand): Tensor {
    return this.#binary('add', other);
  }
  sub(other: Operand): Tensor {
    return this.#binary('sub', other);
  }
  mul(other: Operand): Tensor {
    return this.#binary('mul', other);
  }
  div(other: Operand): Tensor {
    return this.#binary('div', other);
  }
  pow(other: Operand): Tensor {
    return this.#binary('pow', other);
  }
  maximum(other: Operand): Tensor {
    return this.#binary('maximum', other);
  }
  minimum(other: Operand): Tensor {
    return this.#binary('minimum', other);
  }
  neg(): Tensor {
    return new Tensor(this.raw._neg());
  }
  abs(): Tensor {
    return new Tensor(this.raw._abs());
  }
  exp(): Tensor {
    return new Tensor(this.raw._exp());
  }
  log(): Tensor {
    return new Tensor(this.raw._log());
  }
  sqrt(): Tensor {
    return new Tensor(this.raw._sqrt());
  }
  square(): Tensor {
    return this.mul(this);
  }
  tanh(): Tensor {
    return new Tensor(this.raw._tanh());
  }
  relu(): Tensor {
    return new Tensor(this.raw._relu());
  }
  sigmoid(): Tensor {
    return new Tensor(this.raw._sigmoid());
  }
  eq(other: Operand): Tensor {
    return this.#compare('eq', other);
  }
  ne(other: Operand): Tensor {
    return this.#compare('ne', other);
  }
  lt(other: Operand): Tensor {
    return this.#compare('lt', other);
  }
  le(other: Operand): Tensor {
    return this.#compare('le', other);
  }
  gt(other: Operand): Tensor {
    return this.#compare('gt', other);
  }
  ge(other: Operand): Tensor {
    return this.#compare('ge', other);
  }

  // Along axes. Without `dim`, over all elements.

  /** Σ x. Down the rows it adds in float32, row after row, as PyTorch does. */
  sum(dim?: Dims, options?: ReduceOptions): Tensor {
    return new Tensor(this.raw._sum(toDims('sum', dim), keepdim('sum', options)));
  }
  mean(dim?: Dims, options?: ReduceOptions): Tensor {
    return new Tensor(this.raw._mean(toDims('mean', dim), keepdim('mean', options)));
  }
  /** Variance with n − 1 in the divisor, as PyTorch's default; `{ unbiased: false }` divides by n. */
  var(dim?: Dims, options?: VarOptions): Tensor {
    return new Tensor(this.raw._var(toDims('var', dim), correction('var', options), options?.keepdim ?? false));
  }
  /** √var, with the same default. */
  std(dim?: Dims, options?: VarOptions): Tensor {
    return new Tensor(this.raw._std(toDims('std', dim), correction('std', options), options?.keepdim ?? false));
  }
  max(): Tensor {
    return new Tensor(this.raw._max());
  }
  min(): Tensor {
    return new Tensor(this.raw._min());
  }
  /** Position of the first largest element along `dim`; without it, in the flattened tensor. int64. */
  argmax(dim?: number, options?: ReduceOptions): Tensor {
    return this.#argBest('argmax', dim, options);
  }
  argmin(dim?: number, options?: ReduceOptions): Tensor {
    return this.#argBest('argmin', dim, options);
  }
  /** e^x / Σ e^x along the last axis. */
  softmax(): Tensor {
    return new Tensor(this.raw._softmax());
  }
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
  permute(...axes: number[] | [number[]]): Tensor {
    return new Tensor(this.raw._permute(checkInts('permute', 'axes', spread(axes), -8)));
  }
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

/** A tensor that a module trains: it requires grad, and modules list it among their parameters. */
export class Parameter extends Tensor {
  /** A parameter that starts with the numbers of `data` (shared, not copied). */
  constructor(data: Tensor | RawTensor, options?: { requiresGrad?: boolean }) {
    super(data instanceof Tensor ? data.raw._detach() : data);
    const { requiresGrad = true } = checkOptions('Parameter', options, ['requiresGrad']);
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
  return checkBoolean(tag, 'keepdim', checkOptions(tag, options, ['keepdim']).keepdim ?? false);
}

function correction(tag: string, options: VarOptions | undefined): number {
  const { correction: value, unbiased } = checkOptions(tag, options, ['keepdim', 'correction', 'unbiased']);
  if (value !== undefined) return checkNumber(tag, 'correction', value);
  return checkBoolean(tag, 'unbiased', unbiased ?? true) ? 1 : 0;
}

function spread(sizes: number[] | [number[]]): number[] {
  return sizes.length === 1 && Array.isArray(sizes[0]) ? sizes[0] : (sizes as number[]);
}
