/**
 * @file The functions by which cells show charts. Each shows its chart at once and returns it; the chart shows itself
 * again when it is changed. Values may be tensors. NaN and infinite values are gaps, and said in words.
 */
import { LiveBars } from './bars.js';
import { LiveContour } from './contour.js';
import { LiveHeatmap } from './heatmap.js';
import { LiveHistogram } from './histogram.js';
import { LiveLines } from './lines.js';
import type { ChartPlace, LiveChart } from './live-chart.js';

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
