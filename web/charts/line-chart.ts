/**
 * @file A line chart on the page: drawn to its width, redrawn at most once a frame, read by pointer, arrow keys or
 * table.
 */
import { bisector } from 'd3-array';
import type { LineChart } from '../kernel/protocol.js';
import { dataTable } from './data-table.js';
import { chartHeight, layoutLineChart, type LineLayout } from './line-layout.js';
import { html, type Markup, patch, patchChildren, scrollable, svg, toDom } from './markup.js';
import { seriesColors } from './series-colors.js';
import type { Point } from './thin.js';
import { describeGaps, formatIn, summarise } from './words.js';

/** Widths of the two stills that the page chooses from before a script has measured it, px. */
const stillWidths = { wide: 752, narrow: 288 };

/** Of the slider on the x axis, px; chart.css draws it so. */
const thumbRadius = 8;

/**
 * The whole chart as markup: a still that needs no script. `LineChartView` brings it to life.
 * Its points are in a table behind it, thinned to at most 60 rows.
 */
export function lineChartMarkup(chart: LineChart): Markup {
  const stills = Object.entries(stillWidths).map(([name, width]) =>
    svgMarkup(chart, layoutLineChart(chart, width), `chart-${name}`),
  );
  return figureMarkup(chart, stills, layoutLineChart(chart, stillWidths.wide).span);
}

export class LineChartView {
  readonly element: Element;
  private layout: LineLayout;
  private frame = 0;
  /** Position in `positions` that is read out, or null for the summary. */
  private reading: number | null = null;
  private positions: number[] | null = null;
  private readonly plot: Element;
  private readonly picture: Element;
  private readonly scrub: HTMLInputElement;
  private readonly readout: Element;
  private readonly gaps: Element;
  private readonly table: HTMLDetailsElement;
  private readonly observer: ResizeObserver;

  /** @param still an element made from `lineChartMarkup(chart)`, taken over in place; without it a new one is made. */
  constructor(
    private chart: LineChart,
    still?: Element,
  ) {
    this.layout = layoutLineChart(chart, stillWidths.wide);
    this.element = still ?? toDom(figureMarkup(chart, [], this.layout.span));
    this.plot = this.part('.chart-plot');
    this.picture = toDom(svgMarkup(chart, this.layout, ''));
    this.scrub = toDom(html('input', { class: 'chart-scrub', type: 'range', min: 0, step: 1 })) as HTMLInputElement;
    this.plot.replaceChildren(this.picture, this.scrub);
    this.readout = this.part('.chart-readout');
    this.gaps = this.part('.chart-gaps');
    this.table = this.part('details') as HTMLDetailsElement;
    this.listen();
    this.observer = new ResizeObserver(() => this.schedule());
    this.observer.observe(this.plot);
    this.schedule();
  }

  /** Shows other or more points. Cheap to call often: drawing waits for the next frame. */
  setData(chart: LineChart): void {
    this.chart = chart;
    this.positions = null;
    this.schedule();
  }

  destroy(): void {
    this.observer.disconnect();
    cancelAnimationFrame(this.frame);
  }

  private part(selector: string): Element {
    const found = this.element.querySelector(selector);
    if (!found) throw new Error(`[line chart] expected a figure with ${selector}, got none`);
    return found;
  }

  private schedule(): void {
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    this.frame = 0;
    const width = this.plot.clientWidth;
    if (width === 0) return;
    this.layout = layoutLineChart(this.chart, width);
    const drawn = svgMarkup(this.chart, this.layout, '');
    patch(this.picture, { ...drawn, children: [...drawn.children, this.cursor()] });
    this.drawWords();
    if (this.table.open) this.drawTable();
  }

  private drawWords(): void {
    const { chart, scrub } = this;
    const at = this.readingX();
    const words = at === undefined ? lastValues(chart, this.layout.span) : valuesAt(chart, at, this.layout.span);
    patchChildren(this.readout, words);
    scrub.setAttribute('aria-label', `${chart.title}: read the values along ${chart.x}`);
    scrub.setAttribute(
      'aria-valuetext',
      words.map((word) => (typeof word === 'string' ? word : textOf(word))).join(''),
    );
    if (document.activeElement === scrub) this.fitScrub();
    this.gaps.textContent = describeGaps(chart) ?? '';
  }

  /** Lays the slider over the part of the x axis that has points, one stop for each. */
  private fitScrub(): void {
    const { scrub, layout } = this;
    const positions = this.xPositions();
    scrub.max = String(Math.max(0, positions.length - 1));
    scrub.value = this.reading === null ? scrub.max : String(this.reading);
    if (positions.length === 0) return;
    const [from, to] = [positions[0], positions[positions.length - 1]].map((x) => layout.x(x));
    scrub.style.left = `${from - thumbRadius}px`;
    scrub.style.width = `${to - from + 2 * thumbRadius}px`;
    scrub.style.top = `${layout.bottom - thumbRadius}px`;
  }

