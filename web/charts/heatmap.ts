/** @file Heatmaps: tint by sign and size, with the number in each cell where there are few. */
import { cut, type Drawing, narrow, round, textWidth } from './frame.js';
import {
  cellTexts,
  columnLabels,
  gapMarks,
  type Grid,
  numberedCells,
  numberedTint,
  rowLabels,
  tintClass,
  tintedCells,
  tintOf,
} from './heatmap-cells.js';
import { CellReading, placeWords } from './heatmap-reading.js';
import type { ChartKind } from './kind.js';
import { type Markup, svg } from './markup.js';
import type { Heatmap } from './spec.js';
import { countOf, formatAlone, notFiniteText } from './words.js';

/** Most cells that are drawn one by one, each with room for its number. */
const maxNumbered = { rows: 16, columns: 16 };
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
