/** @file Signal and gradient through many layers: PyTorch's numbers, and where they end. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  depth,
  depthChart,
  type DepthLane,
  type DepthResult,
  type DepthSettings,
  firstBroken,
} from '../../web/widgets/depth/model.js';
import { defaultsOf } from '../../web/widgets/frame/settings.js';
import { resultOf } from '../../web/widgets/stills.js';
import { loadEngine } from '../api/engine.js';

interface Golden extends DepthLane {
  settings: DepthSettings;
}
const golden = JSON.parse(readFileSync(new URL('../golden/golden_widgets.json', import.meta.url), 'utf8')) as {
  depth: Golden[];
};
const defaults = defaultsOf(depth.schema);
const compute = (settings: Partial<DepthSettings>): Promise<DepthResult> =>
  resultOf(depth, { ...defaults, ...settings }) as Promise<DepthResult>;

describe('a signal through many layers', () => {
  beforeAll(loadEngine);

  test.each(golden.depth.map((lane) => [lane.norm, lane.settings.activation, lane] as const))(
    '%s with %s: standard deviations as in PyTorch',
    async (norm, _, { settings, signal, gradient }) => {
      const lane = (await compute(settings)).find((one) => one.norm === norm)!;
      // float32: relative 1e-6 a layer, and norms after tanh or relu amplify it some times.
      signal.forEach((value, i) => expect(Math.abs(lane.signal[i] / value - 1)).toBeLessThan(1e-4));
      gradient.forEach((value, i) => expect(Math.abs(lane.gradient[i] / value - 1)).toBeLessThan(1e-4));
    },
  );

  test('without a norm it fades, and with a large gain overflows; the first layer that breaks is said', async () => {
    const faded = await compute({});
    expect(faded[0].signal[29]).toBeLessThan(faded[0].signal[0] * 1e-4);
    expect(faded.slice(1).every(({ signal }) => signal[29] > 0.3)).toBe(true);
    const wild = await compute({ gain: 1000 });
    const broken = firstBroken(wild[0])!;
    expect(wild[0].signal.slice(0, broken - 1).every(Number.isFinite)).toBe(true);
    expect(wild.slice(1).map(firstBroken)).toEqual([null, null, null]);
    expect(depthChart(wild, 'signal').rules).toEqual([{ x: broken, label: `no norm ends at layer ${broken}` }]);
    expect(depth.words({ ...defaults, gain: 1000 }, wild)).toContain(`no norm overflows in layer ${broken}`);
    expect((await compute({})).map(firstBroken)).toEqual([null, null, null, null]);
  });
});
