/** @file Line charts and scatters: thick lines with their names at their ends, rules, linear and log axes. */
import { line } from 'd3-shape';
import {
  axisRoom,
  cut,
  type Drawing,
  headRoom,
  lineHeight,
  narrow,
  type Plot,
  round,
  textWidth,
  tickRoom,
  xAxis,
  yAxis,
} from './frame.js';
import type { ChartKind } from './kind.js';
import { legend, legendRows, seriesLabels } from './line-labels.js';
import { canDraw, LineReading, positionsOf, SpotReading } from './line-reading.js';
import { type Markup, svg } from './markup.js';
import { extent, niceScale, type Scale, ticksOf } from './scale.js';
import { seriesColors } from './series-colors.js';
import type { LineChart, Point, Rule } from './spec.js';
import { thinToPixels, thinToSpots } from './thin.js';
import { countOf, course, formatAlone, notFiniteText } from './words.js';

export interface LineDrawing extends Drawing {
  x: Scale;
  y: Scale;
}

const yTicks = 5;
const legendRowHeight = 18;

export const lineKind: Omit<ChartKind<LineChart>, 'draw'> & { draw(chart: LineChart, width: number): LineDrawing } = {
  name: 'line chart',
  height: (_, isNarrow) => (isNarrow ? 272 : 332),
  draw,
  summary,
  gaps,
  table: (chart) => {
    const columns = chart.series.map((series) => new Map(series.points));
    if (chart.scatter) {
      const rows = chart.series.flatMap(({ name, points }) => points.map(([x, y]) => [name, x, y]));
      return { columns: ['series', chart.x || 'x', chart.y || 'y'], rows };
    }
    return {
      columns: [chart.x || 'x', ...chart.series.map((series) => series.name)],
      rows: positionsOf(chart).map((x) => [x, ...columns.map((column) => column.get(x) ?? null)]),
    };
  },
};

function draw(chart: LineChart, width: number): LineDrawing {
  const height = lineKind.height(chart, width < narrow);
  const names = chart.series.map((series) => series.name);
  const colors = seriesColors(names);
  const bottom = height - axisRoom;
  const room = Math.floor(width * 0.42 - 12);
  const labels = names.map((name) => breakLabel(name, width < narrow, room));
  const rows = labels.flat().length;
  const atEnds = !chart.scatter && rows * (lineHeight + 1) <= bottom - headRoom;
  const keys = atEnds || names.length === 0 ? [] : legendRows(names, width);
  const top = headRoom + keys.length * legendRowHeight;
  const y = niceScale(yDomain(chart), [bottom, top], chart.logY === true, yTicks);
  const ticks = ticksOf(y, yTicks);
  const labelWidth = atEnds ? Math.max(0, ...labels.flat().map((text) => textWidth(text, true))) : 0;
  const plot: Plot = { left: tickRoom(ticks), right: width - Math.ceil(labelWidth) - 12, top, bottom };
  const x = niceScale(xDomain(chart), [plot.left, plot.right], chart.logX === true);
  const mark = chart.scatter ? spots : curve;
  const marks = chart.series.map(({ points }, i) => mark(points, x, y, colors[i]));
  const ends = chart.series.map(({ points }) => lastPlace(points, x, y));
  // A rule across ends where the names of the lines begin: none is struck through.
  const ruled = atEnds ? Math.min(plot.right, Math.max(0, ...ends.map((end) => (end ? end[0] + 6 : 0)))) : plot.right;
  const rulePlot = ruled > plot.left + plot.right * 0.3 ? { ...plot, right: ruled } : plot;
  return {
    width,
    height,
    plot,
    x,
    y,
    children: [
      yAxis(plot, y, ticks, chart.y),
      xAxis(plot, x, chart.x),
      svg('g', { class: 'chart-legend' }, ...legend(keys, names, colors, legendRowHeight, chart.scatter)),
      svg('g', { class: 'chart-lines' }, ...marks),
      svg('g', { class: 'chart-rules' }, ...chart.rules.map((rule) => ruleLine(rulePlot, x, y, rule))),
      atEnds && svg('g', { class: 'chart-labels' }, ...seriesLabels(plot, colors, labels, ends)),
    ].filter((node): node is Markup => node !== false),
    reading: chart.scatter ? new SpotReading(chart, x, y, colors) : new LineReading(chart, plot, x, y, colors),
  };
}

/** The end of a line that can be drawn, px. */
function lastPlace(points: readonly Point[], x: Scale, y: Scale): Point | null {
  for (let i = points.length - 1; i >= 0; i--) {
    const place: Point = [x.place(points[i][0]), y.place(points[i][1])];
    if (Number.isFinite(place[0]) && Number.isFinite(place[1])) return place;
  }
  return null;
}

function* coordinates(chart: LineChart, axis: 0 | 1): Generator<number> {
  const log = axis === 0 ? chart.logX : chart.logY;
  for (const { points } of chart.series) {
    for (const point of points) if (!log || point[axis] > 0) yield point[axis];
  }
  for (const rule of chart.rules) {
    const at = axis === 0 ? 'x' in rule && rule.x : 'y' in rule && rule.y;
    if (at !== false && (!log || at > 0)) yield at;
  }
}

