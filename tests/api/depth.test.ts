/**
 * Gradients in deep encoders at the start, after "On Layer Normalization in the Transformer Architecture" (Xiong and others,
 * 2020), beside PyTorch's for the same seeds.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { tidy } from '../../web/api/index.js';
import { feedForwardGradients, logSlope, type Start } from './depth-model.js';
import { loadEngine } from './engine.js';

beforeAll(loadEngine);

type Run = Start & { gradients: number[] };
const golden = JSON.parse(readFileSync(new URL('../golden/golden_depth.json', import.meta.url), 'utf8')) as Run[];
const depths = [2, 8, 32];
const seeds = [0, 1, 2];

const settings = [false, true].flatMap((normFirst) => [
  { normFirst, xavier: true, crossEntropy: false },
  { normFirst, xavier: false, crossEntropy: false },
  { normFirst, xavier: false, crossEntropy: true },
]);

/** The gradient of the last block's feed-forward network over the depth: the mean slope of the seeds. */
function slopeOf(choice: (typeof settings)[number]): number {
  const slopes = seeds.map((seed) =>
    logSlope(
      depths,
      depths.map((depth) => tidy(() => feedForwardGradients({ ...choice, depth, seed })).at(-1)!),
    ),
  );
  return slopes.reduce((a, b) => a + b) / slopes.length;
}

describe.each(settings)('normFirst $normFirst, xavier $xavier, cross entropy $crossEntropy', (choice) => {
  const runs = golden.filter(
    ({ normFirst, xavier, crossEntropy }) =>
      String([normFirst, xavier, crossEntropy]) === String(Object.values(choice)),
  );

  it('has PyTorch’s gradients in every block', () => {
    expect(runs).toHaveLength(depths.length * seeds.length);
    for (const { gradients, ...run } of runs) {
      const got = tidy(() => feedForwardGradients(run));
      // Float32 on both sides, whose roundings (6e-8) some hundred layers multiply.
      got.forEach((value, block) =>
        expect(Math.abs(value / gradients[block] - 1), `block ${block}`).toBeLessThan(1e-3),
      );
    }
  });
});

describe('the last block’s feed-forward gradient over the number of blocks', () => {
  const [post, , , pre, preDefault, preCrossEntropy] = settings;

  it('keeps its size in post-norm and shrinks like 1/√L in pre-norm, from the paper’s start', () => {
    expect(Math.abs(slopeOf(post))).toBeLessThan(0.1);
    expect(Math.abs(slopeOf(pre) + 0.5)).toBeLessThan(0.1);
  });

  it('shrinks more slowly from PyTorch’s start, whatever the loss', () => {
    for (const choice of [preDefault, preCrossEntropy]) {
      const slope = slopeOf(choice);
      expect(slope).toBeLessThan(-0.15);
      expect(slope).toBeGreaterThan(-0.35);
    }
  });
});
