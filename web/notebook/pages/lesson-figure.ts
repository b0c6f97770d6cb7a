/**
 * @file A figure of a lesson as HTML: what a reader without script sees, and the element that the script brings to
 * life.
 */
import { chartMarkup } from '../../charts/chart.js';
import { escapeHtml, html, toHtml } from '../../charts/markup.js';
import type { ChartSpec } from '../../charts/spec.js';
import type { Figure } from '../../lesson/figure.js';

/** What stands in a widget's place until it works. */
export interface WidgetStill {
  title: string;
  /** The picture, and the result in words. */
  html: string;
  /** Heights that the widget will have: in the lesson's column, and on a phone; px. */
  room: readonly [inColumn: number, onPhone: number];
}

export interface FigureParts {
  /** What its code shows; of a widget, instead of the picture of its still. */
  charts: ChartSpec[];
  still: WidgetStill | null;
  /** As HTML. */
  caption: string;
  /** In words, when something is missing. */
  trouble: string | null;
}

export function figureHtml({ widget, attributes }: Figure, { charts, still, caption, trouble }: FigureParts): string {
  const pictures = charts.map((chart) => toHtml(chartMarkup(chart)));
  const isLive = widget !== null && trouble === null;
  const body = isLive ? [elementHtml(widget, attributes, pictures, still)] : pictures;
  const room = isLive && still ? ` style="--in-column: ${still.room[0]}px; --on-phone: ${still.room[1]}px"` : '';
  return [
    `<figure class="lesson-figure wide"${widget === null ? '' : ` data-widget="${escapeHtml(widget)}"`}${room}>`,
    ...body,
    trouble === null ? '' : toHtml(html('p', { class: 'lesson-problem' }, trouble)),
    caption === '' ? '' : `<figcaption>${caption}</figcaption>`,
    '</figure>',
  ].join('\n');
}

/** The title is in its slot from the beginning: it stays where it is when the script comes. */
function elementHtml(
  widget: string,
  attributes: Figure['attributes'],
  pictures: string[],
  still: WidgetStill | null,
): string {
  const title = still ? toHtml(html('span', { slot: 'caption' }, still.title)) : '';
  const inPlace = pictures.length > 0 ? pictures : still ? [still.html] : [];
  const opening = toHtml(html(`normlab-${widget}`, attributes)).replace(/<\/[^>]*>$/, '');
  return `${opening}${title}<div slot="fallback">${inPlace.join('\n')}</div></normlab-${widget}>`;
}
