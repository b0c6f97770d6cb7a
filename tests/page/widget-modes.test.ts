/** @file BatchNorm's two modes, padding, and LayerNorm beside RMSNorm: the numbers that must come out. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { batchModes, type ModesResult, type ModesSettings } from '../../web/widgets/batch-modes/model.js';
import { fixed } from '../../web/widgets/frame/numbers.js';
import { defaultsOf } from '../../web/widgets/frame/settings.js';
import type { AnyWidget } from '../../web/widgets/frame/widget.js';
import { padding, type PaddingResult, type PaddingSettings } from '../../web/widgets/padding/model.js';
import { movedBy, type RmsResult, type RmsSettings, rmsVsLayer } from '../../web/widgets/rms-vs-layer/model.js';
import { resultOf } from '../../web/widgets/stills.js';
import { loadEngine } from '../api/engine.js';

interface Golden {
  settings: Partial<ModesSettings>;
  means: number[];
  variances: number[];
  output: number;
}
const golden = JSON.parse(readFileSync(new URL('../golden/golden_widgets.json', import.meta.url), 'utf8')) as {
  batchModes: Golden[];
};

const computeOf = <S, R>(widget: AnyWidget) => {
  const defaults = defaultsOf<object>(widget.schema);
  return (settings: Partial<S> = {}): Promise<R> => resultOf(widget, { ...defaults, ...settings }) as Promise<R>;
};
const modes = computeOf<ModesSettings, ModesResult>(batchModes);
const padded = computeOf<PaddingSettings, PaddingResult>(padding);
const rms = computeOf<RmsSettings, RmsResult>(rmsVsLayer);

beforeAll(loadEngine);

describe('BatchNorm’s two modes', () => {
  test.each(golden.batchModes)(
    'running statistics are PyTorch’s: $settings',
    async ({ settings, means, variances, output }) => {
      const result = await modes({ ...settings, mode: 'eval' });
      // float32 numbers below 10.
      means.forEach((mean, i) => expect(result.runningMeans[i]).toBeCloseTo(mean, 5));
      variances.forEach((variance, i) => expect(result.runningVariances[i]).toBeCloseTo(variance, 4));
      result.outputs.forEach((value) => expect(value).toBeCloseTo(output, 5));
    },
  );

  test('the output depends on companions in training, and not at all in evaluation', async () => {
    expect((await modes({ mode: 'train' })).spread).toBeGreaterThan(0.5);
    expect((await modes({ mode: 'eval' })).spread).toBe(0);
  });

  test('both conventions of momentum are one rule', async () => {
    const [here, there] = [
      await modes({ momentum: 0.1, convention: 'new' }),
      await modes({ momentum: 0.9, convention: 'old' }),
    ];
    expect(there).toEqual(here);
  });

  test('the biased variance is kept (n − 1) / n times', async () => {
    const [one, other] = [
      await modes({ batches: 1, momentum: 1 }),
      await modes({ batches: 1, momentum: 1, variance: 'biased' }),
    ];
    expect(other.runningVariances[0]).toBeCloseTo((one.runningVariances[0] * 7) / 8, 5);
  });

  test('a batch of 1 is refused with the layer’s own error, and evaluation works', async () => {
    const result = await modes({ batchSize: 1 });
    expect(result.error).toContain('[batch_norm] expected more than 1 value per channel');
    expect(result.outputs).toEqual([]);
    const evaluated = await modes({ batchSize: 1, mode: 'eval' });
    // Nothing learned: mean 0, variance 1.
    expect(evaluated.outputs[0]).toBeCloseTo(5 / Math.sqrt(1 + 1e-5), 5);
    expect(evaluated.spread).toBe(0);
  });
});

describe('padding', () => {
  test('moves a real token under BatchNorm; under LayerNorm exactly 0', async () => {
    let last = 0;
    for (const pads of [0, 3, 9]) {
      const { batchNorm, layerNorm, padTokens } = await padded({ pads });
      expect(layerNorm.change).toBe(0);
      expect(batchNorm.change).toBeGreaterThan(last);
      expect(padTokens).toBe(7 + 3 * pads);
      last = batchNorm.change!;
    }
  });

  test('a sentence of one token has no BatchNorm alone: what the layer says is the result', async () => {
    const settings = { ...defaultsOf(padding.schema), lengths: [1, 3], token: 0 };
    const { batchNorm, layerNorm } = await padded(settings);
    expect(batchNorm).toMatchObject({ alone: null, change: null });
    expect(batchNorm.batch).toHaveLength(4);
    expect(layerNorm.change).toBe(0);
    const lone = { ...settings, lengths: [1] };
    expect((await padded(lone)).batchNorm.batch).toBeNull();
    expect(padding.words(lone, await padded(lone))).toMatch(/its BatchNorm output is missing here and alone.*expected more than 1 value per channel/);
    const { tables } = padding.picture(lone, await padded(lone));
    expect(tables![0].rows.map((row) => row.length)).toEqual([5, 1, 1, 5, 5]);
  });
  test('a sentence alone and without padding is where nothing moves', async () => {
    const { batchNorm, layerNorm } = await padded({ lengths: [6, 0, 0] });
    expect([batchNorm.change, layerNorm.change]).toEqual([0, 0]);
  });

  test('lengths that are none are refused', () => {
    expect(() => padding.schema.lengths.check([3, 9])).toThrow('expected whole numbers from 0 to 8, got 9');
    expect(() => padding.schema.lengths.check([0, 0, 0])).toThrow('expected a sentence with a word, got none');
  });
});

describe('LayerNorm and RMSNorm', () => {
  test('of 2, 4, 4, 10, and of the pair 1, 7', async () => {
    const { before, point } = await rms({ shift: 0 });
    expect(before.rms.map((value) => fixed(value, 3))).toEqual(['0.343', '0.686', '0.686', '1.715']);
    expect(before.layer.map((value) => fixed(value, 3))).toEqual(['−1.000', '−0.333', '−0.333', '1.667']);
    expect(point.meanSquareRoot).toBeCloseTo(5, 6);
    expect(point.rms.map((value) => fixed(value, 3))).toEqual(['0.200', '1.400']);
    point.layer.forEach((value, i) => expect(value).toBeCloseTo([-1, 1][i], 5));
  });

  test('a shift moves RMSNorm alone; a factor moves neither', async () => {
    const shifted = await rms({ shift: 6 });
    expect(movedBy(shifted, 'layer')).toBeLessThan(1e-6);
    expect(movedBy(shifted, 'rms')).toBeGreaterThan(0.3);
    const stretched = await rms({ shift: 0, factor: 50 });
    expect(movedBy(stretched, 'layer')).toBeLessThan(1e-5);
    expect(movedBy(stretched, 'rms')).toBeLessThan(1e-5);
  });

  test('eps outside the root divides by σ + ε', async () => {
    const { before } = await rms({ shift: 0, eps: 1, epsPlace: 'outside' });
    [-3, -1, -1, 5].forEach((value, i) => expect(before.layer[i]).toBeCloseTo(value / (3 + 1), 5));
    [2, 4, 4, 10].forEach((value, i) => expect(before.rms[i]).toBeCloseTo(value / (Math.sqrt(34) + 1), 5));
  });
});
