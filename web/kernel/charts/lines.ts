/** @file Lines and points that a cell adds to. */
import type { LineChart, Point, Rule } from '../../charts/spec.js';
import { toNumber, toText } from '../displays.js';
import { flagOption, numbersOf, optionsOf, shortValue, textOption } from './input.js';
import { type ChartPlace, LiveChart } from './live-chart.js';
import { Series, SpotSeries } from './series.js';

/**
 * `lineChart({ title, x, y, rules, logX, logY })` and `scatter({ … })`. `x` and `y` name the axes with their units;
 * `rules` are reference lines `{ y, label }` or `{ x, label }`.
 */
export class LiveLines extends LiveChart {
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
