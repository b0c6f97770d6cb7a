/**
 * @file The functions by which cells show charts. Each shows its chart at once and returns it; the chart shows itself
 * again when it is changed. Values may be tensors. NaN and infinite values are gaps, and said in words.
 */
import { binEdges, countInBins, exactEdges } from '../charts/bins.js';
import type { BarChart, ChartSpec, ContourChart, Heatmap, Histogram, LineChart, Point, Rule } from '../charts/spec.js';
import {
  countOption,
  entriesOf,
  flagOption,
  gridOf,
  namesOption,
  numbersOf,
  optionsOf,
  rangeOption,
  shortValue,
  textOption,
} from './chart-input.js';
import { isTensor, markShown, type Sink, toNumber, toText } from './displays.js';
import { Series, SpotSeries } from './series.js';

/** Where a new chart goes. */
export interface ChartPlace {
  id: string;
  sink: Sink;
}

const maxHeatmapValues = 65_536;

/** The cell functions by name. */
export function chartFunctions(place: () => ChartPlace): Record<string, (...given: unknown[]) => LiveChart> {
  return {
    lineChart: (options) => new LiveLines('lineChart', options, place()),
    scatter: (options) => new LiveLines('scatter', options, place()),
    histogram: (data, options) => new LiveHistogram(data, options, place()),
    heatmap: (data, options) => new LiveHeatmap(data, options, place()),
    contour: (options) => new LiveContour(options, place()),
    bars: (data, options) => new LiveBars(data, options, place()),
  };
}

abstract class LiveChart {
  constructor(private readonly place: ChartPlace) {
    markShown(this);
  }

  protected abstract spec(): ChartSpec;
  protected abstract readonly kind: string;

  toString(): string {
    return `${this.kind} '${this.spec().title}'`;
  }

  protected show(): void {
    const { id, sink } = this.place;
    sink.live(id, () => ({ kind: 'chart', id, chart: this.spec() }));
  }
}

/**
 * `lineChart({ title, x, y, rules, logX, logY })` and `scatter({ … })`. `x` and `y` name the axes with their units;
 * `rules` are reference lines `{ y, label }` or `{ x, label }`.
 */
class LiveLines extends LiveChart {
  protected readonly kind: string;
  private readonly series = new Map<string, Series | SpotSeries>();
  private readonly frame: Omit<LineChart, 'series'>;

  constructor(
    private readonly tag: 'lineChart' | 'scatter',
    given: unknown,
    place: ChartPlace,
  ) {
    super(place);
    this.kind = tag === 'scatter' ? 'scatter' : 'line chart';
    const options = optionsOf(tag, given, ['title', 'x', 'y', 'rules', 'logX', 'logY']);
    this.frame = {
      kind: 'line',
      title: textOption(tag, options, 'title'),
      x: textOption(tag, options, 'x'),
      y: textOption(tag, options, 'y'),
      rules: rulesOf(tag, options.rules ?? []),
    };
    if (flagOption(tag, options, 'logX')) this.frame.logX = true;
    if (flagOption(tag, options, 'logY')) this.frame.logY = true;
    if (tag === 'scatter') this.frame.scatter = true;
    this.show();
  }

  /** Adds a point to the series of that name; a new name starts a new line. Numbers may be tensors of one element. */
  push(series: unknown, x: unknown, y: unknown): void {
    const { tag } = this;
    const name = toText(series, `[${tag}] expected the series`);
    const point: Point = [toNumber(x, `[${tag}] expected x`), toNumber(y, `[${tag}] expected y`)];
    this.seriesOf(name).push(...point);
    this.show();
  }

  /** Adds many points at once: tensors or arrays of as many x as y. */
  points(series: unknown, xs: unknown, ys: unknown): void {
    const { tag } = this;
    const name = toText(series, `[${tag}] expected the series`);
    const [x, y] = [numbersOf(tag, xs), numbersOf(tag, ys)];
    if (x.length !== y.length) throw new RangeError(`[${tag}] expected as many y as x (${x.length}), got ${y.length}`);
    const all = this.seriesOf(name);
    for (let i = 0; i < x.length; i++) all.push(x[i], y[i]);
    this.show();
  }

