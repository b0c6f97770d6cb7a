/** @file How often values occur. */
import { binEdges, countInBins, exactEdges } from '../../charts/bins.js';
import type { Histogram } from '../../charts/spec.js';
import { isTensor } from '../displays.js';
import {
  countOption,
  entriesOf,
  finiteExtent,
  flagOption,
  numbersOf,
  optionsOf,
  rangeOption,
  textOption,
} from './input.js';
import { type ChartPlace, LiveChart } from './live-chart.js';

/**
 * `histogram(data, { title, x, bins = 40, range, sameScale })`: counts of the values in bins of equal width. `data` is
 * a tensor or array, or several under their names, `{ 'layer 1': h1, 'layer 2': h2 }`, which stand one below another
 * on one axis. `range` [low, high] fixes the bins; else they hold all finite values. `update(data)` counts anew.
 */
export class LiveHistogram extends LiveChart {
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
