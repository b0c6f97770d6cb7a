/** @file The parts that charts are drawn from: measures, axes with ticks and names, and what can be read where. */
import { type Markup, svg } from './markup.js';
import { type Scale, type Tick, ticksOf } from './scale.js';

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

/** Room for the numbers of a y axis, px. */
export function tickRoom(ticks: { text: string }[]): number {
  return Math.ceil(Math.max(0, ...ticks.map(({ text }) => textWidth(text)))) + 10;
}

/** Numbers at the left, the name above them, and lines across where nothing else fills the plot. */
export function yAxis(plot: Plot, y: Scale, ticks: Tick[], title: string, lines = true): Markup {
  const rows = ticks.map(({ value, text }) => {
    const at = round(y.place(value));
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
    const at = round(x.place(value));
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
