/** @file Checks at the public entry: what C++ would turn into 0 or 1 without a word is refused here, in words. */

import { nearest } from './nearest.js';
import type { DType } from './raw.js';

const maxInt = 2 ** 31 - 1;
const dtypes: readonly DType[] = ['float32', 'float64', 'int64', 'int32', 'bool'];

/** How a wrong value is named in an error. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (value === null || value === undefined || typeof value === 'number' || typeof value === 'boolean') {
    return String(value);
  }
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`;
  if (typeof value === 'function') return value.name === '' ? 'a function' : `the function ${value.name}`;
  if (typeof value === 'symbol') return 'a symbol';
  return `an object of type ${value.constructor?.name ?? 'Object'}`;
}

/** A whole number in min..max (by default 0..2^31−1). */
export function checkInt(tag: string, name: string, value: unknown, min = 0, max = maxInt): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
    throw new TypeError(`[${tag}] expected ${name} to be a whole number in ${min}..${max}, got ${shown(value)}`);
  }
  return value;
}

export function checkNumber(tag: string, name: string, value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new TypeError(`[${tag}] expected ${name} to be a finite number, got ${shown(value)}`);
  }
  return value;
}

export function checkBoolean(tag: string, name: string, value: unknown): boolean {
  if (typeof value !== 'boolean')
    throw new TypeError(`[${tag}] expected ${name} to be true or false, got ${shown(value)}`);
  return value;
}

export function checkFunction<F>(tag: string, name: string, value: F): F {
  if (typeof value !== 'function') {
    throw new TypeError(`[${tag}] expected ${name} to be a function, got ${shown(value)}`);
  }
  return value;
}

export function checkDType(tag: string, value: unknown): DType {
  return checkChoice(tag, 'dtype', value, dtypes);
}

/** One of a few names. */
export function checkChoice<T extends string>(tag: string, name: string, value: unknown, choices: readonly T[]): T {
  if (!choices.includes(value as T)) {
    throw new TypeError(`[${tag}] expected ${name} to be one of ${choices.join(', ')}, got ${shown(value)}`);
  }
  return value as T;
}

/** A number in 0..1. */
export function checkFraction(tag: string, name: string, value: unknown): number {
  if (typeof value !== 'number' || !(value >= 0 && value <= 1)) {
    throw new TypeError(`[${tag}] expected ${name} to be a number in 0..1, got ${shown(value)}`);
  }
  return value;
}

/** A list of whole numbers; one number counts as a list of one. */
export function checkInts(tag: string, name: string, value: unknown, min: number): number[] {
  if (typeof value === 'number') return [checkInt(tag, name, value, min)];
  if (!Array.isArray(value)) {
    throw new TypeError(`[${tag}] expected ${name} to be a whole number or a list of them, got ${shown(value)}`);
  }
  // Array.from also visits holes, which then fail as undefined.
  return Array.from(value, (item, index) => checkInt(tag, `${name}[${index}]`, item, min));
}

export function checkShape(tag: string, value: unknown): number[] {
  return checkInts(tag, 'shape', value, 0);
}

/**
 * A plain options object that has no other than the allowed names. A name with the value undefined is refused too:
 * it is a misspelt `settings.lerningRate` more often than a wish for the default.
 */
export function checkOptions<T extends object>(
  tag: string,
  options: T | undefined,
  allowed: readonly (keyof T & string)[],
): T {
  if (options === undefined) return {} as T;
  if (!isPlainObject(options)) {
    throw new TypeError(`[${tag}] expected options like { ${allowed.join(', ')} }, got ${shown(options)}`);
  }
  for (const name of Object.keys(options)) {
    if (!(allowed as readonly string[]).includes(name)) {
      const names = allowed.length === 0 ? 'no options' : `only the options ${allowed.join(', ')}`;
      const near = nearest(name, allowed);
      const question = near === null ? '' : `; did you mean ${near}?`;
      throw new TypeError(`[${tag}] expected ${names}, got ${shown(name)}${question}`);
    }
    if (options[name as keyof T] === undefined) {
      throw new TypeError(`[${tag}] expected a value for ${name}, got undefined; leave the option out for its default`);
    }
  }
  return options;
}

/** What `{ … }` makes, also in another frame; no tensor, promise or list. */
export function isPlainObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** An axis; negative ones count from the end. */
export function checkAxis(tag: string, value: unknown): number {
  return checkInt(tag, 'dim', value, -8, 7);
}
