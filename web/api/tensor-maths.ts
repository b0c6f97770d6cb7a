/** @file Tensors element by element, and in place. */

import { checkNumber, checkOptions, shown } from './check.js';
import type { Tensor } from './tensor.js';
import { checkTensor, TensorValues, wrap } from './tensor-values.js';

/** The other side of an operation: a tensor, or a number that takes this tensor's kind of dtype. */
export type Operand = Tensor | number;

/** @internal The operand as the engine takes it. */
export function checkOperand(tag: string, value: unknown): Operand {
  if (typeof value === 'number' || value instanceof TensorValues) return value as Operand;
  throw new TypeError(`[${tag}] expected the other operand to be a tensor or a number, got ${shown(value)}`);
}

/** Operations element by element: shapes broadcast, dtypes promote as in PyTorch. */
export class TensorMaths extends TensorValues {
  /** x + y. */
  add(other: Operand): Tensor {
    return this.#binary('add', other);
  }
  /** x − y. */
  sub(other: Operand): Tensor {
    return this.#binary('sub', other);
  }
  /** x · y, element by element. */
  mul(other: Operand): Tensor {
    return this.#binary('mul', other);
  }
  /** x / y as floats, also for integers. */
  div(other: Operand): Tensor {
    return this.#binary('div', other);
  }
  /** x^y. */
  pow(other: Operand): Tensor {
    return this.#binary('pow', other);
  }
  /** The larger of both; NaN where either is NaN. */
  maximum(other: Operand): Tensor {
    return this.#binary('maximum', other);
  }
  /** The smaller of both; NaN where either is NaN. */
  minimum(other: Operand): Tensor {
    return this.#binary('minimum', other);
  }
  /** −x. */
  neg(): Tensor {
    return this.#unary('neg');
  }
  /** |x|. */
  abs(): Tensor {
    return this.#unary('abs');
  }
  /** e^x. */
  exp(): Tensor {
    return this.#unary('exp');
  }
  /** Natural logarithm. */
  log(): Tensor {
    return this.#unary('log');
  }
  /** √x. */
  sqrt(): Tensor {
    return this.#unary('sqrt');
  }
  /** 1 / √x. */
  rsqrt(): Tensor {
    return this.#unary('rsqrt');
  }
  /** 1 / x. */
  reciprocal(): Tensor {
    return this.#unary('reciprocal');
  }
  /** x². */
  square(): Tensor {
    return this.pow(2);
  }
  /** Sine of radians. */
  sin(): Tensor {
    return this.#unary('sin');
  }
  /** Cosine of radians. */
  cos(): Tensor {
    return this.#unary('cos');
  }
  /** The error function 2/√π ∫₀ˣ e^(−t²) dt. */
  erf(): Tensor {
    return this.#unary('erf');
  }
  /** −1, 0 or 1. */
  sign(): Tensor {
    return this.#unary('sign');
  }
  /** The next whole number below. */
  floor(): Tensor {
    return this.#unary('floor');
  }
  /** The next whole number above. */
  ceil(): Tensor {
    return this.#unary('ceil');
  }
  /** The nearest whole number, halves to the even one. */
  round(): Tensor {
    return this.#unary('round');
  }
  /** (eˣ − e⁻ˣ) / (eˣ + e⁻ˣ). */
  tanh(): Tensor {
    return this.#unary('tanh');
  }
  /** max(x, 0). */
  relu(): Tensor {
    return this.#unary('relu');
  }
  /** 1 / (1 + e⁻ˣ). */
  sigmoid(): Tensor {
    return this.#unary('sigmoid');
  }
  /** min(max(x, min), max); either bound may be left out. Errors: no bound (TypeError). */
  clamp(bounds: { min?: number; max?: number }): Tensor {
    const { min, max } = checkOptions('clamp', bounds, ['min', 'max']);
    const bound = (name: string, value: number | undefined): number | null =>
      value === undefined ? null : checkNumber('clamp', name, value);
    return wrap(this.raw._clamp(bound('min', min), bound('max', max)));
  }

