/** @file Horizontal bars with the number in a column of its own, so that numbers stand under each other. */
import {
  axisRoom,
  cut,
  type Drawing,
  narrow,
  type Plot,
  type Reading,
  round,
  textWidth,
  type Words,
  xAxis,
} from './frame.js';
import type { ChartKind } from './kind.js';
import { type Markup, svg } from './markup.js';
import { extent, niceScale, type Scale } from './scale.js';
import { normColor } from './series-colors.js';
import type { BarChart } from './spec.js';
import { formatAlone, formatIn, notFiniteText, readAt, readValue } from './words.js';

const barHeight = 14;
const rowHeight = 24;
/** Of the name of a group above its bars, px. */
const headHeight = 24;
const groupSpace = 8;

export const barsKind: ChartKind<BarChart> = {
  name: 'bar chart',
  height: (chart) => 8 + rowsOf(chart).reduce((height, row) => height + row.height, 0) + axisRoom,
  draw,
  summary: (chart) => {
    const [low, high] = extent(chart.series.flatMap(({ values }) => values.filter((value) => value !== null)));
    if (low > high) return 'No values yet.';
    const named = (wanted: number): string => {
      const { category, series } = rowsOf(chart).find((row) => row.value === wanted)!;
      return `${formatAlone(wanted)} for ${nameOf(chart, category, series)}`;
    };
    return low === high ? `All are ${named(low)}.` : `From ${named(low)} to ${named(high)}.`;
  },
  gaps: (chart) => {
    const lost = rowsOf(chart).filter(({ value }) => value !== null && !Number.isFinite(value));
    const sentences = lost.map(
      ({ category, series, value }) => `${nameOf(chart, category, series)} is ${notFiniteText(value!)}.`,
    );
    return sentences.length > 0 ? sentences.join(' ') : null;
  },
  table: ({ categories, series, x }) => ({
    columns: ['name', ...series.map(({ name }) => name || x || 'value')],
    rows: categories.map((category, i) => [category, ...series.map(({ values }) => values[i])]),
  }),
};

interface Row {
  category: number;
  series: number;
  value: number | null;
  /** Whether the name of its group stands above it. */
  heads: boolean;
  height: number;
}

function rowsOf({ categories, series }: BarChart): Row[] {
  const grouped = series.length > 1;
  return categories.flatMap((_, category) =>
    series.map(({ values }, i): Row => {
      const heads = grouped && i === 0;
      const last = grouped && i === series.length - 1 && category < categories.length - 1;
      const height = rowHeight + (heads ? headHeight : 0) + (last ? groupSpace : 0) - (grouped ? 4 : 0);
      return { category, series: i, value: values[category], heads, height };
    }),
  );
}

function nameOf({ categories, series }: BarChart, category: number, index: number): string {
  return series.length > 1 ? `${categories[category]}, ${series[index].name}` : categories[category];
}

