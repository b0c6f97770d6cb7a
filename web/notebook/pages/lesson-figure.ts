/**
 * @file A figure of a lesson as HTML: what a reader without script sees, and the element that the script brings to
 * life.
 */
import { chartMarkup } from '../../charts/chart.js';
import { escapeHtml, html, toHtml } from '../../charts/markup.js';
import type { ChartSpec } from '../../charts/spec.js';
import type { Figure } from '../../lesson/figure.js';

/**
 * @param charts what its code shows
 * @param caption as HTML
 * @param trouble in words, when something is missing
 */
export function figureHtml(figure: Figure, charts: ChartSpec[], caption: string, trouble: string | null): string {
  const { widget, attributes } = figure;
  const pictures = charts.map(chartMarkup);
  const body = widget === null || trouble !== null ? pictures : [html(`normlab-${widget}`, attributes, html('div', { slot: 'fallback' }, ...pictures))];
  return [
    `<figure class="lesson-figure wide"${widget === null ? '' : ` data-widget="${escapeHtml(widget)}"`}>`,
    ...body.map(toHtml),
    trouble === null ? '' : toHtml(html('p', { class: 'lesson-problem' }, trouble)),
    caption === '' ? '' : `<figcaption>${caption}</figcaption>`,
    '</figure>',
  ].join('\n');
}
