/** @file The names of lines: beside their ends where there is room, else in rows above the plot. */
import { cut, fontSize, lineHeight, type Plot, round, textWidth } from './frame.js';
import { type Markup, svg } from './markup.js';
import type { Point } from './spec.js';
import { spread } from './spread.js';

/** Names that would overlap move apart and keep a leader to their line. @param ends px, null for a line without one */
export function seriesLabels(plot: Plot, colors: string[], labels: string[][], ends: (Point | null)[]): Markup[] {
  const shown = ends.flatMap((end, i) => (end ? [{ i, x: end[0], y: end[1] }] : []));
  const placed = spread(
    shown.map((label) => label.y),
    shown.map(({ i }) => labels[i].length * lineHeight + 1),
    plot.top - lineHeight / 2,
    plot.bottom + lineHeight / 4,
  );
  return shown.map(({ i, x, y }, k) => {
    const at = placed[k];
    const first = at + fontSize * 0.34 - ((labels[i].length - 1) * lineHeight) / 2;
    return svg(
      'g',
      { class: colors[i] },
      svg('circle', { class: 'chart-end', cx: round(x), cy: round(y), r: 3 }),
      Math.abs(at - y) > 5 &&
        svg('path', { class: 'chart-leader', d: `M${round(x + 3)},${round(y)}L${round(x + 9)},${round(at)}` }),
      svg(
        'text',
        { class: 'chart-label' },
        ...labels[i].map((text, row) => svg('tspan', { x: round(x + 11), y: round(first + row * lineHeight) }, text)),
      ),
    );
  });
}

interface Key {
  /** Index of the series, or null for the word on those that have no room. */
  series: number | null;
  text: string;
  x: number;
}

const swatch = 22;
const maxRows = 4;

/** Which names stand in which row of a legend. */
export function legendRows(names: string[], width: number): Key[][] {
  const rows: Key[][] = [[]];
  let x = 0;
  for (const [i, name] of names.entries()) {
    const text = cut(name, width - swatch);
    const size = swatch + textWidth(text, true) + 14;
    if (x > 0 && x + size > width) {
      if (rows.length === maxRows) {
        const last = rows[maxRows - 1];
        last.pop();
        last.push({ series: null, text: `… ${names.length - i + 1} more`, x: last.length > 0 ? x - size : 0 });
        return rows;
      }
      rows.push([]);
      x = 0;
    }
    rows[rows.length - 1].push({ series: i, text, x });
    x += size;
  }
  return rows;
}

export function legend(rows: Key[][], names: string[], colors: string[], rowHeight: number, dots = false): Markup[] {
  return rows.flatMap((row, r) =>
    row.map(({ series, text, x }) => {
      const y = 10 + r * rowHeight;
      if (series === null) return svg('text', { class: 'chart-tick', x: round(x), y }, text);
      const key = dots
        ? svg('path', { class: `chart-spots ${colors[series]}`, d: `M${round(x + 12)},${y - 4}h0` })
        : svg('path', { class: `chart-line ${colors[series]}`, d: `M${round(x)},${y - 4}h16` });
      return svg(
        'g',
        { class: colors[series] },
        svg('title', {}, names[series]),
        key,
        svg('text', { class: 'chart-label', x: round(x + swatch), y }, text),
      );
    }),
  );
}
