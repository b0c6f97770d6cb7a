/**
 * @file One chart of each kind and of each difficulty, computed without the engine: for the tests and for looking at.
 */
import { binEdges, countInBins } from '../../../web/charts/bins.js';
import type {
  BarChart,
  ChartSpec,
  ContourChart,
  Heatmap,
  Histogram,
  LineChart,
  Point,
} from '../../../web/charts/spec.js';

/** Uniform numbers in [0, 1), the same every time. */
export function uniforms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export function normals(seed: number): () => number {
  const next = uniforms(seed);
  return () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}

function lossCurve(start: number, end: number, rate: number, seed: number): Point[] {
  const noise = normals(seed);
  return Array.from({ length: 115 }, (_, i): Point => {
    const level = end + (start - end) * Math.exp(-i / rate);
    return [i + 1, level * (1 + 0.05 * noise())];
  });
}

export const race: LineChart = {
  kind: 'line',
  title: 'Training loss',
  x: 'step',
  y: 'loss',
  rules: [
    { y: Math.log(10), label: 'ln 10, pure guessing' },
    { x: 92, label: 'epoch 5' },
  ],
  series: [
    { name: 'no normalization', points: lossCurve(2.33, 2.3, 30, 1).map(([x, y]) => [x, 2.3 + (y - 2.3) * 0.2]) },
    { name: 'BatchNorm1d', points: lossCurve(2.4, 0.11, 18, 2) },
    { name: 'LayerNorm', points: lossCurve(2.45, 0.15, 22, 3) },
    { name: 'RMSNorm', points: lossCurve(2.45, 0.17, 24, 4) },
  ],
};

/** Standard deviation per layer: none, and LayerNorm; the plain net runs into NaN. */
export const depth: LineChart = {
  kind: 'line',
  title: 'Size of the activations by depth',
  x: 'layer',
  y: 'standard deviation',
  logY: true,
  rules: [],
  series: [
    {
      name: 'no norm, gain 2',
      points: Array.from({ length: 40 }, (_, i): Point => [i + 1, i < 34 ? 0.9 * 10 ** i : NaN]),
    },
    { name: 'no norm, gain ½', points: Array.from({ length: 40 }, (_, i): Point => [i + 1, 0.9 * 0.5 ** i]) },
    { name: 'LayerNorm', points: Array.from({ length: 40 }, (_, i): Point => [i + 1, 1]) },
  ],
};

export const manySeries: LineChart = {
  kind: 'line',
  title: 'Twenty seeds',
  x: 'step',
  y: 'loss',
  rules: [],
  series: Array.from({ length: 20 }, (_, k) => ({
    name: `seed ${k}`,
    points: lossCurve(2.4, 0.1 + k / 40, 12 + k, k + 9),
  })),
};

const scatterNoise = normals(77);

export const scatter: LineChart = {
  kind: 'line',
  title: 'Weight against its gradient',
  x: 'weight',
  y: 'gradient',
  rules: [],
  scatter: true,
  series: ['BatchNorm', 'LayerNorm'].map((name, k) => ({
    name,
    points: Array.from({ length: 200 }, (): Point => {
      const w = scatterNoise();
      return [w, (k === 0 ? 0.4 : -0.5) * w + 0.3 * scatterNoise()];
    }),
  })),
};

/** Activations of tanh layers, each a fresh random matrix of 64 × 64, with or without a norm before tanh. */
function activations(norm: boolean, gain: number): { name: string; values: number[] }[] {
  const next = normals(5);
  let h = Array.from({ length: 48 }, () => Array.from({ length: 64 }, next));
  return Array.from({ length: 6 }, (_, l) => {
    const w = Array.from({ length: 64 }, () => Array.from({ length: 64 }, () => (gain * next()) / 8));
    h = h.map((row) => {
      const out = w.map((weights) => weights.reduce((sum, weight, i) => sum + weight * row[i], 0));
      if (!norm) return out.map(Math.tanh);
      const mean = out.reduce((a, b) => a + b, 0) / 64;
      const std = Math.sqrt(out.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 64);
      return out.map((value) => Math.tanh((value - mean) / std));
    });
    return { name: `layer ${l + 1}`, values: h.flat() };
  });
}

function layers(title: string, norm: boolean, gain: number): Histogram {
  const edges = binEdges(-1, 1, 40);
  const counted = activations(norm, gain).map(({ name, values }) => countInBins(name, values, edges));
  return { kind: 'histogram', title, x: 'activation', edges, layers: counted, sameScale: false };
}

export const layersPlain = layers('Activations without a norm, gain 0.6', false, 0.6);
export const layersNorm = layers('Activations with LayerNorm, gain 0.6', true, 0.6);

const spread = normals(8);
const oneThousand = Array.from({ length: 1000 }, () => 3 + 2 * spread());

