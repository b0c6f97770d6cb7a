/** @file The picture of a widget as markup for a page that has the site's styles: light and dark, wide and narrow. */
import { chartMarkup } from '../charts/chart.js';
import { html, type Markup, scrollable } from '../charts/markup.js';
import { hueOf } from './frame/groups.js';
import type { NumberCell, NumberTable, Picture } from './frame/picture.js';

/** @param words the result in words */
export function pictureMarkup({ title, charts = [], tables = [] }: Picture, words: string): Markup[] {
  return [
    ...charts.map((row) => html('div', { class: 'still-charts' }, ...row.map(chartMarkup))),
    ...(tables.length > 0 ? [scrollable(title, ...tables.map(tableMarkup))] : []),
    html('p', { class: 'still-words' }, words),
  ];
}

function tableMarkup({ caption, rows }: NumberTable): Markup {
  return html(
    'table',
    { class: 'still-table' },
    caption !== '' && html('caption', {}, caption),
    html('tbody', {}, ...rows.map((row) => html('tr', {}, ...row.map(cellMarkup)))),
  );
}

function cellMarkup({ lines, group, isHeading, isFaint }: NumberCell): Markup {
  const named = lines[0] !== '';
  const scope = !named ? null : isHeading ? 'row' : isFaint ? 'col' : null;
  const style = group === undefined ? null : `background: light-dark(${hueOf(group).join(', ')})`;
  return html(scope ? 'th' : 'td', { scope, style }, ...lines.map((line) => html('span', {}, line)));
}