function draw(chart: BarChart, width: number): Drawing {
  const height = barsKind.height(chart, width < narrow);
  const rows = rowsOf(chart);
  const grouped = chart.series.length > 1;
  const names = grouped ? chart.series.map(({ name }) => name) : chart.categories;
  const colors = barColors(chart);
  const [low, high] = domainOf(chart);
  const texts = rows.map(({ value }) => valueText(value, high - low));
  const nameRoom = Math.ceil(Math.min(width * 0.34, Math.max(0, ...names.map((name) => textWidth(name, true))) + 14));
  const valueRoom = Math.ceil(Math.max(0, ...texts.map((text) => textWidth(text)))) + 12;
  const plot: Plot = { left: nameRoom, right: width - valueRoom - 8, top: 8, bottom: height - axisRoom };
  const x = niceScale([low, high], [plot.left, plot.right], false);
  let y = plot.top;
  const places = rows.map((row) => {
    const middle = y + (row.heads ? headHeight : 0) + (rowHeight - (grouped ? 4 : 0)) / 2;
    y += row.height;
    return middle;
  });
  const marks = rows.map((row, i) => {
    const at = places[i];
    const color = colors[grouped ? row.series : row.category];
    const lost = row.value !== null && !Number.isFinite(row.value);
    return svg(
      'g',
      { class: 'chart-row' },
      row.heads &&
        svg(
          'text',
          { class: 'chart-heading', x: 0, y: round(at - rowHeight / 2 - 4) },
          cut(chart.categories[row.category], width),
        ),
      svg(
        'text',
        { class: color.startsWith('norm') ? `chart-label ${color}` : 'chart-name', x: 0, y: at + 4.5 },
        cut(names[grouped ? row.series : row.category], nameRoom),
      ),
      row.value !== null && !lost && bar(x, row.value, at, color),
      svg(
        'text',
        { class: `chart-value-text ${lost ? 'chart-lost' : ''}`.trim(), x: width, y: at + 4.5, 'text-anchor': 'end' },
        texts[i],
      ),
    );
  });
  const zero = round(x.place(0));
  return {
    width,
    height,
    plot,
    children: [
      ...marks,
      svg('line', { class: 'chart-base', x1: zero, x2: zero, y1: plot.top, y2: plot.bottom }),
      xAxis(plot, x, chart.x),
    ],
    reading: new BarReading(chart, rows, places, plot, width, colors, texts),
  };
}

/** Every bar has its name, so that only norms need a colour; of several series the first stands out. */
function barColors({ series, categories }: BarChart): string[] {
  if (series.length > 1) return series.map(({ name }, i) => normColor(name) ?? (i === 0 ? 'series-0' : 'bar-other'));
  return categories.map((name) => normColor(name) ?? 'series-0');
}

function domainOf({ series }: BarChart): [number, number] {
  const [low, high] = extent(series.flatMap(({ values }) => values.filter((value) => value !== null)));
  const domain: [number, number] = [Math.min(0, low), Math.max(0, high)];
  return low > high || domain[0] === domain[1] ? [0, 1] : domain;
}

function valueText(value: number | null, span: number): string {
  return value === null ? '–' : formatIn(span, value);
}

function bar(x: Scale, value: number, at: number, color: string): Markup {
  const [from, to] = [x.place(Math.min(0, value)), x.place(Math.max(0, value))];
  return svg('rect', {
    class: `chart-bar ${color}`,
    x: round(from),
    y: round(at - barHeight / 2),
    width: round(to - from),
    height: barHeight,
  });
}

/** Reads bar by bar, from the top. */
class BarReading implements Reading {
  readonly count: number;
  readonly rest: Words;

  constructor(
    private readonly chart: BarChart,
    private readonly rows: Row[],
    private readonly places: number[],
    private readonly plot: Plot,
    private readonly width: number,
    private readonly colors: string[],
    private readonly texts: string[],
  ) {
    this.count = rows.length;
    this.rest = rows.length === 0 ? ['No values yet.'] : [readAt(barsKind.summary(chart))];
  }

  nearest(_x: number, y: number): number | null {
    if (y < this.plot.top || y > this.plot.bottom || this.count === 0) return null;
    return this.places.reduce(
      (best, place, i) => (Math.abs(place - y) < Math.abs(this.places[best] - y) ? i : best),
      0,
    );
  }

  words(index: number): Words {
    const { category, series } = this.rows[index];
    const color = this.colors[this.chart.series.length > 1 ? series : category];
    const name = nameOf(this.chart, category, series);
    return [readAt(`${this.chart.x || 'value'}:`), ' ', readValue(name, this.texts[index], color)];
  }

  marks(index: number): Markup[] {
    const y = round(this.places[index] - barHeight / 2 - 3);
    return [svg('rect', { class: 'chart-cell-mark', x: 0, y, width: this.width, height: barHeight + 6 })];
  }
}
