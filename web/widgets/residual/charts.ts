/** @file The charts of two encoders side by side. */
import type { Heatmap, LineChart, Point, Rule } from '../../charts/spec.js';
import {
  type Curve, curveNames, type Look, type ResidualResult, type SideResult, type Similarity, valueOf, type Weight, weightNames,
} from './run.js';

/** The last look of both, and where they came from. */
export function curveChart({ sides }: ResidualResult, curve: Curve, weight: Weight): LineChart {
  const points = ({ blocks }: Look): Point[] =>
    blocks.map((block, i): Point => [i + 1, valueOf(block, curve, weight)]);
  const series = (which: (side: SideResult) => Look, suffix = ''): LineChart['series'] =>
    sides.map((side) => ({ name: side.name + suffix, points: points(which(side)) }));
  const trained = sides.some(({ looks }) => looks.length > 1);
  const all = [
    ...series(({ looks }) => looks[looks.length - 1]),
    ...(trained ? series(({ looks }) => looks[0], ', at the start') : []),
  ];
  const values = all.flatMap((one) => one.points.map(([, value]) => value));
  return {
    kind: 'line',
    title: `${titleOf(curve, weight)}, block by block`,
    x: 'block',
    y: curveNames[curve],
    // Where all are of one size, a logarithm would make much of little.
    logY: curve !== 'std' && Math.max(...values) > 20 * Math.min(...values),
    series: all,
    rules: [],
  };
}

function titleOf(curve: Curve, weight: Weight): string {
  if (curve === 'weights') return `Gradient norm of a weight (${weightNames[weight]})`;
  if (curve === 'update') return `Update ÷ weight (${weightNames[weight]})`;
  return curve === 'stream' ? 'Gradient norm of the stream after the block' : 'Standard deviation of the stream';
}

/** Block by block, and look by look from the start at the top. */
export function similarityChart(result: ResidualResult, side: SideResult, similarity: Similarity): Heatmap {
  const least = Math.min(
    ...result.sides.flatMap(({ looks }) => looks.flatMap(({ blocks }) => blocks.map((block) => block[similarity]))),
  );
  const what = similarity === 'neighbours' ? 'Cosine of block and next block' : 'Cosine of the tokens';
  return {
    kind: 'heatmap',
    title: `${what}: ${side.name}`,
    x: 'block',
    y: 'step',
    columns: side.looks[0].blocks.map((_, i) => String(i + 1)),
    rows: side.looks.map(({ step }) => String(step)),
    values: side.looks.map(({ blocks }) => blocks.map((block) => block[similarity])),
    scale: 'sequential',
    // Both sides share it; it begins at a whole tenth below the least value.
    domain: [Number.isFinite(least) ? Math.min(0.9, Math.floor(least * 10) / 10) : 0, 1],
  };
}

export function lossChart({ sides, marks }: ResidualResult): LineChart {
  return {
    kind: 'line',
    title: '',
    x: 'step',
    y: 'loss of the batch',
    series: sides.map(({ name, losses }) => ({ name, points: losses.map((loss, i): Point => [i + 1, loss]) })),
    rules: marks.map(({ loss, label }): Rule => ({ y: loss, label })),
  };
}
