/** @file Contours of a function over a plane, with the paths that something took on it. */
import { contours } from 'd3-contour';
import { axisRoom, type Drawing, headRoom, narrow, type Plot, round, tickRoom, xAxis, yAxis } from './frame.js';
import { along, PlaneReading, pointText } from './contour-reading.js';
import type { ChartKind } from './kind.js';
import { legend, legendRows } from './line-labels.js';
import { type Markup, svg } from './markup.js';
import { type Scale, scaleOf, ticksOf } from './scale.js';
import { seriesColors } from './series-colors.js';
import type { ContourChart, Point } from './spec.js';
import { countOf, formatAlone, notFiniteText } from './words.js';

const rowHeight = 18;
/** Places on a path that get a dot; of a longer path only the ends do. */
const maxDots = 80;
export const contourKind: ChartKind<ContourChart> = {
  name: 'contour chart',
  height: (chart, isNarrow) =>
    headRoom + keysOf(chart, isNarrow).length * rowHeight + plotHeight(chart, isNarrow) + axisRoom,
  draw,
  summary: (chart) => {
    const { values, x, y, z, xRange, yRange, paths } = chart;
    let least: { value: number; x: number; y: number } | null = null;
    values.forEach((row, j) =>
      row.forEach((value, i) => {
        if (!Number.isFinite(value) || (least && least.value <= value)) return;
        least = { value, x: along(xRange, i, row.length), y: along(yRange, j, values.length) };
      }),
    );
    const found = least as { value: number; x: number; y: number } | null;
    const place = found && `${x} ${formatAlone(found.x)}, ${y} ${formatAlone(found.y)}`;
    const grid = found
      ? `Of the grid’s values ${z} is least, ${formatAlone(found.value)}, at ${place}.`
      : 'No finite values.';
    const ways = paths.flatMap(({ name, points }) => {
      if (points.length === 0) return [];
      const [first, last] = [points[0], points[points.length - 1]];
      return [`${name} goes from ${pointText(first)} to ${pointText(last)} in ${countOf(points.length - 1, 'step')}.`];
    });
    return [grid, ...ways].join(' ');
  },
  gaps: ({ values, paths, z, xRange, yRange }) => {
    const lost = values.flat().filter((value) => !Number.isFinite(value));
    const sentences = lost.length > 0 ? [`${z}: ${countOf(lost.length, 'value')} of the grid NaN or infinite.`] : [];
    for (const { name, points } of paths) {
      const step = points.findIndex((point) => !point.every(Number.isFinite));
      if (step >= 0) {
        const bad = points[step].find((value) => !Number.isFinite(value))!;
        sentences.push(`${name} is ${notFiniteText(bad)} from step ${step} on.`);
      }
      const out = points.findIndex(([x, y]) => isOutside(x, xRange) || isOutside(y, yRange));
      if (out >= 0) sentences.push(`${name} leaves the picture at step ${out}.`);
    }
    return sentences.length > 0 ? sentences.join(' ') : null;
  },
  table: (chart) => {
    const { x, y, z, values, paths } = chart;
    const columns = ['path', 'step', x || 'x', y || 'y'];
    if (paths.some(({ points }) => points.length > 0)) {
      return { columns, rows: paths.flatMap(({ name, points }) => points.map((point, i) => [name, i, ...point])) };
    }
    const rows = values.flatMap((row, j) =>
      row.map((value, i) => [along(chart.xRange, i, row.length), along(chart.yRange, j, values.length), value]),
    );
    return { columns: [x || 'x', y || 'y', z], rows };
  },
};

function isOutside(value: number, [low, high]: [number, number]): boolean {
  return value < low || value > high;
}

/** Rows of path names, as many as the narrowest chart of its class needs: they must not change the height. */
function keysOf({ paths }: ContourChart, isNarrow: boolean): ReturnType<typeof legendRows> {
  return paths.length === 0
    ? []
    : legendRows(
        paths.map((path) => path.name),
        isNarrow ? 288 : narrow,
      );
}

/** Width over height of the plane: one unit is as long in x as in y, unless that would make a strip. */
function ratioOf({ xRange, yRange }: ContourChart): number | null {
  const ratio = (xRange[1] - xRange[0]) / (yRange[1] - yRange[0]);
  return ratio >= 1 / 2.5 && ratio <= 2.5 ? ratio : null;
}

function plotHeight(chart: ContourChart, isNarrow: boolean): number {
  const [width, most] = isNarrow ? [220, 220] : [560, 320];
  const ratio = ratioOf(chart);
  return ratio === null ? most : Math.round(Math.min(most, width / ratio));
}

