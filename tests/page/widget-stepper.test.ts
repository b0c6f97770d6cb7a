/** @file The steps of LayerNorm and RMSNorm: the numbers of each, and that together they are the layer. */
import { beforeAll, describe, expect, test } from 'vitest';
import { fixed } from '../../web/widgets/frame/numbers.js';
import { defaultsOf } from '../../web/widgets/frame/settings.js';
import { stepper, type StepperResult, type StepperSettings, undoing } from '../../web/widgets/stepper/model.js';
import { resultOf } from '../../web/widgets/stills.js';
import { loadEngine } from '../api/engine.js';

const defaults = defaultsOf(stepper.schema);
const compute = (settings: Partial<StepperSettings>): Promise<StepperResult> =>
  resultOf(stepper, { ...defaults, ...settings }) as Promise<StepperResult>;
const textOf = ({ steps }: StepperResult): string[] =>
  steps.map(({ name, values }) => `${name}: ${values.map((value) => fixed(value, 3)).join(' ')}`);

describe('a norm step by step', () => {
  beforeAll(loadEngine);

  test('LayerNorm of 2, 4, 4, 10', async () => {
    expect(textOf(await compute({}))).toEqual([
      'x: 2.000 4.000 4.000 10.000',
      'μ: 5.000',
      'x − μ: −3.000 −1.000 −1.000 5.000',
      'σ²: 9.000',
      'x̂: −1.000 −0.333 −0.333 1.667',
      'y: −1.000 −0.333 −0.333 1.667',
      'x + f(y): −1.000 3.000 3.000 15.000',
    ]);
  });

  test('RMSNorm of 2, 4, 4, 10', async () => {
    const steps = textOf(await compute({ norm: 'rms' }));
    expect(steps).toHaveLength(6);
    expect(steps[3]).toBe('x̂: 0.343 0.686 0.686 1.715');
  });

  test.each(['layer', 'rms'] as const)(
    'the steps of %s give what the layer gives, with weight, bias and a large eps',
    async (norm) => {
      const settings = { norm, values: [3, -7, 0.5, 12, 1], eps: 2, weight: -1.5, bias: 4 };
      const { steps, layer } = await compute(settings);
      // Two orders of float32 operations on numbers below 10.
      layer.forEach((value, i) => expect(steps[steps.length - 2].values[i]).toBeCloseTo(value, 5));
    },
  );

  test('γ = σ and β = μ give x back; γ = rms does for RMSNorm', async () => {
    for (const norm of ['layer', 'rms'] as const) {
      const { layer } = await compute({ norm, eps: 1e-8, ...undoing(await compute({ norm }), norm) });
      layer.forEach((value, i) => expect(value).toBeCloseTo(defaults.values[i], 4));
    }
  });

  test('a constant vector becomes 0 under LayerNorm, whatever eps is, and 1 under RMSNorm', async () => {
    expect((await compute({ values: [3, 3, 3, 3], eps: 1e-8 })).layer).toEqual([0, 0, 0, 0]);
    (await compute({ norm: 'rms', values: [3, 3, 3, 3] })).layer.forEach((value) => expect(value).toBeCloseTo(1, 5));
  });

  test('says the step, and at the end the whole', async () => {
    const result = await compute({});
    expect(stepper.words({ ...defaults, step: 2 }, result)).toBe('Step 2 of 6, x − μ: −3.00, −1.00, −1.00, 5.00.');
    expect(stepper.words(defaults, result)).toContain(
      'LayerNorm turns 2, 4, 4, 10 (mean 5.00, standard deviation 3.00) into −1.00, −0.33, −0.33, 1.67.',
    );
  });
});
