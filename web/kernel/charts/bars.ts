/** @file A bar for each name. */
import type { BarChart } from '../../charts/spec.js';
import { isTensor, toNumber } from '../displays.js';
import { entriesOf, optionsOf, shortValue, textOption } from './input.js';
import { type ChartPlace, LiveChart } from './live-chart.js';

/**
 * `bars({ none: 2.3, BatchNorm: 0.14 }, { title, x })`: a bar for each name; `x` names the values with their unit.
 * Groups are `{ 'batch 32': { ours: 0.4, theirs: 1.2 }, … }`. `update(data)` shows other values.
 */
export class LiveBars extends LiveChart {
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
