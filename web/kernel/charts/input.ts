/** @file What cells give to charts (tensors, arrays, nested arrays, options), checked and made plain. */
import { isTensor, tensorValues, toNumber, toText } from '../displays.js';
import { formatValue } from '../format.js';

/** Options of a chart by name. @throws TypeError naming the options there are, for one that there is not */
export function optionsOf(tag: string, options: unknown, names: readonly string[]): Record<string, unknown> {
  if (options === undefined || options === null) return {};
  if (typeof options !== 'object' || Array.isArray(options) || isTensor(options)) {
    throw new TypeError(`[${tag}] expected options as an object { ${names[0]}: … }, got ${shortValue(options)}`);
  }
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new TypeError(`[${tag}] expected options among ${names.join(', ')}, got ${unknown}`);
  return options as Record<string, unknown>;
}

export function textOption(tag: string, options: Record<string, unknown>, name: string, otherwise = ''): string {
  const value = options[name];
  return value === undefined ? otherwise : toText(value, `[${tag}] expected ${name}`);
}

export function flagOption(tag: string, options: Record<string, unknown>, name: string): boolean {
  const value = options[name] ?? false;
  if (typeof value !== 'boolean')
    throw new TypeError(`[${tag}] expected ${name} to be true or false, got ${shortValue(value)}`);
  return value;
}

/** A whole number from `least` to `most`. */
export function countOption(
  tag: string,
  options: Record<string, unknown>,
  name: string,
  otherwise: number,
  [least, most]: [number, number],
): number {
  const value = options[name];
  if (value === undefined) return otherwise;
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new RangeError(
    `[${tag}] expected ${name} to be a whole number from ${least} to ${most}, got ${shortValue(value)}`,
  );
}

/** `[low, high]` with low < high, or null where it is not given. */
export function rangeOption(tag: string, options: Record<string, unknown>, name: string): [number, number] | null {
  const value = options[name];
  if (value === undefined || value === null) return null;
  if (Array.isArray(value) && value.length === 2) {
    const [low, high] = value.map((end) => toNumber(end, `[${tag}] expected the ends of ${name}`));
    if (Number.isFinite(low) && Number.isFinite(high) && low < high) return [low, high];
  }
  throw new RangeError(`[${tag}] expected ${name} to be [low, high] with low below high, got ${shortValue(value)}`);
}

/** `count` names, by default their numbers. */
export function namesOption(tag: string, options: Record<string, unknown>, name: string, count: number): string[] {
  const value = options[name];
  if (value === undefined) return Array.from({ length: count }, (_, i) => String(i));
  if (!Array.isArray(value))
    throw new TypeError(`[${tag}] expected ${name} to be an array of names, got ${shortValue(value)}`);
  if (value.length !== count)
    throw new RangeError(`[${tag}] expected ${name} to have ${count} names, got ${value.length}`);
  return value.map((one) =>
    typeof one === 'number' ? String(one) : toText(one, `[${tag}] expected a name in ${name}`),
  );
}

/** All numbers in a tensor, array, typed array or nested array. */
export function numbersOf(tag: string, data: unknown): ArrayLike<number> {
  if (isTensor(data)) return tensorValues(data);
  if (ArrayBuffer.isView(data) && !(data instanceof DataView)) {
    return Array.from(data as unknown as ArrayLike<number | bigint>, Number);
  }
  if (!Array.isArray(data))
    throw new TypeError(`[${tag}] expected a tensor or an array of numbers, got ${shortValue(data)}`);
  const numbers: number[] = [];
  const collect = (items: readonly unknown[]): void => {
    for (const item of items) {
      if (Array.isArray(item)) collect(item);
      else numbers.push(toNumber(item, `[${tag}] expected each value`));
    }
  };
  collect(data);
  return numbers;
}

/** Rows of equal length. A tensor or an array of one dimension is one row. */
export function gridOf(tag: string, data: unknown): number[][] {
  if (isTensor(data)) {
    const { shape } = data;
    if (shape.length !== 1 && shape.length !== 2) {
      throw new RangeError(`[${tag}] expected a tensor of 1 or 2 dimensions, got shape (${shape.join(', ')})`);
    }
    const columns = shape[shape.length - 1];
    const values = tensorValues(data);
    const rows = shape.length === 1 ? 1 : shape[0];
    return Array.from({ length: rows }, (_, r) => values.slice(r * columns, (r + 1) * columns));
  }
  const isRow = (item: unknown): boolean =>
    Array.isArray(item) || ArrayBuffer.isView(item) || (isTensor(item) && item.shape.length > 0);
  if (!Array.isArray(data) || !data.some(isRow)) return [[...Array.from(numbersOf(tag, data))]];
  const rows = data.map((row: unknown) => [...Array.from(numbersOf(tag, row))]);
  const different = rows.findIndex((row) => row.length !== rows[0].length);
  if (different >= 0) {
    const got = `${rows[0].length} values in row 0 and ${rows[different].length} in row ${different}`;
    throw new RangeError(`[${tag}] expected rows of equal length, got ${got}`);
  }
  return rows;
}

/** Pairs of names and what they name, of an object, a Map or an array of pairs; null for anything else. */
export function entriesOf(data: unknown): [name: string, value: unknown][] | null {
  if (typeof data !== 'object' || data === null || isTensor(data) || ArrayBuffer.isView(data)) return null;
  if (data instanceof Map) return [...data].map(([name, value]) => [String(name), value]);
  if (!Array.isArray(data)) return Object.entries(data);
  const pairs = data.every((item) => Array.isArray(item) && item.length === 2 && typeof item[0] === 'string');
  return pairs && data.length > 0 ? data.map(([name, value]) => [name as string, value]) : null;
}

/** A value in an error message: what it is, not all of it. */
export function shortValue(value: unknown): string {
  return formatValue(value, { depth: 1, items: 6, text: 60, width: 76, total: 200 });
}

/** Least and greatest finite value; Infinity and -Infinity where there is none. */
export function finiteExtent(arrays: readonly ArrayLike<number>[]): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const values of arrays) {
    for (let i = 0; i < values.length; i++) {
      if (!Number.isFinite(values[i])) continue;
      low = Math.min(low, values[i]);
      high = Math.max(high, values[i]);
    }
  }
  return [low, high];
}