  protected override spec(): LineChart {
    return { ...this.frame, series: [...this.series].map(([name, series]) => ({ name, points: series.points() })) };
  }

  private seriesOf(name: string): Series | SpotSeries {
    let series = this.series.get(name);
    if (!series) this.series.set(name, (series = this.tag === 'scatter' ? new SpotSeries() : new Series()));
    return series;
  }
}

function rulesOf(tag: string, rules: unknown): Rule[] {
  if (!Array.isArray(rules))
    throw new TypeError(`[${tag}] expected rules to be an array of { y, label }, got ${shortValue(rules)}`);
  return rules.map((rule: { x?: unknown; y?: unknown; label?: unknown } | null) => {
    const label = toText(rule?.label ?? '', `[${tag}] expected the label of a rule`);
    return rule?.x !== undefined
      ? { x: toNumber(rule.x, `[${tag}] expected the x of a rule`), label }
      : { y: toNumber(rule?.y, `[${tag}] expected the y of a rule`), label };
  });
}

/**
 * `histogram(data, { title, x, bins = 40, range, sameScale })`: counts of the values in bins of equal width. `data` is
 * a tensor or array, or several under their names, `{ 'layer 1': h1, 'layer 2': h2 }`, which stand one below another
 * on one axis. `range` [low, high] fixes the bins; else they hold all finite values. `update(data)` counts anew.
 */
class LiveHistogram extends LiveChart {
  protected readonly kind = 'histogram';
  private readonly options: Record<string, unknown>;
  private chart!: Histogram;

  constructor(data: unknown, given: unknown, place: ChartPlace) {
    super(place);
    this.options = optionsOf('histogram', given, ['title', 'x', 'bins', 'range', 'sameScale']);
    this.update(data);
  }

  update(data: unknown): void {
    const tag = 'histogram';
    const { options } = this;
    const bins = countOption(tag, options, 'bins', 40, [1, 1000]);
    const range = rangeOption(tag, options, 'range');
    const named = layersOf(data).map(([name, values]) => ({ name, values: numbersOf(tag, values) }));
    const edges = range
      ? exactEdges(...range, bins)
      : binEdges(...finiteExtent(named.map(({ values }) => values)), bins);
    this.chart = {
      kind: 'histogram',
      title: textOption(tag, options, 'title'),
      x: textOption(tag, options, 'x', 'value'),
      edges,
      layers: named.map(({ name, values }) => countInBins(name, values, edges)),
      sameScale: flagOption(tag, options, 'sameScale'),
    };
    this.show();
  }

  protected override spec(): Histogram {
    return this.chart;
  }
}

function layersOf(data: unknown): [name: string, values: unknown][] {
  if (Array.isArray(data) && data.length > 0 && data.every((item) => isTensor(item) && item.shape.length > 0)) {
    return data.map((values: unknown, i) => [`layer ${i + 1}`, values]);
  }
  return entriesOf(data) ?? [['', data]];
}

function finiteExtent(arrays: readonly ArrayLike<number>[]): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const values of arrays) {
    for (let i = 0; i < values.length; i++) {
      if (!Number.isFinite(values[i])) continue;
      low = Math.min(low, values[i]);
      high = Math.max(high, values[i]);
    }
  }
  return [low, high];
}

/**
 * `heatmap(data, { title, x, y, columns, rows, scale, range })`: a tensor of 1 or 2 dimensions or nested arrays as
 * tints. `x` and `y` say what columns and rows are, `columns` and `rows` name each. `scale` is 'diverging' about 0 (the
 * default where a value is negative) or 'sequential'; `range` [low, high] fixes its ends. `update(data)` shows other values.
 */
class LiveHeatmap extends LiveChart {
  protected readonly kind = 'heatmap';
  private readonly options: Record<string, unknown>;
  private chart!: Heatmap;

  constructor(data: unknown, given: unknown, place: ChartPlace) {
    super(place);
    this.options = optionsOf('heatmap', given, ['title', 'x', 'y', 'columns', 'rows', 'scale', 'range']);
    this.update(data);
  }

