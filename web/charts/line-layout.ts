/**
 * @file Where everything in a line chart goes, for a given width. Pure: chart in, SVG tree out; the same for a still at
 * build time and for live drawing.
 */
import { scaleLinear, type ScaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { LineChart } from '../kernel/protocol.js';
import { type Markup, svg } from './markup.js';
import { seriesColors } from './series-colors.js';
import { spread } from './spread.js';
import { type Point, thinToPixels } from './thin.js';

export interface LineLayout {
  width: number;
  height: number;
  /** Edges of the plotting area, px. */
  left: number;
  right: number;
  top: number;
  bottom: number;
  x: ScaleLinear<number, number>;
  y: ScaleLinear<number, number>;
  colors: string[];
  /** Length of the y axis in its own units; numbers are written to fit it. */
  span: number;
  children: Markup[];
}

/** Below this width labels break into lines and the chart is lower, px. */
const narrow = 480;
const fontSize = 13;
const lineHeight = 15;
/** Mean advance of a character of the sans at `fontSize`, on the wide side, px. */
const characterWidth = 6.9;

export function layoutLineChart(chart: LineChart, width: number): LineLayout {
  const height = chartHeight(width);
  const colors = seriesColors(chart.series.map((series) => series.name));
  const room = Math.floor((width * 0.42 - 12) / characterWidth);
  const labels = chart.series.map((series) => breakLabel(series.name, width < narrow, room));
  const labelWidth = Math.max(0, ...labels.flat().map((text) => text.length * characterWidth));
  const [yLow, yHigh] = yDomain(chart);
  const y = scaleLinear([yLow, yHigh], [height - 34, 30]).nice(5);
  const yTicks = y.ticks(5);
  const yFormat = y.tickFormat(5);
  const tickWidth = Math.max(...yTicks.map((tick) => yFormat(tick).length)) * characterWidth;
  const left = Math.ceil(tickWidth) + 10;
  const right = width - Math.ceil(labelWidth) - 12;
  const x = scaleLinear(xDomain(chart), [left, right]).nice(5);
  const layout: LineLayout = {
    width,
    height,
    left,
    right,
    top: 30,
    bottom: height - 34,
    x,
    y,
    colors,
    span: y.domain()[1] - y.domain()[0],
    children: [],
  };
  layout.children = [
    yAxis(layout, yTicks, yFormat, chart.y),
    xAxis(layout, chart.x),
    svg('g', { class: 'chart-rules' }, ...chart.rules.map((rule) => ruleLine(layout, rule))),
    svg(
      'g',
      { class: 'chart-lines' },
      ...chart.series.map((series, i) => seriesLine(layout, series.points, colors[i])),
    ),
    svg('g', { class: 'chart-labels' }, ...endLabels(layout, chart, labels)),
  ];
  return layout;
}

/** Two heights only, so that the page can keep the place before anything is drawn. */
export function chartHeight(width: number): number {
  return width < narrow ? 260 : 320;
}

/** The end of a line that can be drawn: its last finite point. */
export function lastFinite(points: readonly Point[]): Point | undefined {
  return points.findLast(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
}

function xDomain(chart: LineChart): [number, number] {
  const [low, high] = extentOf(chart, 0);
  if (low > high) return [0, 1];
  return low === high ? [low - 0.5, high + 0.5] : [Math.min(low, low > 0 && low < high / 4 ? 0 : low), high];
}

/**
 * Least and greatest finite coordinate; the least is above the greatest where there is none. A plain loop: it runs over
 * every point each frame.
 */
function extentOf(chart: LineChart, coordinate: 0 | 1): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const { points } of chart.series) {
    for (const point of points) {
      const value = point[coordinate];
      if (!Number.isFinite(value)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return [low, high];
}

/**
 * Holds all finite values, the rules, and zero: a loss is read against zero, and noise about a level does not fill the
 * chart.
 */
function yDomain(chart: LineChart): [number, number] {
  const [lowest, highest] = extentOf(chart, 1);
  const low = Math.min(0, lowest, ...chart.rules.map((rule) => rule.y));
  const high = Math.max(0, highest, ...chart.rules.map((rule) => rule.y));
  return low === high ? [0, 1] : [low, high];
}

function yAxis(layout: LineLayout, ticks: number[], format: (tick: number) => string, title: string): Markup {
  const rows = ticks.map((tick) => {
    const at = round(layout.y(tick));
    return svg(
      'g',
      {},
      svg('line', { class: 'chart-grid', x1: layout.left, x2: layout.right, y1: at, y2: at }),
      svg('text', { class: 'chart-tick', x: layout.left - 8, y: at + 4, 'text-anchor': 'end' }, format(tick)),
    );
  });
  return svg('g', { class: 'chart-axis' }, ...rows, svg('text', { class: 'chart-axis-title', x: 0, y: 12 }, title));
}

function xAxis(layout: LineLayout, title: string): Markup {
  const { left, right, bottom } = layout;
  const count = Math.max(2, Math.min(8, Math.floor((right - left) / 60)));
  const format = layout.x.tickFormat(count);
  const ticks = layout.x.ticks(count).map((tick) => {
    const at = round(layout.x(tick));
    return svg(
      'g',
      {},
      svg('line', { class: 'chart-tick-mark', x1: at, x2: at, y1: bottom, y2: bottom + 5 }),
      svg('text', { class: 'chart-tick', x: at, y: bottom + 18, 'text-anchor': 'middle' }, format(tick)),
    );
  });
  return svg(
    'g',
    { class: 'chart-axis' },
    svg('line', { class: 'chart-base', x1: left, x2: right, y1: bottom, y2: bottom }),
    ...ticks,
    svg('text', { class: 'chart-axis-title', x: right + 20, y: bottom + 18 }, title),
  );
}

function ruleLine(layout: LineLayout, rule: LineChart['rules'][number]): Markup {
  const at = round(layout.y(rule.y));
  return svg(
    'g',
    {},
    svg('line', { class: 'chart-rule', x1: layout.left, x2: layout.right, y1: at, y2: at }),
    svg('text', { class: 'chart-rule-label', x: layout.right - 4, y: at - 8, 'text-anchor': 'end' }, rule.label),
  );
}

function seriesLine(layout: LineLayout, points: readonly Point[], color: string): Markup {
  const x = affine(layout.x);
  const y = affine(layout.y);
  const path = line<Point>(
    (point) => round(x(point[0])),
    (point) => round(y(point[1])),
  ).defined(([px, py]) => Number.isFinite(px) && Number.isFinite(py));
  return svg('path', { class: `chart-line ${color}`, d: path(thinToPixels(points, x)) ?? '' });
}

/** The same map as a linear scale, without its generality: it is applied to every point in every frame. */
function affine(scale: ScaleLinear<number, number>): (value: number) => number {
  const [from, to] = scale.domain();
  const [start, end] = scale.range();
  const slope = (end - start) / (to - from);
  return (value) => start + (value - from) * slope;
}

/** Each name stands beside the end of its line; names that would overlap move apart and keep a leader to their line. */
function endLabels(layout: LineLayout, chart: LineChart, labels: string[][]): Markup[] {
  const ends = chart.series.map((series) => lastFinite(series.points));
  const shown = ends.flatMap((end, i) => (end ? [{ i, x: layout.x(end[0]), y: layout.y(end[1]) }] : []));
  const heights = shown.map(({ i }) => labels[i].length * lineHeight + 1);
  const placed = spread(
    shown.map((label) => label.y),
    heights,
    layout.top - lineHeight / 2,
    layout.bottom + lineHeight / 4,
  );
  return shown.map(({ i, x, y }, k) => {
    const color = layout.colors[i];
    const at = placed[k];
    const first = at + fontSize * 0.34 - ((labels[i].length - 1) * lineHeight) / 2;
    return svg(
      'g',
      { class: color },
      svg('circle', { class: 'chart-end', cx: round(x), cy: round(y), r: 3 }),
      Math.abs(at - y) > 5 &&
        svg('path', { class: 'chart-leader', d: `M${round(x + 3)},${round(y)}L${round(x + 9)},${round(at)}` }),
      svg(
        'text',
        { class: 'chart-label' },
        ...labels[i].map((text, row) => svg('tspan', { x: round(x + 11), y: round(first + row * lineHeight) }, text)),
      ),
    );
  });
}

/** @param room characters of a row; what is longer is cut, and whole in the read-out below */
function breakLabel(name: string, mayBreak: boolean, room: number): string[] {
  const middle = name.indexOf(' ');
  const rows = mayBreak && middle > 0 ? [name.slice(0, middle), name.slice(middle + 1)] : [name];
  return rows.map((row) => (row.length > room ? `${row.slice(0, room - 1)}…` : row));
}

/** Tenths of a pixel are enough and keep stills small. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}
