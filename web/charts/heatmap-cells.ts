/** @file The cells of a heatmap: their tints, numbers and names. */
import { cut, round, textWidth } from './frame.js';
import { type Markup, svg } from './markup.js';
import type { Heatmap } from './spec.js';
import { withPower } from './words.js';

/** Strongest tint below a number: its ink still has 4.5:1 on it in both themes. */
export const numberedTint = 0.55;
/** Tints of one sign that are told apart where cells have no numbers. */
const tintSteps = 24;

export interface Grid {
  chart: Heatmap;
  left: number;
  top: number;
  cellWidth: number;
  cellHeight: number;
}

/** -1 to 1 on a diverging scale, 0 to 1 on a sequential one; outside the domain the ends. */
export function tintOf({ scale, domain: [low, high] }: Heatmap, value: number): number {
  const at = scale === 'diverging' ? value / high : (value - low) / (high - low);
  return Math.max(scale === 'diverging' ? -1 : 0, Math.min(1, Number.isFinite(at) ? at : 0));
}

/** All numbers with the same decimals, so that their points stand in one column. */
export function cellTexts({ values }: Heatmap): string[][] {
  const finite = values.flat().filter(Number.isFinite);
  const largest = finite.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const whole = finite.every(Number.isInteger) && largest < 1e6;
  const decimals = whole ? 0 : Math.max(0, Math.min(4, 2 - Math.floor(Math.log10(largest || 1))));
  const inPowers = largest >= 1e6 || (largest > 0 && largest < 1e-3);
  const write = (value: number): string => {
    if (!Number.isFinite(value)) return String(value).replace('Infinity', 'Inf').replace('-', '−');
    if (inPowers) return value === 0 ? '0' : withPower(value, 2);
    return value.toFixed(decimals).replace('-', '−');
  };
  return values.map((row) => row.map(write));
}

export function columnLabels({ chart, left, top, cellWidth }: Grid): Markup[] {
  const widest = Math.max(...chart.columns.map((name) => textWidth(name))) + 6;
  const step = labelStep(Math.min(widest, 60) / cellWidth);
  return chart.columns.flatMap((name, c) => {
    if (c % step !== 0) return [];
    const x = round(left + (c + 0.5) * cellWidth);
    return [svg('text', { class: 'chart-tick', x, y: top - 8, 'text-anchor': 'middle' }, cut(name, cellWidth * step))];
  });
}

export function rowLabels({ chart, left, top, cellHeight }: Grid, room: number): Markup[] {
  const step = labelStep(16 / cellHeight);
  return chart.rows.flatMap((name, r) => {
    if (r % step !== 0) return [];
    const y = round(top + (r + 0.5) * cellHeight + 4);
    return [svg('text', { class: 'chart-tick', x: left - 8, y, 'text-anchor': 'end' }, cut(name, room))];
  });
}

/** Every n-th row or column has its name; n is a round number. */
function labelStep(least: number): number {
  return [1, 2, 5, 10, 20, 50].find((step) => step >= least) ?? 100;
}

export function tintClass(tint: number): string {
  return tint < 0 ? 'chart-negative' : 'chart-positive';
}

export function numberedCells(grid: Grid, texts: string[][] | null): Markup[] {
  const { chart, left, top, cellWidth, cellHeight } = grid;
  const most = texts ? numberedTint : 1;
  return chart.values.flatMap((row, r) =>
    row.flatMap((value, c) => {
      const [x, y] = [round(left + c * cellWidth), round(top + r * cellHeight)];
      const tint = tintOf(chart, value);
      const finite = Number.isFinite(value);
      const box = finite && {
        class: `chart-cell ${tintClass(tint)}`,
        x: x + 0.5,
        y: y + 0.5,
        width: round(cellWidth - 1),
        height: cellHeight - 1,
        'fill-opacity': Math.round(Math.abs(tint) * most * 1000) / 1000,
      };
      const text = texts && {
        class: finite ? 'chart-number' : 'chart-number chart-lost',
        x: round(x + cellWidth / 2 + numberShift(texts, c)),
        y: y + 18,
        'text-anchor': 'end',
      };
      return [box && svg('rect', box), text && svg('text', text, texts[r][c])].filter((node): node is Markup => !!node);
    }),
  );
}

/** Half of the widest number of the column: right-aligned numbers then stand in the middle of their cells. */
function numberShift(texts: string[][], column: number): number {
  return Math.max(...texts.map((row) => textWidth(row[column]))) / 2;
}

/** One path for all cells of a tint; neighbours in a row are one box. 10,000 cells cost fifty elements. */
export function tintedCells({ chart, left, top, cellWidth, cellHeight }: Grid): Markup[] {
  const paths = new Map<number, string[]>();
  chart.values.forEach((row, r) => {
    const steps = row.map((value) => (Number.isFinite(value) ? Math.round(tintOf(chart, value) * tintSteps) : 0));
    for (let c = 0; c < row.length; ) {
      let end = c + 1;
      while (end < row.length && steps[end] === steps[c]) end++;
      if (steps[c] !== 0) {
        const [x0, x1] = [round(left + c * cellWidth), round(left + end * cellWidth)];
        const d = `M${x0},${round(top + r * cellHeight)}H${x1}V${round(top + (r + 1) * cellHeight)}H${x0}Z`;
        const path = paths.get(steps[c]);
        if (path) path.push(d);
        else paths.set(steps[c], [d]);
      }
      c = end;
    }
  });
  const tints = [...paths].sort(([a], [b]) => a - b);
  return tints.map(([step, d]) =>
    svg('path', {
      class: `chart-cell ${tintClass(step)}`,
      'fill-opacity': Math.round((Math.abs(step) / tintSteps) * 1000) / 1000,
      d: d.join(''),
    }),
  );
}

/** A stroke through each cell that has no finite value. */
export function gapMarks({ chart, left, top, cellWidth, cellHeight }: Grid): Markup[] {
  const d = chart.values.flatMap((row, r) =>
    row.flatMap((value, c) => {
      if (Number.isFinite(value)) return [];
      const [x, y] = [left + c * cellWidth, top + r * cellHeight];
      return [`M${round(x + 1)},${round(y + cellHeight - 1)}L${round(x + cellWidth - 1)},${round(y + 1)}`];
    }),
  );
  return d.length > 0 ? [svg('path', { class: 'chart-gap-mark', d: d.join('') })] : [];
}
