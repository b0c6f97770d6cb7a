/** @file Tensors from values and from random streams. */

import {
  checkAxis, checkBoolean, checkChoice, checkDType, checkInt, checkNumber, checkOptions, checkShape, shown,
} from './check.js';
import { engine } from './engine.js';
import { type Generator, rawGenerator } from './generator.js';
import type { DType, NumberArray, RawTensor } from './raw.js';
import { checkTensor, type Nested, type Operand, Tensor } from './tensor.js';
import { checkOperand } from './tensor-maths.js';

/** Options of functions that make tensors. */
export interface TensorOptions {
  /** float32 by default (bool for booleans): a JavaScript number is a floating point number. */
  dtype?: DType;
  /** Whether operations on it are recorded for backward(); false by default. */
  requiresGrad?: boolean;
}

type AnyTypedArray = Exclude<ArrayBufferView, DataView> & { readonly length: number };
/** Whether the values are numbers or booleans, once the first is seen. */
type Kind = { name?: 'number' | 'boolean' };
type Values = Nested | AnyTypedArray | ArrayLike<number | boolean>[];

/**
 * A tensor with these values: a number, nested arrays of equal lengths, or a typed array (copied by value).
 * Errors (TypeError, naming the place): holes, other things than numbers, bigints, booleans among numbers, ragged
 * nesting, integers that the dtype cannot hold, a typed array whose buffer was handed on.
 */
export function tensor(values: Values, options?: TensorOptions): Tensor {
  const { dtype, requiresGrad } = checkTensorOptions('tensor', options);
  const shape: number[] = [];
  const flat: number[] = [];
  const kind: Kind = {};
  collect(values, 0, '', shape, flat, kind);
  const chosen = dtype ?? (kind.name === 'boolean' ? 'bool' : defaultDType(values));
  return finish(engine()._Tensor._from(toArray(flat, chosen), shape, chosen), requiresGrad);
}

function collect(
  value: unknown, depth: number, path: string, shape: number[], flat: number[], kind: Kind,
): void {
  if (typeof value === 'number' || typeof value === 'boolean') {
    if (depth < shape.length) throw raggedError(path, 'a number', shape, depth);
    kind.name ??= typeof value as Kind['name'];
    if (typeof value !== kind.name) {
      throw new TypeError(`[tensor] expected a ${kind.name}${at(path)}, got ${shown(value)}`);
    }
    flat.push(Number(value));
    return;
  }
  const isTyped = ArrayBuffer.isView(value) && !(value instanceof DataView);
  if (!Array.isArray(value) && !isTyped) {
    throw new TypeError(`[tensor] expected numbers${at(path)}, got ${shown(value)}`);
  }
  if (isTyped) checkTyped(value as AnyTypedArray, path);
  const items = value as ArrayLike<unknown>;
  if (flat.length === 0 && shape.length === depth) shape.push(items.length);
  else if (depth >= shape.length || shape[depth] !== items.length) {
    throw raggedError(path, `an array of ${items.length}`, shape, depth);
  }
  for (let index = 0; index < items.length; index += 1) {
    collect(items[index], depth + 1, `${path}[${index}]`, shape, flat, kind);
  }
}

function at(path: string): string {
  return path && ` at ${path}`;
}

function checkTyped(value: AnyTypedArray, path: string): void {
  if (value instanceof BigInt64Array || value instanceof BigUint64Array) {
    const hint = 'Array.from(values, Number) gives them';
    throw new TypeError(`[tensor] expected numbers${at(path)}, got ${shown(value)}; ${hint}`);
  }
  // Of a buffer that was handed to a worker an empty array is left; only making another view of it tells.
  try {
    new Uint8Array(value.buffer);
  } catch {
    throw new TypeError(`[tensor] expected a typed array with numbers${at(path)}, got one whose buffer was handed on`);
  }
}

function raggedError(path: string, got: string, shape: number[], depth: number): TypeError {
  const expected = depth < shape.length ? `an array of ${shape[depth]}` : 'a number';
  return new TypeError(`[tensor] expected ${expected} at ${path || 'the top'}, got ${got}: all rows need one length`);
}

