/** @file The two bowls: condition numbers and steps as PyTorch has them, and as the closed form says. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Bowl,
  contours,
  type ContoursResult,
  type ContoursSettings,
  errorChart,
} from '../../web/widgets/contours/model.js';
import { defaultsOf } from '../../web/widgets/frame/settings.js';
import { resultOf } from '../../web/widgets/stills.js';
import { loadEngine } from '../api/engine.js';

interface Golden {
  scale: number;
  rate: number;
  start: [number, number];
  seed: number;
  raw: { condition: number; steps: number; end: number[] };
  standardized: { condition: number; steps: number; end: number[] };
}
const golden = JSON.parse(readFileSync(new URL('../golden/golden_widgets.json', import.meta.url), 'utf8')) as {
  contours: Golden[];
};
const defaults = defaultsOf(contours.schema);
const compute = (settings: Partial<ContoursSettings>): Promise<ContoursResult> =>
  resultOf(contours, { ...defaults, ...settings }) as Promise<ContoursResult>;

describe('the bowls', () => {
  beforeAll(loadEngine);

  test.each(golden.contours)(
    'scale $scale, step $rate, seed $seed: as in PyTorch',
    async ({ scale, rate, start, seed, ...bowls }) => {
      const result = await compute({ scale, rate, startX: start[0], startY: start[1], seed });
      for (const name of ['raw', 'standardized'] as const) {
        const { condition, steps, path } = result[name];
        // The standardized features come from a float32 layer: relative 1e-7, times some hundred operations.
        expect(Math.abs(condition / bowls[name].condition - 1)).toBeLessThan(1e-5);
        expect(steps).toBe(bowls[name].steps);
        path[path.length - 1].forEach((value, i) => expect(value).toBeCloseTo(bowls[name].end[i], 5));
      }
    },
  );

  test('each direction shrinks by |1 − rate · λ| a step', async () => {
    for (const bowl of Object.values(await compute({})) as Bowl[]) {
      bowl.errors.slice(0, 5).forEach((pair, step) =>
        bowl.eigenvalues.forEach((eigenvalue, i) => {
          const closed = bowl.errors[0][i] * Math.abs(1 - bowl.rate * eigenvalue) ** step;
          expect(pair[i]).toBeCloseTo(closed, 9);
        }),
      );
    }
  });

  test('a longer step than the steep direction takes diverges, and says so; a start at the bottom is there', async () => {
    const far = await compute({ scale: 20, rate: 1.2 });
    expect(far.raw.steps).toBe(null);
    expect(contours.words(defaults, far)).toContain('not within 1000 steps');
    expect(contours.words(defaults, far)).toContain('it diverges');
    expect((await compute({ startX: 0, startY: 0 })).raw.steps).toBe(0);
    expect(
      errorChart(far)
        .series.flatMap(({ points }) => points)
        .every(([, y]) => Number.isFinite(y)),
    ).toBe(true);
  });
});
