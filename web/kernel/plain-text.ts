/** @file Outputs as plain text, for a terminal, a stored output and the end of a flood. */
import type { Output } from './protocol.js';

/** Whole lines, or nothing for what has no place in text: charts and progress. */
export function plainText(output: Output): string {
  switch (output.kind) {
    case 'text':
      return output.text;
    case 'value':
    case 'tensor':
      return `${output.text}\n`;
    case 'table':
      return tableText(output.columns, output.rows);
    case 'chart':
    case 'progress':
      return '';
  }
}

/** Columns two spaces apart, numbers to the right. */
function tableText(columns: readonly string[], rows: readonly (string | number)[][]): string {
  const texts = rows.map((row) => row.map(String));
  const widths = columns.map((column, i) => Math.max(width(column), ...texts.map((row) => width(row[i]))));
  const numeric = columns.map((_, i) => rows.length > 0 && rows.every((row) => typeof row[i] === 'number'));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) =>
        numeric[i] ? ' '.repeat(widths[i] - width(cell)) + cell : cell + ' '.repeat(widths[i] - width(cell)),
      )
      .join('  ')
      .trimEnd();
  return [columns, ...texts].map((row) => `${line(row)}\n`).join('');
}

function width(text: string): number {
  return [...text].length;
}