function defaultDType(values: unknown): DType {
  return values instanceof Float64Array ? 'float64' : 'float32';
}

function toArray(flat: number[], dtype: DType): NumberArray {
  if (dtype === 'float32') return Float32Array.from(flat);
  if (dtype === 'float64') return Float64Array.from(flat);
  if (dtype === 'bool') return Uint8Array.from(flat, (value) => (value === 0 ? 0 : 1));
  const limit = dtype === 'int32' ? 2 ** 31 : 2 ** 53;
  flat.forEach((value, index) => {
    if (!Number.isInteger(value) || value < -limit || value >= limit) {
      throw new TypeError(`[tensor] expected whole numbers for ${dtype}, got ${value} at element ${index}`);
    }
  });
  return dtype === 'int32' ? Int32Array.from(flat) : Float64Array.from(flat);
}

function checkTensorOptions(
  tag: string, options: RandomOptions | undefined, more: 'generator'[] = [],
): { dtype?: DType; requiresGrad: boolean; generator?: Generator } {
  if (typeof options === 'number') {
    throw new TypeError(`[${tag}] expected several numbers as one list, such as [2, 3], got them one by one`);
  }
  const { dtype, requiresGrad = false, generator } = checkOptions(tag, options, ['dtype', 'requiresGrad', ...more]);
  checkBoolean(tag, 'requiresGrad', requiresGrad);
  return { dtype: dtype === undefined ? undefined : checkDType(tag, dtype), requiresGrad, generator };
}

function checkFloating(tag: string, dtype: DType): DType {
  return checkChoice(tag, 'dtype', dtype, ['float32', 'float64']);
}

function finish(raw: RawTensor, requiresGrad: boolean): Tensor {
  const made = new Tensor(raw);
  if (requiresGrad) made.requiresGrad = true;
  return made;
}

/** A tensor of `shape` filled with one number. */
export function full(shape: number | number[], value: number, options?: TensorOptions): Tensor {
  const { dtype = 'float32', requiresGrad } = checkTensorOptions('full', options);
  if (typeof value !== 'number') throw new TypeError(`[full] expected a number, got ${shown(value)}`);
  return finish(engine()._Tensor._full(checkShape('full', shape), value, dtype), requiresGrad);
}
/** A tensor of `shape` filled with 0. */
export function zeros(shape: number | number[], options?: TensorOptions): Tensor {
  return full(shape, 0, options);
}
/** A tensor of `shape` filled with 1. */
export function ones(shape: number | number[], options?: TensorOptions): Tensor {
  return full(shape, 1, options);
}

/** start, start + step, … before stop, as float32 unless said otherwise; arange(n) counts from 0. */
export function arange(start: number, stop?: number, step = 1, options?: TensorOptions): Tensor {
  const [from, to] = stop === undefined ? [0, start] : [start, stop];
  checkNumber('arange', 'start', from);
  checkNumber('arange', 'stop', to);
  if (checkNumber('arange', 'step', step) === 0) throw new TypeError('[arange] expected a step other than 0, got 0');
  const count = Math.max(0, Math.ceil((to - from) / step));
  checkInt('arange', 'the number of values', count, 0, 2 ** 27);
  return tensor(Array.from({ length: count }, (_, index) => from + index * step), options);
}

/** Options of rand and randn. */
export interface RandomOptions extends TensorOptions {
  /** The stream to draw from; the default generator otherwise. */
  generator?: Generator;
}
/** Options of randint and randperm. */
export interface DrawOptions {
  /** The stream to draw from; the default generator otherwise. */
  generator?: Generator;
}

