/** @file The parts that charts are drawn from: measures, axes with ticks and names, and what can be read where. */
import { scaleLinear, type ScaleLinear, scaleLog, type ScaleLogarithmic } from 'd3-scale';
import { type Markup, svg } from './markup.js';

export type Scale = ScaleLinear<number, number> | ScaleLogarithmic<number, number>;

/** Inline text: words and marked-up values. */
export type Words = (Markup | string)[];

/** Edges of the plotting area, px. */
export interface Plot {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A chart drawn for one width. */
export interface Drawing {
  width: number;
  height: number;
  plot: Plot;
  children: Markup[];
  reading: Reading;
}

/** The values of a chart one by one: what the pointer or the arrow keys are at. */
export interface Reading {
  count: number;
  /** The value nearest to a place in the picture, or null. */
  nearest(x: number, y: number): number | null;
  /** The value `rows` below or above; without it the chart has one row. */
  vertical?(index: number, rows: number): number;
  words(index: number): Words;
  /** Shows in the picture which value is read. */
  marks(index: number): Markup[];
  /** Shown while nothing is read. */
  rest: Words;
}

/** Room below a plot for the numbers and the name of its x axis, px. */
export const axisRoom = 42;
/** Room above it for the name of its y axis, px. */
export const headRoom = 30;

/** Below this width labels break into lines and charts are lower, px. */
export const narrow = 480;
export const fontSize = 13;
export const lineHeight = 15;
/** Mean advance of a character of the sans at `fontSize`, on the wide side, px. */
const characterWidth = 6.9;
const boldWidth = 7.4;

export function textWidth(text: string, bold = false): number {
  return text.length * (bold ? boldWidth : characterWidth);
}

/** A text cut to a width. */
export function cut(text: string, width: number): string {
  const room = Math.max(2, Math.floor(width / characterWidth));
  return text.length > room ? `${text.slice(0, room - 1)}…` : text;
}

/** Tenths of a pixel are enough and keep stills small. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A scale with its ends on ticks. On a log axis only what is above 0 has a place. */
export function niceScale(domain: [number, number], range: [number, number], log: boolean, ticks = 5): Scale {
  if (!log) return scaleLinear(domain, range).nice(ticks);
  const scale = scaleLog(domain, range);
  // Within one decade the ends stay where they are: a whole decade would leave the chart half empty.
  return domain[1] / domain[0] > 5 ? scale.nice() : scale;
}

/**
 * The same map as the scale, without its generality: it is applied to every point in every frame. NaN where there is no
 * place.
 */
export function placer(scale: Scale): (value: number) => number {
  const log = 'base' in scale;
  const from = log ? Math.log(scale.domain()[0]) : scale.domain()[0];
  const to = log ? Math.log(scale.domain()[1]) : scale.domain()[1];
  const [start, end] = scale.range();
  const slope = (end - start) / (to - from);
  return log
    ? (value) => (value > 0 ? start + (Math.log(value) - from) * slope : NaN)
    : (value) => start + (value - from) * slope;
}

/** Values with a tick, each with its text. On a log axis over several decades only powers of ten are named. */
export function ticksOf(scale: Scale, count: number): { value: number; text: string }[] {
  const values = scale.ticks(count);
  if (!('base' in scale)) {
    const format = scale.tickFormat(count);
    return values.map((value) => ({ value, text: format(value) }));
  }
  const [low, high] = scale.domain().map(Math.log10);
  const shown =
    high - low >= 2
      ? powersOfTen(low, high, count)
      : values.filter((value) => [1, 2, 5].includes(Number(value.toExponential(0)[0])));
  return shown.map((value) => ({ value, text: powerText(value) }));
}

/** At most about `count`, at multiples of a round number of decades: other steps are hard to read. */
function powersOfTen(low: number, high: number, count: number): number[] {
  const step = [1, 2, 3, 5, 10, 20, 50, 100].find((decades) => (high - low) / decades <= count) ?? 200;
  const powers: number[] = [];
  // Logarithms of the ends, which are powers of ten, may be off by a bit.
  for (let power = Math.ceil((low - 1e-9) / step) * step; power <= high + 1e-9; power += step) {
    powers.push(Number(`1e${power}`));
  }
  return powers;
}

/** Plain from 0.001 to 10 000, else as a power of ten. */
function powerText(value: number): string {
  if (value >= 0.001 && value <= 10_000) return String(Number(value.toPrecision(3)));
  const [digits, power] = value.toExponential().split('e');
  const raised = [...String(Number(power))].map((digit) => superscripts[digit]).join('');
  return `${Number(digits) === 1 ? '' : `${Number(digits)}·`}10${raised}`;
}

const superscripts: Record<string, string> = Object.fromEntries(
  [...'0123456789-'].map((digit, i) => [digit, '⁰¹²³⁴⁵⁶⁷⁸⁹⁻'[i]]),
);

/** Room for the numbers of a y axis, px. */
export function tickRoom(ticks: { text: string }[]): number {
  return Math.ceil(Math.max(0, ...ticks.map(({ text }) => textWidth(text)))) + 10;
}

/** Numbers at the left, the name above them, and lines across where nothing else fills the plot. */
export function yAxis(
  plot: Plot,
  y: Scale,
  ticks: { value: number; text: string }[],
  title: string,
  lines = true,
): Markup {
  const rows = ticks.map(({ value, text }) => {
    const at = round(y(value));
    return svg(
      'g',
      {},
      lines && svg('line', { class: 'chart-grid', x1: plot.left, x2: plot.right, y1: at, y2: at }),
      svg('text', { class: 'chart-tick', x: plot.left - 8, y: at + 4, 'text-anchor': 'end' }, text),
    );
  });
  return svg(
    'g',
    { class: 'chart-axis' },
    ...rows,
    svg('text', { class: 'chart-axis-title', x: 0, y: plot.top - 18 }, title),
  );
}

/** Base line, ticks and their numbers, the name below them at the end. */
export function xAxis(plot: Plot, x: Scale, title: string): Markup {
  const { left, right, bottom } = plot;
  const count = Math.max(2, Math.min(8, Math.floor((right - left) / 60)));
  const marks = ticksOf(x, count).map(({ value, text }) => {
    const at = round(x(value));
    return svg(
      'g',
      {},
      svg('line', { class: 'chart-tick-mark', x1: at, x2: at, y1: bottom, y2: bottom + 5 }),
      svg('text', { class: 'chart-tick', x: at, y: bottom + 18, 'text-anchor': 'middle' }, text),
    );
  });
  return svg(
    'g',
    { class: 'chart-axis' },
    svg('line', { class: 'chart-base', x1: left, x2: right, y1: bottom, y2: bottom }),
    ...marks,
    svg('text', { class: 'chart-axis-title', x: right, y: bottom + 36, 'text-anchor': 'end' }, title),
  );
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
