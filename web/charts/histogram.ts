/** @file Histograms: one with an axis of counts, or several as rows on one shared axis of values. */
import {
  axisRoom,
  cut,
  type Drawing,
  headRoom,
  narrow,
  type Plot,
  type Reading,
  round,
  textWidth,
  tickRoom,
  type Words,
  xAxis,
  yAxis,
} from './frame.js';
import type { ChartKind } from './kind.js';
import { type Markup, svg } from './markup.js';
import { niceScale, type Scale, scaleOf, ticksOf } from './scale.js';
import { normColor } from './series-colors.js';
import type { Histogram, HistogramLayer } from './spec.js';
import { countOf, formatAlone, formatIn, readAt, readValue } from './words.js';

/** Height of a row of bars and the space above it, px. On narrow charts its name stands in that space. */
const row = { wide: { bars: 38, space: 10 }, narrow: { bars: 34, space: 22 } };

export const histogramKind: ChartKind<Histogram> = {
  name: 'histogram',
  height: ({ layers }, isNarrow) => {
    if (layers.length <= 1) return isNarrow ? 272 : 332;
    const { bars, space } = row[isNarrow ? 'narrow' : 'wide'];
    return 20 + layers.length * (bars + space) + axisRoom;
  },
  draw: (chart, width) => (chart.layers.length <= 1 ? drawOne(chart, width) : drawRows(chart, width)),
  summary: ({ layers, x }) =>
    layers.length === 0
      ? 'No values yet.'
      : layers
          .map((layer) => {
            if (Number.isNaN(layer.mean)) return `${layer.name || x} has no finite values.`;
            const moments = `mean ${formatAlone(layer.mean)}, standard deviation ${formatAlone(layer.std)}`;
            return `${layer.name || x}: ${countOf(total(layer), 'value')}, ${moments}.`;
          })
          .join(' '),
  gaps: ({ layers, x }) => {
    const sentences = layers.flatMap((layer) => {
      const outside = layer.below + layer.above;
      const parts = [
        layer.notFinite > 0 ? `${countOf(layer.notFinite, 'value')} NaN or infinite` : '',
        outside > 0 ? `${countOf(outside, 'value')} outside the bins` : '',
      ].filter((part) => part !== '');
      return parts.length > 0 ? [`${layer.name || x}: ${parts.join(', ')}.`] : [];
    });
    return sentences.length > 0 ? sentences.join(' ') : null;
  },
  table: ({ edges, layers }) => ({
    columns: ['from', 'to', ...layers.map((layer) => layer.name || 'count')],
    rows: edges.slice(1).map((to, i) => [edges[i], to, ...layers.map((layer) => layer.counts[i])]),
  }),
};

function total({ counts, below, above, notFinite }: HistogramLayer): number {
  return counts.reduce((sum, count) => sum + count, 0) + below + above + notFinite;
}

function highest(layers: readonly HistogramLayer[]): number {
  return layers.reduce((most, { counts }) => counts.reduce((a, b) => Math.max(a, b), most), 0);
}

function drawOne(chart: Histogram, width: number): Drawing {
  const height = histogramKind.height(chart, width < narrow);
  const bottom = height - axisRoom;
  const y = niceScale([0, Math.max(1, highest(chart.layers))], [bottom, headRoom], false);
  const ticks = ticksOf(y, 5).filter(({ value }) => Number.isInteger(value));
  const plot = { left: tickRoom(ticks), right: width - 12, top: headRoom, bottom };
  const x = valueScale(chart, plot);
  const colors = chart.layers.map((layer) => normColor(layer.name) ?? 'series-0');
  const bars = chart.layers.map((layer, i) => barsPath(chart, layer, x, bottom, (count) => y.place(count), colors[i]));
  return {
    width,
    height,
    plot,
    children: [yAxis(plot, y, ticks, 'count'), svg('g', { class: 'chart-bars' }, ...bars), xAxis(plot, x, chart.x)],
    reading: new BinReading(chart, x, colors, () => [headRoom, bottom]),
  };
}

function drawRows(chart: Histogram, width: number): Drawing {
  const isNarrow = width < narrow;
  const height = histogramKind.height(chart, isNarrow);
  const { bars, space } = row[isNarrow ? 'narrow' : 'wide'];
  const { layers, sameScale } = chart;
  const names = layers.map((layer) => layer.name);
  const nameRoom = isNarrow ? 0 : Math.min(width * 0.25, Math.max(...names.map((name) => textWidth(name, true))) + 14);
  const peaks = layers.map((layer) => highest([layer]));
  const peakTexts = peaks.map(formatAlone);
  const peakRoom = isNarrow
    ? 0
    : Math.max(textWidth('tallest bar', true), ...peakTexts.map((text) => textWidth(text))) + 4;
  const plot: Plot = {
    left: Math.ceil(nameRoom) + 10,
    right: width - Math.ceil(peakRoom) - 12,
    top: 20,
    bottom: height - axisRoom,
  };
  const x = valueScale(chart, plot);
  const colors = names.map((name) => normColor(name) ?? 'series-0');
  const place = (i: number): [number, number] => {
    const base = plot.top + (i + 1) * (bars + space);
    return [base - bars, base];
  };
  const common = Math.max(...peaks);
  const rows = layers.map((layer, i) => {
    const [top, base] = place(i);
    const most = Math.max(1, sameScale ? common : peaks[i]);
    const barTop = (count: number): number => base - (count / most) * bars;
    const textAt = isNarrow ? top - 6 : base - 4;
    return svg(
      'g',
      { class: 'chart-row' },
      svg('line', { class: 'chart-grid', x1: plot.left, x2: plot.right, y1: base, y2: base }),
      barsPath(chart, layer, x, base, barTop, colors[i]),
      svg(
        'text',
        { class: `chart-label ${colors[i]}`, x: isNarrow ? plot.left : 0, y: textAt },
        cut(layer.name, isNarrow ? (plot.right - plot.left) * 0.7 : nameRoom),
      ),
      svg(
        'text',
        {
          class: 'chart-tick',
          x: isNarrow ? plot.right : width,
          y: textAt,
          'text-anchor': 'end',
        },
        svg('title', {}, `The tallest bar is ${countOf(peaks[i], 'value')}`),
        peakTexts[i],
      ),
    );
  });
  return {
    width,
    height,
    plot,
    children: [
      ...zeroLine(plot, x),
      ...rows,
      svg(
        'text',
        { class: 'chart-axis-title', x: isNarrow ? plot.right : width, y: 12, 'text-anchor': 'end' },
        'tallest bar',
      ),
      xAxis(plot, x, chart.x),
    ],
    reading: new BinReading(chart, x, colors, place),
  };
}