  update(data: unknown): void {
    const tag = 'heatmap';
    const { options } = this;
    const values = gridOf(tag, data);
    const [rows, columns] = [values.length, values[0].length];
    if (rows * columns === 0) throw new RangeError(`[${tag}] expected at least one value, got ${rows} × ${columns}`);
    if (rows * columns > maxHeatmapValues) {
      throw new RangeError(`[${tag}] expected at most ${maxHeatmapValues} values, got ${rows} × ${columns}`);
    }
    const [low, high] = finiteExtent(values);
    const scale = options.scale ?? (low < 0 ? 'diverging' : 'sequential');
    if (scale !== 'diverging' && scale !== 'sequential') {
      throw new TypeError(`[${tag}] expected scale to be 'diverging' or 'sequential', got ${shortValue(scale)}`);
    }
    this.chart = {
      kind: 'heatmap',
      title: textOption(tag, options, 'title'),
      x: textOption(tag, options, 'x'),
      y: textOption(tag, options, 'y'),
      columns: namesOption(tag, options, 'columns', columns),
      rows: namesOption(tag, options, 'rows', rows),
      values,
      scale,
      domain: domainOf(scale, rangeOption(tag, options, 'range') ?? [low, high]),
    };
    this.show();
  }

  protected override spec(): Heatmap {
    return this.chart;
  }
}

function domainOf(scale: Heatmap['scale'], [low, high]: [number, number]): [number, number] {
  if (!(low <= high)) return scale === 'diverging' ? [-1, 1] : [0, 1];
  if (scale === 'diverging') {
    const most = Math.max(Math.abs(low), Math.abs(high)) || 1;
    return [-most, most];
  }
  // From 0 where that is near: twice the value is then twice the tint.
  const start = low > 0 && low < high / 2 ? 0 : low;
  return start === high ? [start, start + 1] : [start, high];
}

/**
 * `contour({ title, f, xRange, yRange, x, y, z, values, levels = 12, points = 61, paths })`: lines of equal value of
 * `f(x, y)`, or of `values`, rows from the least y up. `x`, `y` and `z` are names. `paths` are `{ name: [[x, y], …] }`;
 * `push(name, x, y)` adds a step to one.
 */
class LiveContour extends LiveChart {
  protected readonly kind = 'contour chart';
  private readonly chart: ContourChart;

  constructor(given: unknown, place: ChartPlace) {
    super(place);
    const tag = 'contour';
    const names = ['f', 'xRange', 'yRange', 'title', 'x', 'y', 'z', 'values', 'levels', 'points', 'paths'];
    const options = optionsOf(tag, given, names);
    const xRange = rangeOption(tag, options, 'xRange') ?? [-1, 1];
    const yRange = rangeOption(tag, options, 'yRange') ?? [-1, 1];
    const values = options.values === undefined ? sampled(options, xRange, yRange) : gridOf(tag, options.values);
    if (values.length < 2 || values[0].length < 2) {
      throw new RangeError(`[${tag}] expected at least 2 × 2 values, got ${values.length} × ${values[0].length}`);
    }
    this.chart = {
      kind: 'contour',
      title: textOption(tag, options, 'title'),
      x: textOption(tag, options, 'x', 'x'),
      y: textOption(tag, options, 'y', 'y'),
      z: textOption(tag, options, 'z', 'f'),
      xRange,
      yRange,
      values,
      levels: levelsOf(options, values),
      paths: (entriesOf(options.paths ?? {}) ?? wrongPaths(options.paths)).map(([name, points]) => ({
        name,
        points: pointsOf(points),
      })),
    };
    this.show();
  }

  push(path: unknown, x: unknown, y: unknown): void {
    const name = toText(path, '[contour] expected the path');
    const point: Point = [toNumber(x, '[contour] expected x'), toNumber(y, '[contour] expected y')];
    const { paths } = this.chart;
    const found = paths.find((one) => one.name === name);
    if (found) found.points.push(point);
    else paths.push({ name, points: [point] });
    this.show();
  }