  /** x = y, as a bool tensor; the five below likewise. */
  eq(other: Operand): Tensor {
    return this.#compare('eq', other);
  }
  /** x ≠ y. */
  ne(other: Operand): Tensor {
    return this.#compare('ne', other);
  }
  /** x < y. */
  lt(other: Operand): Tensor {
    return this.#compare('lt', other);
  }
  /** x ≤ y. */
  le(other: Operand): Tensor {
    return this.#compare('le', other);
  }
  /** x > y. */
  gt(other: Operand): Tensor {
    return this.#compare('gt', other);
  }
  /** x ≥ y. */
  ge(other: Operand): Tensor {
    return this.#compare('ge', other);
  }
  /** Where this is NaN. */
  isnan(): Tensor {
    return wrap(this.raw._compare('ne', this.raw));
  }
  /** Where this is neither infinite nor NaN. */
  isfinite(): Tensor {
    const zeros = this.mul(0);
    try {
      return zeros.eq(0);
    } finally {
      zeros.dispose();
    }
  }
  /** Where this is 0 (false). */
  logicalNot(): Tensor {
    return this.eq(0);
  }
  /** Where both are not 0. */
  logicalAnd(other: Tensor): Tensor {
    return this.#logical('logicalAnd', 'mul', other);
  }
  /** Where one or both are not 0. */
  logicalOr(other: Tensor): Tensor {
    return this.#logical('logicalOr', 'add', other);
  }
  /** `value` where the bool tensor `mask` is true, x elsewhere. */
  maskedFill(mask: Tensor, value: number): Tensor {
    return wrap(this.raw._maskedFill(checkTensor('maskedFill', 'mask', mask).raw, checkValue('maskedFill', value)));
  }

  // In place: this becomes the result, which must have its shape. PyTorch's rules: no leaf that requires grad outside
  // noGrad, and a gradient that needs the old numbers fails in words.

  /** x ← x + y. */
  add_(other: Operand): this {
    return this.#become('add_', (x) => x.add(other));
  }
  /** x ← x − y. */
  sub_(other: Operand): this {
    return this.#become('sub_', (x) => x.sub(other));
  }
  /** x ← x · y. */
  mul_(other: Operand): this {
    return this.#become('mul_', (x) => x.mul(other));
  }
  /** x ← x / y. */
  div_(other: Operand): this {
    return this.#become('div_', (x) => x.div(other));
  }
  /** x ← x^y. */
  pow_(other: Operand): this {
    return this.#become('pow_', (x) => x.pow(other));
  }
  /** x ← −x. */
  neg_(): this {
    return this.#become('neg_', (x) => x.neg());
  }
  /** x ← |x|. */
  abs_(): this {
    return this.#become('abs_', (x) => x.abs());
  }
  /** x ← e^x. */
  exp_(): this {
    return this.#become('exp_', (x) => x.exp());
  }
  /** x ← log x. */
  log_(): this {
    return this.#become('log_', (x) => x.log());
  }
  /** x ← √x. */
  sqrt_(): this {
    return this.#become('sqrt_', (x) => x.sqrt());
  }
  /** x ← tanh x. */
  tanh_(): this {
    return this.#become('tanh_', (x) => x.tanh());
  }
  /** x ← max(x, 0). */
  relu_(): this {
    return this.#become('relu_', (x) => x.relu());
  }
  /** x ← 1 / (1 + e⁻ˣ). */
  sigmoid_(): this {
    return this.#become('sigmoid_', (x) => x.sigmoid());
  }
  /** x ← min(max(x, min), max). */
  clamp_(bounds: { min?: number; max?: number }): this {
    return this.#become('clamp_', (x) => x.clamp(bounds));
  }
  /** x ← `value` where `mask` is true. */
  maskedFill_(mask: Tensor, value: number): this {
    return this.#become('maskedFill_', (x) => x.maskedFill(mask, value));
  }
  /** x ← `value` everywhere. */
  fill_(value: number): this {
    return this.#become('fill_', (x) => wrap(x.raw._filled(checkValue('fill_', value))));
  }
  /** x ← 0 everywhere. */
  zero_(): this {
    return this.fill_(0);
  }
  #unary(name: string): Tensor {
    return wrap(this.raw._unary(name));
  }
  #binary(name: string, other: Operand): Tensor {
    const operand = checkOperand(name, other);
    if (typeof operand !== 'number') return wrap(this.raw._binary(name, operand.raw));
    return wrap(this.raw._binaryScalar(name, operand, Number.isInteger(operand), false));
  }
  #compare(name: string, other: Operand): Tensor {
    const operand = checkOperand(name, other);
    if (typeof operand !== 'number') return wrap(this.raw._compare(name, operand.raw));
    return wrap(this.raw._compareScalar(name, operand, Number.isInteger(operand)));
  }
  #logical(tag: string, name: string, other: Tensor): Tensor {
    const operand = checkTensor(tag, 'the other operand', other).raw;
    const left = this.raw._to('bool');
    const right = operand._to('bool');
    try {
      return wrap(left._binary(name, right));
    } finally {
      left.delete();
      right.delete();
    }
  }
  #become(tag: string, operation: (x: Tensor) => Tensor): this {
    const before = wrap(this.raw._snapshot());
    let result: Tensor | undefined;
    try {
      result = operation(before);
      this.raw._become(tag, result.raw);
      return this;
    } finally {
      before.dispose();
      result?.dispose();
    }
  }
}

function checkValue(tag: string, value: unknown): number {
  if (typeof value === 'number') return value;
  throw new TypeError(`[${tag}] expected a number, got ${shown(value)}`);
}
