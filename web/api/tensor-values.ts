/** @file What every tensor knows: its numbers, its gradient, its dtype. */

import { checkBoolean, checkDType, checkOptions, shown } from './check.js';
import { Owned } from './memory.js';
import type { DType, NumberArray, RawTensor } from './raw.js';
import type { Tensor } from './tensor.js';

/** Nested arrays of numbers (booleans for bool tensors). */
export type Nested = number | boolean | Nested[];

let construct: (raw: RawTensor) => Tensor;

/** @internal Says how results are wrapped: the class Tensor is put together from this one upwards. */
export function setConstructor(make: (raw: RawTensor) => Tensor): void {
  construct = make;
}

/** @internal A tensor for a result of the engine. */
export function wrap(raw: RawTensor): Tensor {
  return construct(raw);
}

/** @internal */
export function checkTensor(tag: string, name: string, value: unknown): Tensor {
  if (value instanceof TensorValues) return value as Tensor;
  throw new TypeError(`[${tag}] expected ${name} to be a tensor, got ${shown(value)}`);
}

/** Numbers with a shape, a dtype and a gradient. */
export class TensorValues extends Owned<RawTensor> {
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
    return raw === null ? null : wrap(raw);
  }
  /**
   * Computes gradients of this with respect to every leaf it depends on, adding to their `grad`, and frees the graph.
   * A tensor with more than one element needs `gradient`, of its own shape. Gradients of gradients are not supported:
   * `createGraph: true` is refused.
   */
  backward(gradient?: Tensor, options?: { retainGraph?: boolean; createGraph?: false }): void {
    const { retainGraph = false, createGraph = false } = checkOptions('backward', options, [
      'retainGraph',
      'createGraph',
    ]);
    checkBoolean('backward', 'retainGraph', retainGraph);
    if (checkBoolean('backward', 'createGraph', createGraph)) {
      throw new TypeError(
        '[backward] expected createGraph to be false, got true: gradients of gradients are not supported',
      );
    }
    if (gradient === undefined) this.raw._backward(retainGraph);
    else this.raw._backwardFrom(checkTensor('backward', 'gradient', gradient).raw, retainGraph);
  }
  /** The same numbers without the graph; they are shared, not copied. */
  detach(): Tensor {
    return wrap(this.raw._detach());
  }
  /** A copy with numbers of its own; gradients flow through it. */
  clone(): Tensor {
    return wrap(this.raw._clone());
  }

  // Dtypes.

  /** The same numbers in another dtype: fractions are cut off on the way to integers, everything but 0 is true. */
  to(dtype: DType): Tensor {
    return wrap(this.raw._to(checkDType('to', dtype)));
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
}

function bytesOf(raw: RawTensor): number {
  if (typeof (raw as RawTensor | undefined)?._bytes === 'function') return raw._bytes();
  throw new TypeError(`[Tensor] expected what the engine made, got ${shown(raw)}; tensor(values) makes a tensor`);
}
