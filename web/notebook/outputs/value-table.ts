/** @file A table of results; columns of numbers are aligned on the decimal point. */
import { html, type Markup, scrollable } from '../../charts/markup.js';
import type { Output } from '../../kernel/protocol.js';

type Table = Extract<Output, { kind: 'table' }>;

export function valueTableMarkup({ columns, rows }: Table): Markup {
  const texts = columns.map((_, c) => alignColumn(rows.map((row) => row[c] ?? '')));
  const className = (c: number): string | null => (texts[c].numeric ? 'number' : null);
  return scrollable(
    'Table',
    html(
      'table',
      { class: 'value-table' },
      html(
        'thead',
        {},
        html(
          'tr',
          {},
          // A column without a name has no heading.
          ...columns.map((name, c) =>
            name === '' ? html('td', {}) : html('th', { scope: 'col', class: className(c) }, name),
          ),
        ),
      ),
      html(
        'tbody',
        {},
        ...rows.map((_, r) =>
          html('tr', {}, ...columns.map((_, c) => html('td', { class: className(c) }, texts[c].cells[r]))),
        ),
      ),
    ),
  );
}

/**
 * Texts of a column; in a column of numbers the part after the point is filled up with figure spaces, so that
 * right-aligned points meet.
 */
function alignColumn(values: (string | number)[]): { numeric: boolean; cells: string[] } {
  const texts = values.map(String);
  const filled = texts.filter((text) => text !== '');
  const numeric =
    filled.length > 0 && filled.every((text) => /^[-+−]?(\d+(\.\d+)?|\.\d+|NaN|Infinity)(e[-+]?\d+)?%?$/.test(text));
  if (!numeric) return { numeric, cells: texts };
  const tails = texts.map((text) => /\..*$/.exec(text)?.[0] ?? '');
  const longest = Math.max(...tails.map((tail) => tail.length));
  const cells = texts.map((text, i) => {
    const missing = longest - tails[i].length;
    const point = missing > 0 && tails[i] === '' ? '\u2008' : '';
    return text.replace('-', '−') + point + '\u2007'.repeat(missing - point.length);
  });
  return { numeric, cells };
}