/** A line through all rows at 0: whether values are centred is what one looks for. */
function zeroLine({ top, bottom }: Plot, x: Scale): Markup[] {
  const [low, high] = x.domain;
  if (!(low < 0 && high > 0)) return [];
  const at = round(x.place(0));
  return [svg('line', { class: 'chart-grid', x1: at, x2: at, y1: top, y2: bottom })];
}

function valueScale({ edges }: Histogram, plot: Plot): Scale {
  return scaleOf([edges[0], edges[edges.length - 1]], [plot.left, plot.right]);
}

/** All bars of a layer as one outline of steps; a bin of any width is as wide as its bounds say. */
function barsPath(
  { edges }: Histogram,
  { counts }: HistogramLayer,
  x: Scale,
  base: number,
  top: (count: number) => number,
  color: string,
): Markup {
  const gap = x.place(edges[1]) - x.place(edges[0]) >= 5 ? 0.5 : 0;
  const d = counts.flatMap((count, i) => {
    if (count === 0) return [];
    const [left, right, y] = [round(x.place(edges[i]) + gap), round(x.place(edges[i + 1]) - gap), round(top(count))];
    return [`M${left},${round(base)}V${y}H${right}V${round(base)}Z`];
  });
  return svg('path', { class: `chart-bar ${color}`, d: d.join('') });
}

/** Reads bin by bin; up and down go from layer to layer. */
class BinReading implements Reading {
  readonly count: number;
  private readonly bins: number;

  constructor(
    private readonly chart: Histogram,
    private readonly x: Scale,
    private readonly colors: string[],
    /** Top and base of a layer's bars, px. */
    private readonly place: (layer: number) => [number, number],
  ) {
    this.bins = chart.edges.length - 1;
    this.count = this.bins * chart.layers.length;
  }

  get rest(): Words {
    const { layers } = this.chart;
    if (layers.length === 0) return ['No values yet.'];
    if (layers.length === 1) {
      const [layer] = layers;
      return [
        readAt(`${countOf(total(layer), 'value')}${layer.name && ` of ${layer.name}`}:`),
        readValue('mean', formatAlone(layer.mean)),
        ' ',
        readValue('std', formatAlone(layer.std)),
      ];
    }
    const deviations = layers.map((layer) => formatAlone(layer.std));
    const ends = [0, layers.length - 1].flatMap((i) => [' ', readValue(layers[i].name, deviations[i], this.colors[i])]);
    return [readAt('Standard deviation:'), ...ends];
  }

  nearest(px: number, py: number): number | null {
    const { edges, layers } = this.chart;
    const value = this.x.invert(px);
    if (layers.length === 0 || value < edges[0] || value > edges[this.bins]) return null;
    const bin = Math.max(0, edges.findIndex((edge) => edge > value) - 1);
    const layer = layers.findIndex((_, i) => py <= this.place(i)[1]);
    return (layer < 0 ? layers.length - 1 : layer) * this.bins + (value === edges[this.bins] ? this.bins - 1 : bin);
  }

  vertical(index: number, rows: number): number {
    return index + rows * this.bins;
  }

  words(index: number): Words {
    const { edges, layers, x } = this.chart;
    const [layer, bin] = this.split(index);
    const span = edges[this.bins] - edges[0];
    const count = layers[layer].counts[bin];
    const share = ((100 * count) / total(layers[layer])).toPrecision(3);
    return [
      readAt(`${x} ${formatIn(span, edges[bin])} to ${formatIn(span, edges[bin + 1])}:`),
      ' ',
      readValue(layers[layer].name, `${formatAlone(count)}`, this.colors[layer]),
      ` (${Number(share)} %)`,
    ];
  }

  marks(index: number): Markup[] {
    const [layer, bin] = this.split(index);
    const [left, right] = [this.x.place(this.chart.edges[bin]), this.x.place(this.chart.edges[bin + 1])];
    const [top, base] = this.place(layer);
    return [
      svg('rect', {
        class: 'chart-cell-mark',
        x: round(left),
        y: round(top - 2),
        width: round(right - left),
        height: round(base - top + 4),
      }),
    ];
  }

  private split(index: number): [layer: number, bin: number] {
    return [Math.floor(index / this.bins), index % this.bins];
  }
}
