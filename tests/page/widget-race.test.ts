/** @file The race: PyTorch's losses, runs that do not disturb each other, what breaks where, and what may be written. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { computes } from '../../web/widgets/frame/computes.js';
import type { FromWorker } from '../../web/widgets/frame/protocol.js';
import { Sessions } from '../../web/widgets/frame/run-sessions.js';
import { defaultsOf } from '../../web/widgets/frame/settings.js';
import { parseCsv } from '../../web/widgets/race/csv.js';
import { parseLanes } from '../../web/widgets/race/lanes.js';
import {
  commonOf,
  race,
  type RacePart,
  type RaceResult,
  type RaceSettings,
  stuckLanes,
  withPart,
} from '../../web/widgets/race/model.js';
import { resultOf } from '../../web/widgets/stills.js';
import { loadEngine } from '../api/engine.js';

interface GoldenLane {
  norm: string;
  options: Record<string, number>;
  losses: number[];
}
const golden = JSON.parse(readFileSync(new URL('../golden/golden_widgets.json', import.meta.url), 'utf8')) as {
  race: GoldenLane[];
};
const defaults = defaultsOf(race.schema);
const compute = (settings: Partial<RaceSettings>): Promise<RaceResult> =>
  resultOf(race, { ...defaults, ...settings }) as Promise<RaceResult>;

describe('the race', () => {
  beforeAll(loadEngine);

  test.each(golden.race.map((lane) => [`${lane.norm} ${JSON.stringify(lane.options)}`, lane] as const))(
    'the first losses of %s are PyTorch’s',
    async (_, { norm, options, losses }) => {
      const lane = `${norm} ${Object.entries(options)
        .map(([key, value]) => `${key}=${value}`)
        .join(' ')}`;
      const result = await compute({ lanes: lane, epochs: Math.ceil((losses.length * options.batch) / 1437) });
      // Rounding in float32 grows about tenfold every six steps of training with a norm.
      losses.forEach((loss, i) =>
        expect(Math.abs(result.lanes[0].losses[i] - loss)).toBeLessThan(2e-6 * 10 ** (i / 6)),
      );
    },
  );

  test('ends as the lesson on the digits does, and says so', async () => {
    const result = await compute({});
    expect(result.lanes.map(({ final }) => `${final!.loss.toFixed(3)} ${final!.accuracy.toFixed(3)}`)).toEqual([
      '2.301 0.081',
      '0.134 0.961',
      '0.610 0.775',
      '0.270 0.906',
    ]);
    expect(stuckLanes(result)).toEqual([0]);
    expect(race.words(defaults, result)).toContain(
      'no norm ended at a loss of 2.30, no better than guessing, with 8 % of unseen data right; BatchNorm ended at a loss of 0.13',
    );
  });

  test('looking inside changes no loss, and shows the signal fade without a norm', async () => {
    const { frames, lanes } = await compute({ lanes: 'none; batch', epochs: 1 });
    const [none, batch] = frames[0].lanes;
    expect(none).toHaveLength(8);
    expect(none[0].activations.counts.reduce((a, b) => a + b)).toBe(128 * 64);
    expect(none[7].activations.std).toBeLessThan(none[0].activations.std / 3);
    expect(batch[7].activations.std).toBeGreaterThan(0.5);
    // A batch whose losses were taken by no look: only BatchNorm's statistics could tell, and they are put back.
    const alone = await compute({ lanes: 'batch', epochs: 1 });
    expect(alone.lanes[0]).toEqual(lanes[1]);
  });

  test('two races and a third that is given up, all at once, give what each gives alone', async () => {
    const settings = [
      { seed: 3, epochs: 1 },
      { seed: 4, epochs: 1, lanes: 'batch; layer depth=3' },
    ].map((own) => ({ ...defaults, ...own }));
    const alone: unknown[] = [];
    for (const own of settings) alone.push(await resultOf(race, own));
    const done = new Map<number, unknown>();
    const parts = new Map<number, RaceResult>();
    await new Promise<void>((resolve, reject) => {
      const post = (message: FromWorker): void => {
        if (message.type === 'error') reject(new Error(message.message));
        if (message.type === 'part')
          parts.set(message.session, withPart(parts.get(message.session) ?? null, message.value as RacePart));
        if (message.type === 'done') done.set(message.session, message.value);
        if (done.size === 2) resolve();
      };
      const sessions = new Sessions(computes, post, async () => {});
      sessions.take({ type: 'run', session: 3, run: 1, widget: 'race', input: race.input({ ...defaults, seed: 5 }) });
      settings.forEach((own, i) =>
        sessions.take({ type: 'run', session: i, run: 1, widget: 'race', input: race.input(own) }),
      );
      setTimeout(() => sessions.take({ type: 'close', session: 3 }), 50);
    });
    expect([done.get(0), done.get(1)]).toEqual(alone);
    expect(parts.get(0)!.lanes[0].losses.length).toBeGreaterThan(0);
  });

  test('halted, a race goes on one step at a time', async () => {
    let latest: RaceResult | null = null;
    const sessions = new Sessions(
      computes,
      (message) => {
        if (message.type === 'part') latest = withPart(latest, message.value as RacePart);
      },
      async () => {},
    );
    const steps = (): number => latest?.lanes[0].losses.length ?? -1;
    sessions.take({ type: 'run', session: 1, run: 1, widget: 'race', input: race.input({ ...defaults, epochs: 50 }) });
    await expect.poll(steps).toBeGreaterThan(0);
    sessions.take({ type: 'pause', session: 1, on: true, turns: 0 });
    let halted: number;
    do {
      halted = steps();
      await new Promise((resolve) => setTimeout(resolve, 150));
    } while (steps() > halted);
    for (const turn of [1, 2, 3]) {
      sessions.take({ type: 'pause', session: 1, on: true, turns: 1 });
      await expect.poll(steps).toBe(halted + turn);
    }
    sessions.take({ type: 'close', session: 1 });
  });

  test('says in which layer NaN began', async () => {
    const { lanes } = await compute({ lanes: 'none lr=1e38; layer', epochs: 1 });
    expect(lanes[0].broken).toMatchObject({ layer: expect.stringMatching(/^layer \d+ \(Linear\)$/) });
    expect(lanes[0].losses).toHaveLength(lanes[0].broken!.step);
    expect(lanes[1].broken).toBe(null);
    expect(race.words(defaults, { lanes, frames: [], steps: 23, classes: 10, done: true })).toContain(
      'became NaN at step',
    );
  });

  test('trains on a pasted table', async () => {
    const rows = Array.from({ length: 60 }, (_, i) => `${i % 3},${(i * 7) % 5},${i % 3 === 0 ? 'left' : 'right'}`);
    const result = await compute({
      csv: `a,b,class\n${rows.join('\n')}`,
      lanes: 'batch depth=2 width=8 batch=16 lr=0.5',
      epochs: 20,
    });
    expect(result.classes).toBe(2);
    expect(result.lanes[0].final!.accuracy).toBe(1);
  });
});

describe('what may be written', () => {
  test.each([
    ['', 'expected 1 to 8 lanes, got 0'],
    ['group', 'expected a lane to begin with none, batch, layer, rms, got "group"'],
    ['layer speed=3', 'expected depth=…, width=…, lr=…, init=…, batch=…, seed=… in a lane, got "speed=3"'],
    ['layer depth=0', 'expected depth from 1 to 32 in a lane, got "depth=0"'],
    ['layer depth=2.5', 'expected depth from 1 to 32 in a lane, got "depth=2.5"'],
    ['layer lr=NaN', 'expected lr from 1e-9 to 3e+38 in a lane, got "lr=NaN"'],
  ])('lanes %j', (text, message) => {
    expect(() => parseLanes(text, commonOf(defaults))).toThrow(message);
  });

  test('lanes have what is theirs, and their names say it', () => {
    expect(parseLanes('none; layer lr=0.1 depth=4', commonOf(defaults))).toEqual([
      { ...commonOf(defaults), norm: 'none', name: 'no norm' },
      { ...commonOf(defaults), norm: 'layer', name: 'LayerNorm, lr 0.1, depth 4', lr: 0.1, depth: 4 },
    ]);
  });

  test.each([
    ['1,2,a', 'expected 20 to 5000 rows of data, got 1'],
    [`${'1,2,a\n'.repeat(20)}`, 'expected 2 to 50 classes in the last column, got 1'],
    [`x,y,class\n${'1,2,a\n1,,b\n'.repeat(20)}`, 'expected 2 numbers and a class in line 3 of the data, got "1,,b"'],
    [`${'1,2,a\n'.repeat(20)}1,2`, 'expected 2 numbers and a class in line 21 of the data'],
    [`${'a\nb\n'.repeat(20)}`, 'expected 2 to 256 columns, got 1'],
  ])('a table %#', (text, message) => {
    expect(() => parseCsv(text)).toThrow(message);
  });
});