export const oneHistogram: Histogram = {
  kind: 'histogram',
  title: 'A batch of 1,000',
  x: 'value (mV)',
  edges: binEdges(-4, 10, 30),
  layers: [countInBins('', [...oneThousand, NaN, 40], binEdges(-4, 10, 30))],
  sameScale: false,
};

export const reportCard: Heatmap = {
  kind: 'heatmap',
  title: 'The report card, LayerNorm',
  x: 'subject',
  y: 'pupil',
  columns: ['math', 'art', 'music'],
  rows: ['Ana', 'Ben', 'Cy'],
  values: [
    [1.3, -1.14, -0.16],
    [-0.34, 1.36, -1.02],
    [-1.22, 1.22, 0],
  ],
  scale: 'diverging',
  domain: [-1.36, 1.36],
};

const weightNoise = normals(3);

export const weights: Heatmap = {
  kind: 'heatmap',
  title: 'Weights of the first layer',
  x: 'input',
  y: 'unit',
  columns: Array.from({ length: 64 }, (_, i) => String(i)),
  rows: Array.from({ length: 48 }, (_, i) => String(i)),
  values: Array.from({ length: 48 }, (_, r) =>
    Array.from({ length: 64 }, (__, c) => (r === 20 && c > 50 ? NaN : 0.2 * weightNoise() * (1 + r / 16))),
  ),
  scale: 'diverging',
  domain: [-1.5, 1.5],
};

export const similarity: Heatmap = {
  kind: 'heatmap',
  title: 'Similarity of neighbouring layers',
  x: 'layer',
  y: 'layer',
  columns: Array.from({ length: 12 }, (_, i) => String(i + 1)),
  rows: Array.from({ length: 12 }, (_, i) => String(i + 1)),
  values: Array.from({ length: 12 }, (_, r) => Array.from({ length: 12 }, (__, c) => 0.87 ** Math.abs(r - c))),
  scale: 'sequential',
  domain: [0, 1],
};

function descent(start: Point, rate: number, curvature: [number, number], steps: number): Point[] {
  const points: Point[] = [start];
  for (let i = 0; i < steps; i++) {
    const [x, y] = points[i];
    points.push([x - rate * curvature[0] * x, y - rate * curvature[1] * y]);
  }
  return points;
}

export const bowl: ContourChart = {
  kind: 'contour',
  title: 'Gradient descent on a stretched bowl',
  x: 'w₁',
  y: 'w₂',
  z: 'loss',
  xRange: [-3, 3],
  yRange: [-2, 2],
  values: Array.from({ length: 61 }, (_, j) =>
    Array.from({ length: 61 }, (__, i) => 0.5 * (-3 + i / 10) ** 2 + 5 * (-2 + j / 15) ** 2),
  ),
  levels: Array.from({ length: 12 }, (_, i) => 24.5 * ((i + 1) / 13) ** 2),
  paths: [
    { name: 'no normalization', points: descent([-2.6, 1.5], 0.18, [1, 10], 25) },
    { name: 'BatchNorm', points: descent([-2.2, -1.4], 0.4, [1, 1], 14) },
  ],
};

export const speed: BarChart = {
  kind: 'bars',
  title: 'One training step of the digits network',
  x: 'time (ms)',
  categories: ['no norm', 'BatchNorm', 'LayerNorm'],
  series: [
    { name: 'normlab', values: [0.49, 0.52, 0.55] },
    { name: 'PyTorch, 1 thread', values: [0.59, 0.91, 1.04] },
    { name: 'jax-js', values: [3.8, 9.6, 9.1] },
    { name: 'TensorFlow.js', values: [5.6, 9.8, null] },
  ],
};

export const results: BarChart = {
  kind: 'bars',
  title: 'Change of the training loss',
  x: 'change',
  categories: ['no normalization', 'BatchNorm1d', 'LayerNorm', 'RMSNorm', 'learning rate 100'],
  series: [{ name: '', values: [0.012, -2.191, -2.153, -2.13, NaN] }],
};

export const longLine: LineChart = {
  kind: 'line',
  title: '100,000 points',
  x: 'step',
  y: 'loss',
  rules: [],
  series: [
    {
      name: 'LayerNorm',
      points: Array.from({ length: 100_000 }, (_, i): Point => [i, Math.sin(i / 3000) + Math.sin(i * 7.7) / 9]),
    },
  ],
};

export const empty: LineChart = { kind: 'line', title: 'Nothing yet', x: 'step', y: 'loss', rules: [], series: [] };

export const allSpecs: Record<string, ChartSpec> = {
  race,
  depth,
  manySeries,
  scatter,
  layersPlain,
  layersNorm,
  oneHistogram,
  reportCard,
  weights,
  similarity,
  bowl,
  speed,
  results,
  empty,
};
