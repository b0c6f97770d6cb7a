/** @file The averaging grid: its groups, its numbers, and what it says. */
import { beforeAll, describe, expect, test } from 'vitest';
import { axes, type AxesResult, type AxesSettings, groupsOf, layouts } from '../../web/widgets/axes/model.js';
import { fixed } from '../../web/widgets/frame/numbers.js';
import { defaultsOf } from '../../web/widgets/frame/settings.js';
import { resultOf } from '../../web/widgets/stills.js';
import { loadEngine } from '../api/engine.js';

const defaults = defaultsOf(axes.schema);
const compute = (settings: Partial<AxesSettings>): Promise<AxesResult> =>
  resultOf(axes, { ...defaults, ...settings }) as Promise<AxesResult>;

describe('the averaging grid', () => {
  beforeAll(loadEngine);

  test('three students: every number as worked out by hand', async () => {
    const texts = async (norm: AxesSettings['norm']): Promise<string> =>
      (await compute({ norm })).output.map((x) => fixed(x)).join(' ');
    expect(await texts('batch')).toBe('1.22 −1.22 1.22 0.00 1.22 0.00 −1.22 0.00 −1.22');
    expect(await texts('layer')).toBe('1.30 −1.14 −0.16 −0.34 1.36 −1.02 −1.22 1.22 0.00');
    expect(await texts('rms')).toBe('1.20 0.80 0.96 0.97 1.11 0.91 0.83 1.16 0.99');
  });

  test.each(['features', 'tokens', 'images'] as const)(
    '%s: what each group sums to shows that it is the group',
    async (layout) => {
      for (const norm of ['batch', 'layer', 'rms'] as const) {
        const groups = groupsOf(layout, norm);
        const { output, means, powers } = await compute({ layout, norm });
        for (const group of new Set(groups)) {
          const members = output.filter((_, i) => groups[i] === group);
          const raw = layouts[layout].values.filter((_, i) => groups[i] === group);
          const meanOf = (list: number[]): number => list.reduce((a, b) => a + b) / list.length;
          // float32 sums of at most 12 numbers below 100.
          expect(means[group]).toBeCloseTo(meanOf(raw), 4);
          if (norm !== 'rms') expect(meanOf(members)).toBeCloseTo(0, 5);
          expect(meanOf(members.map((x) => x * x))).toBeCloseTo(powers[group] / (powers[group] + defaults.eps), 5);
        }
      }
    },
  );

  test('a feature times 100 changes no BatchNorm output, and all rows of LayerNorm', async () => {
    const [batch, large] = await Promise.all([
      compute({ norm: 'batch', eps: 1e-8 }),
      compute({ norm: 'batch', factor: '100', eps: 1e-8 }),
    ]);
    large.output.forEach((x, i) => expect(x).toBeCloseTo(batch.output[i], 5));
    const layer = await compute({ norm: 'layer', factor: '100' });
    expect([0, 3, 6].map((i) => fixed(layer.output[i]))).toEqual(['1.41', '1.41', '1.41']);
  });

  test('an edited table of the wrong length is the example’s own', () => {
    expect(axes.input({ ...defaults, values: [1, 2] }).values).toEqual(layouts.features.values);
    expect(axes.input({ ...defaults, values: [1, 2, 3, 4, 5, 6, 7, 8, 9] }).values).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
  });
});
