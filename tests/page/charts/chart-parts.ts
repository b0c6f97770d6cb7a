/** @file Charts of tests, and what their markup holds. */
import { kindOf } from '../../../web/charts/chart.js';
import type { Markup } from '../../../web/charts/markup.js';
import type { ChartSpec, LineChart, Point } from '../../../web/charts/spec.js';
import { textOf } from '../../../web/charts/words.js';

export function chartOf(series: Record<string, Point[]>, rules: LineChart['rules'] = []): LineChart {
  return {
    kind: 'line',
    title: 'Loss',
    x: 'step',
    y: 'loss',
    rules,
    series: Object.entries(series).map(([name, points]) => ({ name, points })),
  };
}

export function find(node: Markup, className: string): Markup[] {
  const own = (node.attributes.class ?? '').split(' ').includes(className) ? [node] : [];
  return [...own, ...node.children.flatMap((child) => (typeof child === 'string' ? [] : find(child, className)))];
}

export const texts = (node: Markup, className: string): string[] => find(node, className).map(textOf);
export const wordsAt = (spec: ChartSpec, index: number): string =>
  kindOf(spec).draw(spec, 680).reading.words(index).map(textOf).join('');

/** Left, right, top and base of each bar of an outline of bars. */
export function boxesOf(path: Markup): number[][] {
  return [...path.attributes.d.matchAll(/M([\d.]+),([\d.]+)V([\d.]+)H([\d.]+)V/g)].map(([, left, base, top, right]) =>
    [left, right, top, base].map(Number),
  );
}

export function contrast(a: number[], b: number[]): number {
  const luminance = (color: number[]): number =>
    color
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
      .reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}