  private drawTable(): void {
    patchChildren(this.table.lastElementChild!, [dataTable(this.chart, 500)]);
  }

  /** The hairline and the dots of the position that is read out. */
  private cursor(): Markup {
    const at = this.readingX();
    if (at === undefined) return svg('g', { class: 'chart-cursor' });
    const x = Math.round(this.layout.x(at) * 10) / 10;
    const dots = this.chart.series.map((series, i) => {
      const point = pointAt(series.points, at);
      if (!point || !Number.isFinite(point[1])) return null;
      return svg('circle', { class: this.layout.colors[i], cx: x, cy: this.layout.y(point[1]), r: 4 });
    });
    return svg(
      'g',
      { class: 'chart-cursor' },
      svg('line', { x1: x, x2: x, y1: this.layout.top, y2: this.layout.bottom }),
      ...dots,
    );
  }

  private readingX(): number | undefined {
    return this.reading === null ? undefined : this.xPositions()[this.reading];
  }

  /** Every x that any series has, ascending. */
  private xPositions(): number[] {
    if (!this.positions) {
      const all = this.chart.series.flatMap((series) => series.points.map(([x]) => x)).filter(Number.isFinite);
      this.positions = [...new Set(all)].sort((a, b) => a - b);
    }
    return this.positions;
  }

  private read(position: number | null): void {
    if (position === this.reading) return;
    this.reading = position;
    this.schedule();
  }

  private listen(): void {
    this.plot.addEventListener('pointermove', (event) => {
      const { clientX } = event as PointerEvent;
      const wanted = this.layout.x.invert(clientX - this.plot.getBoundingClientRect().left);
      const positions = this.xPositions();
      if (positions.length > 0) this.read(bisector((x: number) => x).center(positions, wanted));
    });
    this.plot.addEventListener('pointerleave', () => this.read(null));
    this.scrub.addEventListener('input', () => this.read(Number(this.scrub.value)));
    this.scrub.addEventListener('focus', () => this.fitScrub());
    this.scrub.addEventListener('blur', () => this.read(null));
    this.table.addEventListener('toggle', () => this.table.open && this.drawTable());
  }
}

function figureMarkup(chart: LineChart, stills: Markup[], span: number): Markup {
  return html(
    'figure',
    { class: 'chart' },
    html('figcaption', { class: 'chart-title' }, chart.title),
    html('div', { class: 'chart-plot' }, ...stills),
    html('p', { class: 'chart-readout' }, ...lastValues(chart, span)),
    html('p', { class: 'chart-gaps' }, describeGaps(chart) ?? ''),
    html(
      'details',
      { class: 'chart-data' },
      html('summary', {}, 'Data as a table'),
      scrollable(`${chart.title}: data`, dataTable(chart, 60)),
    ),
  );
}

function svgMarkup(chart: LineChart, layout: LineLayout, className: string): Markup {
  const label = `${chart.title}. Line chart of ${chart.y} against ${chart.x}. ${summarise(chart, layout.span)}`;
  const { width } = layout;
  return svg(
    'svg',
    {
      class: `chart-picture ${className}`.trim(),
      role: 'img',
      'aria-label': label,
      viewBox: `0 0 ${width} ${chartHeight(width)}`,
      width,
      height: chartHeight(width),
    },
    ...layout.children,
  );
}

function lastValues(chart: LineChart, span: number): (Markup | string)[] {
  if (chart.series.every((series) => series.points.length === 0)) return ['No points yet.'];
  return values(chart, `Last ${chart.y}`, (points) => points.at(-1)?.[1], span);
}

function valuesAt(chart: LineChart, x: number, span: number): (Markup | string)[] {
  return values(chart, `${chart.x} ${x}`, (points) => pointAt(points, x)?.[1], span);
}

function values(
  chart: LineChart,
  head: string,
  valueOf: (points: readonly Point[]) => number | undefined,
  span: number,
): (Markup | string)[] {
  const colors = seriesColors(chart.series.map((series) => series.name));
  const parts = chart.series.flatMap((series, i) => {
    const value = valueOf(series.points);
    if (value === undefined) return [];
    return [
      ' ',
      html('span', { class: `chart-value ${colors[i]}` }, series.name, ' ', html('b', {}, formatIn(span, value))),
    ];
  });
  return [html('span', { class: 'chart-at' }, `${head}:`), ...parts];
}

/** The point at exactly this x, or undefined. Points are looked up from the end, where reading happens most. */
function pointAt(points: readonly Point[], x: number): Point | undefined {
  return points.findLast((point) => point[0] === x);
}

function textOf(node: Markup): string {
  return node.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}
