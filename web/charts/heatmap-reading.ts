/** @file Reads a heatmap cell by cell. */
import { type Reading, round, type Words } from './frame.js';
import type { Grid } from './heatmap-cells.js';
import { type Markup, svg } from './markup.js';
import type { Heatmap } from './spec.js';
import { formatAlone, grouped, notFiniteText, readAt, readValue, withPower } from './words.js';

export function placeWords({ x, y, rows, columns }: Heatmap, { row, column }: { row: number; column: number }): string {
  return `${y || 'row'} ${rows[row]}, ${x || 'column'} ${columns[column]}`;
}

/** Up and down go from row to row. */
export class CellReading implements Reading {
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
  if (!Number.isFinite(value)) return notFiniteText(value);
  const digits = String(Number(value.toPrecision(6)));
  return digits.includes('e') ? withPower(value, 6) : grouped(digits);
}