  protected override spec(): ContourChart {
    return { ...this.chart, paths: this.chart.paths.map(({ name, points }) => ({ name, points: [...points] })) };
  }
}

function sampled(options: Record<string, unknown>, xRange: [number, number], yRange: [number, number]): number[][] {
  const { f } = options;
  if (typeof f !== 'function') {
    throw new TypeError(`[contour] expected f to be a function of x and y, or values, got ${shortValue(f)}`);
  }
  const count = countOption('contour', options, 'points', 61, [2, 256]);
  const at = ([low, high]: [number, number], i: number): number => low + ((high - low) * i) / (count - 1);
  return Array.from({ length: count }, (_, j) =>
    Array.from({ length: count }, (__, i) =>
      toNumber((f as (x: number, y: number) => unknown)(at(xRange, i), at(yRange, j)), '[contour] expected f(x, y)'),
    ),
  );
}

/** Given ones, or as many as asked for, denser near the least value: evenly spaced lines around the floor of a bowl. */
function levelsOf(options: Record<string, unknown>, values: number[][]): number[] {
  if (Array.isArray(options.levels)) {
    const levels = options.levels.map((level) => toNumber(level, '[contour] expected each level'));
    return [...new Set(levels.filter(Number.isFinite))].sort((a, b) => a - b);
  }
  const count = countOption('contour', options, 'levels', 12, [1, 100]);
  const [low, high] = finiteExtent(values);
  if (!(low < high)) return [];
  return Array.from({ length: count }, (_, i) => low + (high - low) * ((i + 1) / (count + 1)) ** 2);
}

function wrongPaths(paths: unknown): never {
  throw new TypeError(`[contour] expected paths as { name: [[x, y], …] }, got ${shortValue(paths)}`);
}

function pointsOf(points: unknown): Point[] {
  if (Array.isArray(points) && points.length === 0) return [];
  const rows = gridOf('contour', points);
  if (rows.some((row) => row.length !== 2)) {
    throw new RangeError(`[contour] expected points of 2 coordinates, got ${rows[0].length}`);
  }
  return rows as Point[];
}

/**
 * `bars({ none: 2.3, BatchNorm: 0.14 }, { title, x })`: a bar for each name; `x` names the values with their unit.
 * Groups are `{ 'batch 32': { ours: 0.4, theirs: 1.2 }, … }`. `update(data)` shows other values.
 */
class LiveBars extends LiveChart {
  protected readonly kind = 'bar chart';
  private readonly options: Record<string, unknown>;
  private chart!: BarChart;

  constructor(data: unknown, given: unknown, place: ChartPlace) {
    super(place);
    this.options = optionsOf('bars', given, ['title', 'x']);
    this.update(data);
  }

  update(data: unknown): void {
    const entries = entriesOf(data);
    if (!entries || entries.length === 0) {
      throw new TypeError(`[bars] expected values by name, { 'a': 1, 'b': 2 }, got ${shortValue(data)}`);
    }
    const categories = entries.map(([name]) => name);
    const groups = entries.map(([, value]) => (isTensor(value) ? null : entriesOf(value)));
    const grouped = groups.some((group) => group !== null);
    if (grouped && groups.includes(null)) {
      const single = categories[groups.indexOf(null)];
      throw new TypeError(`[bars] expected a group of values for every name, got one value for ${single}`);
    }
    const names = grouped ? [...new Set(groups.flatMap((group) => group!.map(([name]) => name)))] : [''];
    const valueOf = (name: string, i: number): number | null => {
      const value = grouped ? groups[i]!.find(([one]) => one === name)?.[1] : entries[i][1];
      return value === undefined || value === null
        ? null
        : toNumber(value, `[bars] expected the value of ${name || categories[i]}`);
    };
    this.chart = {
      kind: 'bars',
      title: textOption('bars', this.options, 'title'),
      x: textOption('bars', this.options, 'x', 'value'),
      categories,
      series: names.map((name) => ({ name, values: categories.map((_, i) => valueOf(name, i)) })),
    };
    this.show();
  }

  protected override spec(): BarChart {
    return this.chart;
  }
}
