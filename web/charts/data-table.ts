/** @file The numbers behind a chart: as a table on the page and as CSV. */
import { html, type Markup } from './markup.js';
import { formatAlone, grouped, withPower } from './words.js';

/** The first column names the row. A null is an empty cell. */
export interface DataTable {
  columns: string[];
  rows: (string | number | null)[][];
}

/** Of more than `maxRows` rows every n-th is kept and the caption says so. */
export function dataTableMarkup({ columns, rows }: DataTable, title: string, maxRows: number): Markup {
  const step = Math.max(1, Math.ceil(rows.length / maxRows));
  const shown = rows.filter((_, i) => i % step === 0 || i === rows.length - 1);
  const caption = step > 1 ? `${title}: one row in ${step} of ${rows.length}` : title;
  return html(
    'table',
    { class: 'data-table' },
    html('caption', {}, caption),
    html('thead', {}, html('tr', {}, ...columns.map((name) => html('th', { scope: 'col' }, name)))),
    html(
      'tbody',
      {},
      ...shown.map(([head, ...cells]) =>
        html(
          'tr',
          {},
          html('th', { scope: 'row' }, typeof head === 'number' ? formatAlone(head) : head),
          ...cells.map((cell) => html('td', {}, cellText(cell))),
        ),
      ),
    ),
  );
}

function cellText(value: string | number | null): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (Number.isInteger(value) || !Number.isFinite(value)) return formatAlone(value);
  const digits = value.toPrecision(5);
  return digits.includes('e') ? withPower(value, 5) : grouped(digits);
}

/** All rows, numbers in full: what is read back is equal to what was drawn. Lines end as RFC 4180 wants. */
export function csvText({ columns, rows }: DataTable): string {
  return [columns, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  // A spreadsheet takes a text that begins so for a formula.
  const safe = typeof value === 'string' && /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