function draw(chart: ContourChart, width: number): Drawing {
  const isNarrow = width < narrow;
  const height = contourKind.height(chart, isNarrow);
  const keys = keysOf(chart, isNarrow);
  const names = chart.paths.map((path) => path.name);
  const colors = seriesColors(names);
  const top = headRoom + keys.length * rowHeight;
  const y = scaleOf(chart.yRange, [top + plotHeight(chart, isNarrow), top]);
  const ticks = ticksOf(y, 5);
  const left = tickRoom(ticks);
  const ratio = ratioOf(chart);
  const room = Math.min(width - 12 - left, isNarrow ? Infinity : 560);
  const plot: Plot = {
    left,
    right: left + (ratio === null ? room : Math.min(room, plotHeight(chart, isNarrow) * ratio)),
    top,
    bottom: height - axisRoom,
  };
  const x = scaleOf(chart.xRange, [plot.left, plot.right]);
  const { left: x0, top: y0 } = plot;
  const [w, h] = [round(plot.right - plot.left), plot.bottom - plot.top];
  return {
    width,
    height,
    plot,
    children: [
      svg('g', { class: 'chart-legend' }, ...legend(keys, names, colors, rowHeight)),
      yAxis(plot, y, ticks, chart.y, false),
      xAxis(plot, x, chart.x),
      // A nested picture clips what is in it, and needs no id for that.
      svg(
        'svg',
        { class: 'chart-plane', x: x0, y: y0, width: w, height: h, viewBox: `${x0} ${y0} ${w} ${h}` },
        ...contourLines(chart, plot),
        ...chart.paths.map((path, i) => pathMarks(path.points, x, y, colors[i])),
      ),
      svg('rect', { class: 'chart-frame', x: x0, y: y0, width: w, height: h }),
    ],
    reading: new PlaneReading(chart, x, y, colors),
  };
}

/** A tint that grows with each level, and a line where it is reached. */
function contourLines({ values, levels }: ContourChart, plot: Plot): Markup[] {
  const [columns, rows] = [values[0]?.length ?? 0, values.length];
  if (columns < 2 || rows < 2) return [];
  const flat = values.flat().map((value) => (value === Infinity ? Number.MAX_VALUE : value));
  const shapes = contours().size([columns, rows]).thresholds(levels)(flat);
  const { left, right, top, bottom } = plot;
  // The library puts the first value at 0.5; what it adds around the grid is cut off.
  const place = ([gx, gy]: number[]): Point => [
    round(left + (Math.min(Math.max(gx - 0.5, 0), columns - 1) / (columns - 1)) * (right - left)),
    round(bottom - (Math.min(Math.max(gy - 0.5, 0), rows - 1) / (rows - 1)) * (bottom - top)),
  ];
  const [r, l] = [round(right), round(left)];
  const onEdge = ([ax, ay]: Point, [bx, by]: Point): boolean =>
    (ax === bx && (ax === l || ax === r)) || (ay === by && (ay === round(top) || ay === round(bottom)));
  return shapes.map(({ coordinates }) => {
    const rings = coordinates.flat().map((ring) => withoutBetween(ring.map(place), onEdge));
    const area = rings.map((ring) => `M${ring.map((point) => point.join()).join('L')}Z`).join('');
    const line = rings.map((ring) => lineWithout(ring, onEdge)).join('');
    return svg(
      'g',
      { class: 'chart-level' },
      svg('path', { class: 'chart-level-area', d: area }),
      svg('path', { class: 'chart-level-line', d: line }),
    );
  });
}

/** A ring without the points in the middle of a side that lies on the edge of the plane: every step of the grid is one. */
function withoutBetween(ring: Point[], onEdge: (from: Point, to: Point) => boolean): Point[] {
  const kept: Point[] = [];
  ring.forEach((point, i) => {
    const [before, after] = [kept[kept.length - 1], ring[i + 1]];
    const isBetween = before && after && onEdge(before, point) && onEdge(point, after) && onEdge(before, after);
    if (!isBetween) kept.push(point);
  });
  return kept;
}

/** A ring without those of its sides that lie on the edge of the plane. */
function lineWithout(ring: Point[], leftOut: (from: Point, to: Point) => boolean): string {
  let d = '';
  let drawing = false;
  for (let i = 1; i < ring.length; i++) {
    const skip = leftOut(ring[i - 1], ring[i]);
    if (!skip) d += `${drawing ? '' : `M${ring[i - 1].join()}`}L${ring[i].join()}`;
    drawing = !skip;
  }
  return d;
}

function pathMarks(points: readonly Point[], x: Scale, y: Scale, color: string): Markup {
  const places = points
    .filter((point) => point.every(Number.isFinite))
    .map(([px, py]): Point => [clampPlace(x.place(px)), clampPlace(y.place(py))]);
  const dots = places.length <= maxDots ? places.slice(1, -1) : [];
  const [start, end] = [places[0], places[places.length - 1]];
  return svg(
    'g',
    { class: color },
    svg('path', {
      class: `chart-line ${color}`,
      d: places.length > 0 ? `M${places.map((place) => place.join()).join('L')}` : '',
    }),
    svg('path', { class: 'chart-steps', d: dots.map((place) => `M${place.join()}h0`).join('') }),
    start && svg('circle', { class: 'chart-start', cx: start[0], cy: start[1], r: 4.5 }),
    end && places.length > 1 && svg('circle', { class: 'chart-end', cx: end[0], cy: end[1], r: 4.5 }),
  );
}

/** A path that diverges goes far out of the picture; browsers draw no lines of such length. */
function clampPlace(value: number): number {
  return round(Math.max(-1e5, Math.min(1e5, value)));
}