/** Uniform numbers in [0, 1). */
export function rand(shape: number | number[], options?: RandomOptions): Tensor {
  return draw('rand', '_uniform', shape, options);
}
/** Normal numbers with mean 0 and standard deviation 1. */
export function randn(shape: number | number[], options?: RandomOptions): Tensor {
  return draw('randn', '_normal', shape, options);
}
function draw(tag: string, fill: '_uniform' | '_normal', shape: number | number[], options?: RandomOptions): Tensor {
  const { dtype = 'float32', requiresGrad, generator } = checkTensorOptions(tag, options, ['generator']);
  const raw = rawGenerator(tag, generator)[fill](checkShape(tag, shape), checkFloating(tag, dtype), 0, 1);
  return finish(raw, requiresGrad);
}
/** Whole numbers in low..high−1, int64. */
export function randint(low: number, high: number, shape: number | number[], options?: DrawOptions): Tensor {
  checkInt('randint', 'low', low, -(2 ** 53), 2 ** 53);
  checkInt('randint', 'high', high, low + 1, 2 ** 53);
  const { generator } = checkOptions('randint', options, ['generator']);
  return new Tensor(rawGenerator('randint', generator)._randint(low, high, checkShape('randint', shape)));
}
/** 0..n−1 in random order, int64. */
export function randperm(n: number, options?: DrawOptions): Tensor {
  const { generator } = checkOptions('randperm', options, ['generator']);
  return new Tensor(rawGenerator('randperm', generator)._randperm(checkInt('randperm', 'n', n)));
}

/** Tensors joined along an axis. */
export function cat(tensors: Tensor[], dim = 0): Tensor {
  return new Tensor(engine()._Tensor._cat(parts('cat', tensors), checkAxis('cat', dim)));
}

/** Tensors of one shape side by side along a new axis. */
export function stack(tensors: Tensor[], dim = 0): Tensor {
  return new Tensor(engine()._Tensor._stack(parts('stack', tensors), checkAxis('stack', dim)));
}

function parts(tag: string, tensors: unknown): RawTensor[] {
  if (!Array.isArray(tensors)) throw new TypeError(`[${tag}] expected an array of tensors, got ${shown(tensors)}`);
  return Array.from(tensors, (part, index) => checkTensor(tag, `tensors[${index}]`, part).raw);
}

/**
 * condition ? a : b, element by element; `condition` is a bool tensor, a and b are tensors or numbers (one of them).
 */
export function where(condition: Tensor, a: Operand, b: Operand): Tensor {
  checkTensor('where', 'condition', condition);
  const left = checkOperand('where', a);
  const right = checkOperand('where', b);
  const like = typeof left === 'number' ? right : left;
  if (typeof like === 'number') {
    const both = [full([], left as number), full([], right as number)];
    try {
      return new Tensor(engine()._Tensor._where(condition.raw, both[0].raw, both[1].raw));
    } finally {
      both.forEach((made) => made.dispose());
    }
  }
  const made: RawTensor[] = [];
  const raw = (operand: Operand): RawTensor => {
    if (typeof operand !== 'number') return operand.raw;
    made.push(like.raw._scalar(operand, Number.isInteger(operand)));
    return made[made.length - 1];
  };
  try {
    return new Tensor(engine()._Tensor._where(condition.raw, raw(left), raw(right)));
  } finally {
    made.forEach((number) => number.delete());
  }
}

/** Whether all pairs satisfy |a − b| ≤ atol + rtol · |b|; NaN is close to nothing unless `equalNan`. */
export function allclose(
  a: Tensor, b: Tensor, options?: { rtol?: number; atol?: number; equalNan?: boolean },
): boolean {
  const { rtol = 1e-5, atol = 1e-8, equalNan = false } =
    checkOptions('allclose', options, ['rtol', 'atol', 'equalNan']);
  checkNumber('allclose', 'rtol', rtol);
  checkNumber('allclose', 'atol', atol);
  checkBoolean('allclose', 'equalNan', equalNan);
  checkTensor('allclose', 'the first argument', a);
  checkTensor('allclose', 'the second argument', b);
  const [shape, other] = [a.shape, b.shape].map(String);
  if (shape !== other) throw new RangeError(`[allclose] expected tensors of one shape, got (${shape}) and (${other})`);
  const [left, right] = [a.data(), b.data()];
  return left.every((x, index) => {
    const y = right[index];
    if (Number.isNaN(x) && Number.isNaN(y)) return equalNan;
    return x === y || Math.abs(x - y) <= atol + rtol * Math.abs(y);
  });
}
