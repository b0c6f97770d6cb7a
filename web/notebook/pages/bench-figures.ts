/** @file The committed figures of `npm run bench -- --save` as charts. */
import type { BarChart, ChartSpec, LineChart } from '../../charts/spec.js';

export interface BenchFigures {
  /** Day of the run, 2025-01-31. */
  date: string;
  machine: string;
  versions: string[];
  rows: BenchRow[];
}

/** A figure with its quartiles, or alone. */
export interface BenchValue {
  value: number;
  low?: number;
  high?: number;
}

export interface BenchRow {
  name: string;
  unit: string;
  ours: BenchValue;
  limit: BenchValue | null;
  peers: Record<string, BenchValue>;
  /** What the time means as bandwidth, for norms. */
  rate?: { ours: number; limit: number; unit: string };
}

const kinds = { none: 'no norm', batch: 'BatchNorm', layer: 'LayerNorm', rms: 'RMSNorm' };
const kindEntries = Object.entries(kinds);
const peers = { pytorch: 'PyTorch', 'jax-js': 'jax-js', 'tfjs-wasm': 'TensorFlow.js' };
const places = { native: 'native', node: 'Node', chromium: 'Chromium' };

/** Charts of what was measured; a chart without any row is left out. */
export function benchCharts({ rows }: BenchFigures): ChartSpec[] {
  const row = (name: string): BenchRow | undefined => rows.find((other) => other.name === name);
  const charts = [stepsBeside(row), stepsByPlace(row), bandwidth(rows), growth(rows)];
  return charts.filter((chart) => chart !== null);
}

type Find = (name: string) => BenchRow | undefined;

function stepsBeside(row: Find): BarChart | null {
  const at = (kind: string): BenchRow | undefined => row(`step/digits/${kind}/chromium`);
  const series = [
    { name: 'Normlab', values: kindEntries.map(([kind]) => at(kind)?.ours.value ?? null) },
    { name: 'fused by hand', values: kindEntries.map(([kind]) => at(kind)?.limit?.value ?? null) },
    ...Object.entries(peers).map(([peer, name]) => ({
      name,
      values: kindEntries.map(([kind]) => at(kind)?.peers[peer]?.value ?? null),
    })),
  ];
  return barsOf('One training step in Chromium; PyTorch natively beside it', 'time (ms)', Object.values(kinds), series);
}

function stepsByPlace(row: Find): BarChart | null {
  const series = Object.entries(places).map(([place, name]) => ({
    name,
    values: kindEntries.map(([kind]) => row(`step/digits/${kind}/${place}`)?.ours.value ?? null),
  }));
  return barsOf('The same step natively, in Node and in Chromium', 'time (ms)', Object.values(kinds), series);
}

/** "1024x768" of norm/layer/1024x768/chromium. */
function bandwidth(rows: BenchRow[]): BarChart | null {
  const here = rows.filter(({ name }) => /^norm\/.*\/chromium$/.test(name));
  const sizes = [...new Set(here.map(({ name }) => name.split('/')[2]))];
  const at = (kind: string, size: string): BenchRow['rate'] =>
    here.find(({ name }) => name === `norm/${kind}/${size}/chromium`)?.rate;
  const normKinds = kindEntries.filter(([kind]) => kind !== 'none');
  const series = [
    ...normKinds.map(([kind, name]) => ({ name, values: sizes.map((size) => at(kind, size)?.ours ?? null) })),
    { name: 'copying memory', values: sizes.map((size) => at('layer', size)?.limit ?? null) },
  ];
  const categories = sizes.map((size) => size.replace('x', ' × '));
  return barsOf('Norms forward and backward in Chromium', 'bandwidth (GB/s)', categories, series);
}

function growth(rows: BenchRow[]): LineChart | null {
  const series = ['batch', 'width', 'depth'].map((axis) => {
    const points = rows.flatMap(({ name, ours }): [number, number][] => {
      const [family, which, size] = name.split('/');
      return family === 'growth' && which === axis && size ? [[Number(size), ours.value]] : [];
    });
    // A series named batch alone would have BatchNorm's colour.
    const name = axis === 'batch' ? 'batch size' : axis;
    return { name, points: points.map(([size, ms]): [number, number] => [size / points[0][0], ms]) };
  });
  if (series.every(({ points }) => points.length === 0)) return null;
  return {
    kind: 'line',
    title: 'How a step grows while one size doubles four times',
    x: 'times the smallest size',
    y: 'time (ms)',
    series: series.filter(({ points }) => points.length > 0),
    rules: [],
    logX: true,
    logY: true,
  };
}

function barsOf(title: string, x: string, categories: string[], series: BarChart['series']): BarChart | null {
  const known = series.filter(({ values }) => values.some((value) => value !== null));
  return known.length === 0 ? null : { kind: 'bars', title, x, categories, series: known };
}
