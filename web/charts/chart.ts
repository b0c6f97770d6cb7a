/**
 * @file Any chart as a picture or as a figure with its words and its table. Needs no page: the same code makes the
 * stills when a site is built. `ChartView` brings a figure to life.
 */
import { barsKind } from './bars.js';
import { contourKind } from './contour.js';
import { dataTableMarkup } from './data-table.js';
import type { Drawing } from './frame.js';
import { heatmapKind } from './heatmap.js';
import { histogramKind } from './histogram.js';
import type { ChartKind } from './kind.js';
import { lineKind } from './line.js';
import { html, type Markup, scrollable, svg } from './markup.js';
import type { ChartSpec } from './spec.js';

/** Widths of the two stills that the page chooses from before a script has measured it, px. */
const stillWidths = { wide: 752, narrow: 288 };
const stillRows = 60;

const kinds = {
  line: lineKind,
  histogram: histogramKind,
  heatmap: heatmapKind,
  contour: contourKind,
  bars: barsKind,
};

/** @throws TypeError for a kind that is none */
export function kindOf(spec: ChartSpec): ChartKind<ChartSpec> {
  if (!Object.hasOwn(kinds, spec.kind)) {
    throw new TypeError(`[chart] expected a kind of ${Object.keys(kinds).join(', ')}, got ${String(spec.kind)}`);
  }
  return kinds[spec.kind] as ChartKind<ChartSpec>;
}

/** The picture as an SVG element, for a width in px. Its colours are the page's: chart.css. */
export function renderChart(spec: ChartSpec, width: number): Markup {
  return pictureMarkup(spec, kindOf(spec).draw(spec, width), '');
}

export function pictureMarkup(spec: ChartSpec, { width, height, children }: Drawing, className: string): Markup {
  return svg(
    'svg',
    {
      class: `chart-picture ${className}`.trim(),
      role: 'img',
      'aria-label': describe(spec),
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
    },
    ...children,
  );
}

/** Title, kind and course in words: what somebody who can't see the picture needs. */
export function describe(spec: ChartSpec): string {
  const { name, summary } = kindOf(spec);
  const kind = spec.kind === 'line' && spec.scatter ? 'scatter' : name;
  const axes = 'y' in spec && spec.y !== '' && spec.x !== '' ? ` of ${spec.y} against ${spec.x}` : '';
  return [titleOf(spec), `${kind[0].toUpperCase()}${kind.slice(1)}${axes}`, summary(spec)].join('. ');
}

export function titleOf(spec: ChartSpec): string {
  return spec.title || `Untitled ${kindOf(spec).name}`;
}

/**
 * The whole chart: a still in two widths that needs no script, what it says in words, and the numbers in a table, of
 * which at most 60 rows are kept.
 */
export function chartMarkup(spec: ChartSpec): Markup {
  const drawings = Object.entries(stillWidths).map(([name, width]) => ({
    name,
    drawing: kindOf(spec).draw(spec, width),
  }));
  const stills = drawings.map(({ name, drawing }) => pictureMarkup(spec, drawing, `chart-${name}`));
  return figureMarkup(spec, stills, drawings[0].drawing);
}

export function figureMarkup(spec: ChartSpec, pictures: Markup[], drawing: Drawing): Markup {
  const { gaps, table, summary } = kindOf(spec);
  const title = titleOf(spec);
  return html(
    'figure',
    { class: `chart chart-of-${spec.kind}` },
    html('figcaption', { class: 'chart-title' }, spec.title),
    html('div', { class: 'chart-plot' }, ...pictures),
    html('p', { class: 'chart-readout' }, ...drawing.reading.rest),
    html('p', { class: 'chart-gaps' }, gaps(spec) ?? ''),
    html(
      'details',
      { class: 'chart-data' },
      html('summary', {}, 'Data as a table'),
      html('p', { class: 'chart-summary' }, summary(spec)),
      scrollable(`${title}: data`, dataTableMarkup(table(spec), title, stillRows)),
    ),
  );
}