function xDomain(chart: LineChart): [number, number] {
  const [low, high] = extent(coordinates(chart, 0));
  if (chart.logX) return logDomain(low, high);
  if (low > high) return [0, 1];
  if (low === high) return around(low);
  return [!chart.scatter && low > 0 && low < high / 4 ? 0 : low, high];
}

/**
 * Holds all finite values and the rules; and zero, except in a scatter: a loss is read against zero, and noise about a
 * level does not fill the chart.
 */
function yDomain(chart: LineChart): [number, number] {
  const [low, high] = extent(coordinates(chart, 1));
  if (chart.logY) return logDomain(low, high);
  if (chart.scatter && low <= high) return low === high ? around(low) : [low, high];
  const domain: [number, number] = [Math.min(0, low), Math.max(0, high)];
  return domain[0] === domain[1] || low > high ? [0, 1] : domain;
}

function logDomain(low: number, high: number): [number, number] {
  if (low > high) return [1, 10];
  return low === high ? [low / 2, high * 2] : [low, high];
}

function around(value: number): [number, number] {
  const half = Math.max(0.5, Math.abs(value) * 1e-3);
  return [value - half, value + half];
}

function ruleLine(plot: Plot, x: Scale, y: Scale, rule: Rule): Markup {
  const down = 'x' in rule;
  const at = round(down ? x.place(rule.x) : y.place(rule.y));
  if (!Number.isFinite(at)) return svg('g', {});
  const { left, right, top, bottom } = plot;
  const half = textWidth(rule.label) / 2;
  return svg(
    'g',
    {},
    svg('line', {
      class: 'chart-rule',
      x1: down ? at : left,
      x2: down ? at : right,
      y1: down ? top : at,
      y2: down ? bottom : at,
    }),
    svg(
      'text',
      {
        class: 'chart-rule-label',
        x: down ? round(Math.min(Math.max(at, left + half), right - half)) : right - 4,
        y: down ? top - 6 : at - 8,
        'text-anchor': down ? 'middle' : 'end',
      },
      rule.label,
    ),
  );
}

function curve(points: readonly Point[], x: Scale, y: Scale, color: string): Markup {
  const path = line<Point>(
    (point) => round(x.place(point[0])),
    (point) => round(y.place(point[1])),
  ).defined((point) => Number.isFinite(x.place(point[0])) && Number.isFinite(y.place(point[1])));
  return svg('path', { class: `chart-line ${color}`, d: path(thinToPixels(points, x.place)) ?? '' });
}

/** All points of a series as one path of round dots. */
function spots(points: readonly Point[], x: Scale, y: Scale, color: string): Markup {
  const places = points.map(([px, py]): Point => [round(x.place(px)), round(y.place(py))]);
  const d = thinToSpots(places).map(([px, py]) => `M${px},${py}h0`);
  return svg('path', { class: `chart-spots ${color}`, d: d.join('') });
}

function summary(chart: LineChart): string {
  const [low, high] = yDomain(chart);
  const sentences = chart.series.flatMap(({ name, points }) => {
    const drawn = points.filter((point) => canDraw(chart, point));
    if (drawn.length === 0) return points.length > 0 ? [`${name} has no point that can be drawn.`] : [];
    if (chart.scatter) return [`${name}: ${countOf(points.length, 'point')}.`];
    const [first, last] = [drawn[0], drawn[drawn.length - 1]];
    const where = `${chart.x} ${formatAlone(first[0])} to ${formatAlone(last[0])}`;
    return [`${name} ${course(first[1], last[1], chart.logY ? 0 : high - low)}, ${where}.`];
  });
  return sentences.length > 0 ? sentences.join(' ') : 'No points yet.';
}

function gaps(chart: LineChart): string | null {
  const sentences = chart.series.flatMap(({ name, points }) => {
    const lost = points.filter((point) => !canDraw(chart, point));
    if (lost.length === 0) return [];
    const [x, y] = lost[0];
    const off = Number.isFinite(x) && Number.isFinite(y);
    const first = `${Number.isFinite(y) ? formatAlone(y) : notFiniteText(y)} at ${chart.x} ${formatAlone(x)}`;
    const what = off ? 'have no place on a log axis' : 'are no finite number';
    return lost.length === 1
      ? [`${name} is ${first}${off ? ', which has no place on a log axis' : ''}.`]
      : [`${name} has ${lost.length} values that ${what}, the first ${first}.`];
  });
  return sentences.length > 0 ? sentences.join(' ') : null;
}

/** @param room px of a row; what is longer is cut, and whole in the read-out below */
function breakLabel(name: string, mayBreak: boolean, room: number): string[] {
  const off = (at: number): number => Math.abs(at - (name.length - 1) / 2);
  const spaces = [...name.matchAll(/ /g)].map(({ index }) => index);
  const middle = spaces.reduce((best, at) => (best < 0 || off(at) < off(best) ? at : best), -1);
  const rows = mayBreak && middle > 0 ? [name.slice(0, middle), name.slice(middle + 1)] : [name];
  return rows.map((row) => cut(row, room));
}
