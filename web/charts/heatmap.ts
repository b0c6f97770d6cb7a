/** @file Heatmaps: tint by sign and size, with the number in each cell where there are few. */
import { cut, type Drawing, type Reading, round, narrow, textWidth, type Words } from './frame.js';
import type { ChartKind } from './kind.js';
import { type Markup, svg } from './markup.js';
import type { Heatmap } from './spec.js';
import { countOf, formatAlone, notFiniteText, readAt, readValue } from './words.js';

/** Most cells that are drawn one by one, each with room for its number. */
const maxNumbered = { rows: 16, columns: 16 };
/** Strongest tint below a number: its ink still has 4.5:1 on it in both themes. */
const numberedTint = 0.55;
/** Tints of one sign that are told apart where cells have no numbers. */
const tintSteps = 24;
const numberHeight = 28;
const legendHeight = 52;

export const heatmapKind: ChartKind<Heatmap> = {
  name: 'heatmap',
  height: (chart, isNarrow) => labelHeight(chart) + chart.rows.length * cellHeight(chart, isNarrow) + legendHeight,
  draw,
  summary: (chart) => {
    const finite = chart.values.flat().filter(Number.isFinite);
    const size = `${countOf(chart.rows.length, 'row')} by ${countOf(chart.columns.length, 'column')}`;
    if (finite.length === 0) return `${size}, no finite values.`;
    const [low, high] = [find(chart, Math.min), find(chart, Math.max)];
    const at = (place: CellPlace): string => `${formatAlone(place.value)} at ${placeWords(chart, place)}`;
    return `${size}. Least ${at(low)}, greatest ${at(high)}.`;
  },
  gaps: (chart) => {
    const lost = chart.values.flatMap((row, r) =>
      row.flatMap((value, c) => (Number.isFinite(value) ? [] : [{ value, row: r, column: c }])),
    );
    if (lost.length === 0) return null;
    const first = `${notFiniteText(lost[0].value)} at ${placeWords(chart, lost[0])}`;
    return lost.length === 1
      ? `One value is ${first}.`
      : `${lost.length} values are no finite number, the first ${first}.`;
  },
  table: ({ columns, rows, values, y }) => ({
    columns: [y || 'row', ...columns],
    rows: rows.map((name, r) => [name, ...values[r]]),
  }),
};

interface CellPlace {
  value: number;
  row: number;
  column: number;
}

/** The first cell whose value the choice of least or greatest keeps. */
function find(chart: Heatmap, choose: (a: number, b: number) => number): CellPlace {
  let best: CellPlace | null = null;
  chart.values.forEach((row, r) =>
    row.forEach((value, c) => {
      if (!Number.isFinite(value) || (best && choose(best.value, value) === best.value)) return;
      best = { value, row: r, column: c };
    }),
  );
  return best!;
}

function placeWords({ x, y, rows, columns }: Heatmap, { row, column }: { row: number; column: number }): string {
  return `${y || 'row'} ${rows[row]}, ${x || 'column'} ${columns[column]}`;
}

function isNumbered({ rows, columns }: Heatmap): boolean {
  return rows.length <= maxNumbered.rows && columns.length <= maxNumbered.columns;
}

function cellHeight(chart: Heatmap, isNarrow: boolean): number {
  if (isNumbered(chart)) return numberHeight;
  const wanted = (isNarrow ? 240 : 320) / chart.rows.length;
  return Math.max(1, Math.min(numberHeight, chart.rows.length > 40 ? wanted : Math.floor(wanted)));
}

function labelHeight(chart: Heatmap): number {
  return chart.x === '' ? 24 : 42;
}

function draw(chart: Heatmap, width: number): Drawing {
  const height = heatmapKind.height(chart, width < narrow);
  const { rows, columns } = chart;
  const rowRoom = Math.min(
    width * 0.28,
    Math.max(textWidth(chart.y, true), ...rows.map((name) => textWidth(name))) + 12,
  );
  const cell = cellHeight(chart, width < narrow);
  const numbered = isNumbered(chart);
  const texts = numbered ? cellTexts(chart) : [];
  const room = width - rowRoom - 2;
  // Cells of a small grid are as wide as their numbers, not as the page.
  const wanted = numbered ? Math.max(44, ...texts.flat().map((text) => textWidth(text) + 16)) : Math.max(1.5 * cell, 6);
  const cellWidth = Math.min(room / Math.max(1, columns.length), wanted);
  const plot = {
    left: Math.ceil(rowRoom),
    right: Math.ceil(rowRoom) + cellWidth * columns.length,
    top: labelHeight(chart),
    bottom: labelHeight(chart) + cell * rows.length,
  };
  const grid: Grid = { chart, left: plot.left, top: plot.top, cellWidth, cellHeight: cell };
  const fits = numbered && texts.flat().every((text) => textWidth(text) + 4 <= cellWidth);
  return {
    width,
    height,
    plot,
    children: [
      svg('text', { class: 'chart-axis-title', x: plot.left, y: 12 }, chart.x),
      chart.y !== '' &&
        svg(
          'text',
          { class: 'chart-axis-title', x: plot.left - 8, y: plot.top - 8, 'text-anchor': 'end' },
          cut(chart.y, rowRoom),
        ),
      ...columnLabels(grid),
      ...rowLabels(grid, rowRoom),
      ...(numbered ? numberedCells(grid, fits ? texts : null) : tintedCells(grid)),
      ...gapMarks(grid),
      svg('rect', {
        class: 'chart-frame',
        x: plot.left,
        y: plot.top,
        width: round(plot.right - plot.left),
        height: round(plot.bottom - plot.top),
      }),
      scaleLegend(chart, plot.left, plot.bottom + 20, Math.min(260, width - plot.left - 24), fits ? numberedTint : 1),
    ].filter((node): node is Markup => node !== false),
    reading: new CellReading(grid),
  };
}

