/** @file Compares what an operation gave with what a case expects. */
import { expect } from 'vitest';
import { Tensor } from '../../web/api/index.js';
import type { Bounds, Json } from './cases.js';

const exact: Bounds = { atol: 0, rtol: 0 };

/** Every expected number, wherever it is nested, within |actual − expected| ≤ atol + rtol·|expected|. */
export function expectNear(actual: unknown, expected: Json, bounds: Bounds | 'exact', path = ''): void {
  const limits = bounds === 'exact' ? exact : bounds;
  const given = actual instanceof Tensor ? actual.toArray() : actual;
  if (isObject(expected) && 'shape' in expected) {
    expect((actual as Tensor).shape, `shape of ${path}`).toEqual(expected.shape);
    expectNumbers(numbersOf(given), (expected.data as Json[]).map(Number), limits, path);
  } else if (isObject(expected) && 'fill' in expected) {
    const all = numbersOf(given);
    expect(all.length).toBeGreaterThan(0);
    expectNumbers(
      all,
      all.map(() => Number(expected.fill)),
      limits,
      path,
    );
  } else if (Array.isArray(expected) && expected.some(isObject)) {
    expect((given as unknown[]).length, path).toBe(expected.length);
    expected.forEach((item, index) => expectNear((given as unknown[])[index], item, bounds, `${path}[${index}]`));
  } else if (isObject(expected)) {
    for (const [key, item] of Object.entries(expected)) {
      expect(given, `${path} has ${key}`).toHaveProperty([key]);
      const own = (given as Record<string, unknown>)[key];
      if (key === 'allowed_per_element') expectAllowed(numbersOf(own), item as Json[][], limits);
      else expectNear(own, item, bounds, path === '' ? key : `${path}.${key}`);
    }
  } else if (
    typeof expected === 'boolean' ||
    expected === null ||
    (Array.isArray(expected) && expected.some((item) => typeof item === 'boolean'))
  ) {
    expect(given, path).toEqual(expected);
  } else {
    expectNumbers(numbersOf(given), numbersOf(expected), limits, path);
  }
}

function expectNumbers(actual: number[], expected: number[], { atol, rtol }: Bounds, path: string): void {
  expect(actual.length, `count of ${path}`).toBe(expected.length);
  expected.forEach((wanted, index) => {
    const got = actual[index];
    const same = got === wanted || (Number.isNaN(got) && Number.isNaN(wanted));
    const near = same || Math.abs(got - wanted) <= atol + rtol * Math.abs(wanted);
    if (!near) expect.fail(`${path}, element ${index}: expected ${wanted} (±${atol} ±${rtol}·|x|), got ${got}`);
  });
}

function expectAllowed(actual: number[], allowed: Json[][], limits: Bounds): void {
  expect(actual.length).toBe(allowed.length);
  actual.forEach((value, index) => {
    const near = allowed[index].some(
      (option) => Math.abs(value - Number(option)) <= limits.atol + limits.rtol * Math.abs(Number(option)),
    );
    if (!near) expect.fail(`element ${index}: expected one of ${allowed[index].join(', ')}, got ${value}`);
  });
}

function numbersOf(value: unknown): number[] {
  if (value instanceof Tensor) return [...value.data()];
  if (Array.isArray(value)) return value.flatMap(numbersOf);
  if (typeof value === 'number') return [value];
  if (typeof value === 'string') return [Number(value)];
  throw new Error(`expected numbers, got ${String(value)}`);
}

function isObject(value: unknown): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
