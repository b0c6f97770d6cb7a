/** @file What a chart shows, in words and numbers: for captions, read-outs and screen readers. */
import type { LineChart } from '../kernel/protocol.js';

/** A number with as many decimals as a chart of this span needs: about three digits below its largest. */
export function formatIn(span: number, value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '−Infinity';
  const digits = span > 0 ? Math.min(8, Math.max(0, 3 - Math.floor(Math.log10(span)))) : 3;
  return value.toFixed(Number.isInteger(value) && span >= 10 ? 0 : digits).replace('-', '−');
}

/** One sentence per series: where it starts and ends. */
export function summarise(chart: LineChart, span: number): string {
  const sentences = chart.series
    .filter((series) => series.points.length > 0)
    .map(({ name, points }) => {
      const [, first] = points[0];
      const [x, last] = points.at(-1)!;
      return `${name}: from ${formatIn(span, first)} to ${formatIn(span, last)} at ${chart.x} ${x}.`;
    });
  return sentences.length > 0 ? sentences.join(' ') : 'No points yet.';
}

/** What cannot be drawn, or null: a line has a gap where its value is NaN or infinite. */
export function describeGaps(chart: LineChart): string | null {
  const sentences = chart.series.flatMap(({ name, points }) => {
    const lost = points.filter(([x, y]) => !Number.isFinite(x) || !Number.isFinite(y));
    if (lost.length === 0) return [];
    const [x, y] = lost[0];
    const first = `${Number.isNaN(y) ? 'NaN' : String(y).replace('-', '−')} at ${chart.x} ${x}`;
    return [
      lost.length === 1
        ? `${name} is ${first}.`
        : `${name} has ${lost.length} values that are no finite number, the first ${first}.`,
    ];
  });
  return sentences.length > 0 ? sentences.join(' ') : null;
}
