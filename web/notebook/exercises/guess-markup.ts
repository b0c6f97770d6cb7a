/** @file The sheet on which a curve is drawn by hand: with the pointer, or with one slider for each place. */
import { html, type Markup, svg } from '../../charts/markup.js';
import { placeOf } from '../../lesson/exercises/check.js';
import type { GuessExercise } from '../../lesson/exercises/exercise.js';

/** The drawing's own units; the sheet is as wide as its place. */
export const sheet = { width: 640, height: 300, left: 46, right: 12, top: 10, bottom: 40 };

export function toX({ x }: GuessExercise, place: number): number {
  return sheet.left + ((place - x.from) / (x.to - x.from)) * (sheet.width - sheet.left - sheet.right);
}

export function toY({ y }: GuessExercise, height: number): number {
  const part = (Math.min(y.to, Math.max(y.from, height)) - y.from) / (y.to - y.from);
  return sheet.height - sheet.bottom - part * (sheet.height - sheet.bottom - sheet.top);
}

/** A line through points. */
export function pathOf(exercise: GuessExercise, points: readonly (readonly [number, number])[]): string {
  return points
    .filter(([, y]) => Number.isFinite(y))
    .map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${toX(exercise, x).toFixed(1)} ${toY(exercise, y).toFixed(1)}`)
    .join('');
}

export function guessMarkup(exercise: GuessExercise): Markup {
  const { x, y, points } = exercise;
  const bottom = sheet.height - sheet.bottom;
  const text = (className: string, attributes: Record<string, number | string>, words: string): Markup =>
    svg('text', { class: className, ...attributes }, words);
  const handles = Array.from({ length: points }, (_, i) => placeOf(exercise, i));
  const middle = (y.from + y.to) / 2;
  return html(
    'div',
    { class: 'guess' },
    svg(
      'svg',
      { class: 'guess-sheet', viewBox: `0 0 ${sheet.width} ${sheet.height}`, 'aria-hidden': 'true' },
      svg('rect', {
        class: 'guess-area',
        x: sheet.left,
        y: sheet.top,
        width: sheet.width - sheet.left - sheet.right,
        height: bottom - sheet.top,
      }),
      ...[y.from, middle, y.to].map((value) =>
        text('guess-tick', { x: sheet.left - 8, y: toY(exercise, value) + 4, 'text-anchor': 'end' }, label(value)),
      ),
      ...[x.from, x.to].map((value, i) =>
        text(
          'guess-tick',
          { x: toX(exercise, value), y: bottom + 18, 'text-anchor': i === 0 ? 'start' : 'end' },
          label(value),
        ),
      ),
      text('guess-title', { x: (sheet.left + sheet.width) / 2, y: sheet.height - 6, 'text-anchor': 'middle' }, x.label),
      text('guess-title', { x: sheet.left + 6, y: sheet.top + 16 }, y.label),
      svg('path', { class: 'guess-truth', d: '' }),
      svg('path', { class: 'guess-line', d: '' }),
      ...handles.map((place) =>
        svg('circle', { class: 'guess-handle', cx: toX(exercise, place), cy: toY(exercise, middle), r: 6 }),
      ),
    ),
    html('p', { class: 'guess-words' }, 'Draw your line with the pointer, or set it place by place:'),
    html(
      'div',
      { class: 'guess-sliders', role: 'group', 'aria-label': `${y.label} by ${x.label}` },
      ...handles.map((place) =>
        html(
          'label',
          {},
          html('span', {}, label(place)),
          html('input', {
            type: 'range',
            min: y.from,
            max: y.to,
            step: (y.to - y.from) / 50,
            value: middle,
            'aria-label': `${y.label} at ${x.label} ${label(place)}`,
          }),
        ),
      ),
    ),
  );
}

function label(value: number): string {
  return String(Number(value.toPrecision(3))).replace('-', '−');
}
