/**
 * @file Linear and log scales from values to pixels, on d3-array's ticks. d3-scale would be a third of this module's
 * weight, for colours and formats that no chart here has.
 */
import { nice, ticks } from 'd3-array';
import { grouped, withPower } from './words.js';

export interface Scale {
  log: boolean;
  domain: [low: number, high: number];
  range: [from: number, to: number];
  /** px; NaN where a value has no place. */
  place(value: number): number;
  invert(px: number): number;
}

export interface Tick {
  value: number;
  text: string;
}

/** @param domain on a log scale above 0 */
export function scaleOf(domain: [number, number], range: [number, number], log = false): Scale {
  const [low, high] = log ? [Math.log(domain[0]), Math.log(domain[1])] : domain;
  const slope = (range[1] - range[0]) / (high - low);
  return {
    log,
    domain,
    range,
    place: log
      ? (value) => (value > 0 ? range[0] + (Math.log(value) - low) * slope : NaN)
      : (value) => range[0] + (value - low) * slope,
    invert: (px) => {
      const at = low + (px - range[0]) / slope;
      return log ? Math.exp(at) : at;
    },
  };
}

/** With its ends on ticks. */
export function niceScale(domain: [number, number], range: [number, number], log: boolean, count = 5): Scale {
  if (!log) return scaleOf(nice(...domain, count), range);
  // Within less than a decade the ends stay where they are: a whole decade would leave the chart half empty.
  if (domain[1] / domain[0] <= 5) return scaleOf(domain, range, true);
  const powers: [number, number] = [Math.floor(Math.log10(domain[0]) + 1e-9), Math.ceil(Math.log10(domain[1]) - 1e-9)];
  return scaleOf([power(powers[0]), power(powers[1])], range, true);
}

/** About `count` values at round distances. On a log scale over two decades or more they are powers of ten. */
export function ticksOf({ log, domain }: Scale, count: number): Tick[] {
  if (!log) {
    const values = ticks(...domain, count);
    const decimals = values.length > 1 ? Math.max(0, -Math.floor(Math.log10(values[1] - values[0]) + 1e-9)) : 3;
    return values.map((value) => ({ value, text: tickText(value, decimals, values) }));
  }
  const [low, high] = domain.map(Math.log10);
  const values = high - low >= 2 ? powersOfTen(low, high, count) : withinDecades(low, high);
  return values.map((value) => ({ value, text: powerText(value) }));
}

/** At multiples of a round number of decades: other steps are hard to read. */
function powersOfTen(low: number, high: number, count: number): number[] {
  const step = [1, 2, 3, 5, 10, 20, 50, 100].find((decades) => (high - low) / decades <= count) ?? 200;
  const powers: number[] = [];
  // Logarithms of the ends, which are powers of ten, may be off by a bit.
  for (let at = Math.ceil((low - 1e-9) / step) * step; at <= high + 1e-9; at += step) powers.push(power(at));
  return powers;
}

/** 1, 2 and 5 times powers of ten. */
function withinDecades(low: number, high: number): number[] {
  const values: number[] = [];
  for (let at = Math.floor(low); at <= high; at++) {
    for (const factor of [1, 2, 5]) {
      const value = Number(`${factor}e${at}`);
      if (Math.log10(value) >= low - 1e-9 && Math.log10(value) <= high + 1e-9) values.push(value);
    }
  }
  return values;
}

/** Exact, unlike Math.pow in some engines; within what a double holds. */
function power(exponent: number): number {
  return Math.max(Number.MIN_VALUE, Math.min(Number.MAX_VALUE, Number(`1e${exponent}`)));
}

function tickText(value: number, decimals: number, all: readonly number[]): string {
  const largest = Math.max(Math.abs(all[0]), Math.abs(all[all.length - 1]));
  if (largest >= 1e7 || decimals > 6) return powerText(value);
  return grouped(value.toFixed(decimals));
}

/** Plain from 0.001 to 10,000, else with a power of ten. */
function powerText(value: number): string {
  if (value === 0 || (Math.abs(value) >= 0.001 && Math.abs(value) <= 10_000)) {
    return grouped(String(Number(value.toPrecision(3))));
  }
  return withPower(value);
}

/** Least and greatest finite number; the least is above the greatest where there is none. */
export function extent(values: Iterable<number>): [low: number, high: number] {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}
