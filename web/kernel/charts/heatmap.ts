/** @file A table of numbers as tints. */
import type { Heatmap } from '../../charts/spec.js';
import { finiteExtent, gridOf, namesOption, optionsOf, rangeOption, shortValue, textOption } from './input.js';
import { type ChartPlace, LiveChart } from './live-chart.js';

const maxHeatmapValues = 65_536;

/**
 * `heatmap(data, { title, x, y, columns, rows, scale, range })`: a tensor of 1 or 2 dimensions or nested arrays as
 * tints. `x` and `y` say what columns and rows are, `columns` and `rows` name each. `scale` is 'diverging' about 0 (the
 * default where a value is negative) or 'sequential'; `range` [low, high] fixes its ends. `update(data)` shows
 * other values.
 */
export class LiveHeatmap extends LiveChart {
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