interface Grid {
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
function cellTexts({ values }: Heatmap): string[][] {
  const finite = values.flat().filter(Number.isFinite);
  const largest = finite.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const whole = finite.every(Number.isInteger) && largest < 1e6;
  const decimals = whole ? 0 : Math.max(0, Math.min(4, 2 - Math.floor(Math.log10(largest || 1))));
  const write = (value: number): string =>
    largest >= 1e6 || (largest > 0 && largest < 1e-3) ? value.toExponential(1) : value.toFixed(decimals);
  return values.map((row) =>
    row.map((value) =>
      (Number.isFinite(value) ? write(value) : String(value).replace('Infinity', 'Inf')).replaceAll('-', '−'),
    ),
  );
}

function columnLabels({ chart, left, top, cellWidth }: Grid): Markup[] {
  const widest = Math.max(...chart.columns.map((name) => textWidth(name))) + 6;
  const step = labelStep(Math.min(widest, 60) / cellWidth);
  return chart.columns.flatMap((name, c) => {
    if (c % step !== 0) return [];
    const x = round(left + (c + 0.5) * cellWidth);
    return [svg('text', { class: 'chart-tick', x, y: top - 8, 'text-anchor': 'middle' }, cut(name, cellWidth * step))];
  });
}

function rowLabels({ chart, left, top, cellHeight }: Grid, room: number): Markup[] {
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

function tintClass(tint: number): string {
  return tint < 0 ? 'chart-negative' : 'chart-positive';
}

function numberedCells(grid: Grid, texts: string[][] | null): Markup[] {
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
function tintedCells({ chart, left, top, cellWidth, cellHeight }: Grid): Markup[] {
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
function gapMarks({ chart, left, top, cellWidth, cellHeight }: Grid): Markup[] {
  const d = chart.values.flatMap((row, r) =>
    row.flatMap((value, c) => {
      if (Number.isFinite(value)) return [];
      const [x, y] = [left + c * cellWidth, top + r * cellHeight];
      return [`M${round(x + 1)},${round(y + cellHeight - 1)}L${round(x + cellWidth - 1)},${round(y + 1)}`];
    }),
  );
  return d.length > 0 ? [svg('path', { class: 'chart-gap-mark', d: d.join('') })] : [];
}

/** The colours from one end of the domain to the other, with the ends and the middle named. */
function scaleLegend(chart: Heatmap, x: number, y: number, width: number, most: number): Markup {
  const [low, high] = chart.domain;
  const steps = 25;
  const boxes = Array.from({ length: steps }, (_, i) => {
    const tint = tintOf(chart, low + ((high - low) * i) / (steps - 1));
    return svg('rect', {
      class: `chart-cell ${tintClass(tint)}`,
      x: round(x + (width * i) / steps),
      y,
      width: round(width / steps),
      height: 8,
      'fill-opacity': Math.round(Math.abs(tint) * most * 1000) / 1000,
    });
  });
  const named = [low, (low + high) / 2, high].map((value, i) =>
    svg(
      'text',
      { class: 'chart-tick', x: round(x + (width * i) / 2), y: y + 24, 'text-anchor': ['start', 'middle', 'end'][i] },
      formatAlone(value),
    ),
  );
  return svg(
    'g',
    { class: 'chart-scale' },
    ...boxes,
    svg('rect', { class: 'chart-frame', x, y, width: round(width), height: 8 }),
    ...named,
  );
}

/** Reads cell by cell; up and down go from row to row. */
class CellReading implements Reading {
  readonly count: number;
  readonly rest: Words;

  constructor(private readonly grid: Grid) {
    const { rows, columns, domain } = grid.chart;
    this.count = rows.length * columns.length;
    this.rest = [
      readAt(`${rows.length} × ${columns.length} values:`),
      ' ',
      readValue('from', formatAlone(this.count > 0 ? this.end(Math.min) : domain[0])),
      ' ',
      readValue('to', formatAlone(this.count > 0 ? this.end(Math.max) : domain[1])),
    ];
  }

  nearest(x: number, y: number): number | null {
    const { chart, left, top, cellWidth, cellHeight } = this.grid;
    const [column, row] = [Math.floor((x - left) / cellWidth), Math.floor((y - top) / cellHeight)];
    const inside = column >= 0 && row >= 0 && column < chart.columns.length && row < chart.rows.length;
    return inside ? row * chart.columns.length + column : null;
  }

  vertical(index: number, rows: number): number {
    return index + rows * this.grid.chart.columns.length;
  }

  words(index: number): Words {
    const { chart } = this.grid;
    const [row, column] = this.split(index);
    const value = chart.values[row][column];
    return [readAt(`${placeWords(chart, { row, column })}:`), ' ', readValue('', formatFull(value))];
  }

  marks(index: number): Markup[] {
    const { left, top, cellWidth, cellHeight } = this.grid;
    const [row, column] = this.split(index);
    const place = { x: round(left + column * cellWidth), y: round(top + row * cellHeight) };
    return [svg('rect', { class: 'chart-cell-mark', ...place, width: round(cellWidth), height: round(cellHeight) })];
  }

  private end(choose: (a: number, b: number) => number): number {
    const finite = this.grid.chart.values.flat().filter(Number.isFinite);
    return finite.length > 0 ? finite.reduce((a, b) => choose(a, b)) : NaN;
  }

  private split(index: number): [row: number, column: number] {
    const columns = this.grid.chart.columns.length;
    return [Math.floor(index / columns), index % columns];
  }
}

/** Six digits: what float32 holds. */
function formatFull(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(6))).replace('-', '−') : notFiniteText(value);
}
