/** @file The table behind a chart: the same points as numbers. */
import type { LineChart } from '../kernel/protocol.js';
import { html, type Markup } from './markup.js';

/** One row per x, one column per series; of more than `maxRows` rows every n-th is kept and the caption says so. */
export function dataTable(chart: LineChart, maxRows: number): Markup {
  const columns = chart.series.map((series) => new Map(series.points));
  const all = [...new Set(chart.series.flatMap((series) => series.points.map(([x]) => x)))].sort((a, b) => a - b);
  const step = Math.max(1, Math.ceil(all.length / maxRows));
  const rows = all.filter((_, i) => i % step === 0 || i === all.length - 1);
  const caption = step > 1 ? `${chart.title}: one row in ${step} of ${all.length}` : chart.title;
  return html(
    'table',
    { class: 'data-table' },
    html('caption', {}, caption),
    html(
      'thead',
      {},
      html(
        'tr',
        {},
        html('th', { scope: 'col' }, chart.x),
        ...chart.series.map((series) => html('th', { scope: 'col' }, series.name)),
      ),
    ),
    html(
      'tbody',
      {},
      ...rows.map((x) =>
        html(
          'tr',
          {},
          html('th', { scope: 'row' }, String(x)),
          ...columns.map((column) => html('td', {}, cellText(column.get(x)))),
        ),
      ),
    ),
  );
}

function cellText(value: number | undefined): string {
  if (value === undefined) return '';
  return Number.isInteger(value) ? String(value) : value.toPrecision(5).replace('-', '−');
}
