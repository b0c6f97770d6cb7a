/** @file Trains all lanes in turn, step by step, and tells how it goes. */
import { data, tensor } from '../../api/index.js';
import type { Compute } from '../frame/protocol.js';
import { parseCsv } from './csv.js';
import type { Frame, RaceInput, RacePart, RaceResult } from './model.js';
import { LaneRun, type RaceData } from './network.js';

/** Looks inside in a whole run, beside the first; and the time between two messages, ms. */
const looks = 40;
const pace = 80;

export const computeRace: Compute<RaceInput, RaceResult, RacePart> = async ({ lanes, epochs, csv }, run) => {
  const set = csv.trim() === '' ? await digits(run.own) : run.own(() => ownData(csv));
  const runs: LaneRun[] = [];
  for (const lane of lanes) {
    await run.breathe();
    runs.push(run.own(() => new LaneRun(lane, set, epochs)));
  }
  const steps = Math.max(...runs.map((lane) => lane.steps));
  const every = Math.max(1, Math.round(steps / looks));
  const frames: Frame[] = [];
  let told = 0;
  let last = 0;
  const look = (step: number): void => {
    frames.push({ step, lanes: run.own(() => runs.map((lane) => lane.look())) });
  };
  const tell = (): void => {
    run.post({
      isFirst: told === 0,
      frames: frames.slice(told),
      steps,
      classes: set.classes,
      done: false,
      lanes: runs.map((lane) => ({ ...lane.result, from: lane.told, losses: lane.result.losses.slice(lane.told) })),
    });
    told = frames.length;
    for (const lane of runs) lane.told = lane.result.losses.length;
    last = performance.now();
  };
  look(0);
  tell();
  for (let step = 1; step <= steps; step += 1) {
    for (const lane of runs) {
      if (!lane.isDone) run.own(() => lane.step());
      await run.breathe(false);
    }
    if (step % every === 0 || step === steps) look(step);
    if (run.paused || performance.now() - last > pace) tell();
    await run.breathe();
  }
  return { lanes: runs.map((lane) => lane.result), frames, steps, classes: set.classes, done: true };
};

/** One fifth is kept aside, as in the lesson on the digits. */
async function digits(own: <T>(body: () => T) => T): Promise<RaceData> {
  const { data: pixels, target } = await data.loadDigits();
  return own(() => {
    try {
      return split(pixels.div(16).float(), target, 10);
    } finally {
      pixels.dispose();
      target.dispose();
    }
  });
}

/** Columns are standardized over all rows. */
function ownData(csv: string): RaceData {
  const { rows, labels, classes } = parseCsv(csv);
  const x = tensor(rows);
  const spread = x.std(0, { correction: 0 });
  const safe = spread.add(spread.eq(0).float());
  return split(x.sub(x.mean(0)).div(safe), tensor(labels, { dtype: 'int64' }), classes.length);
}

function split(x: RaceData['train'], y: RaceData['train'], classes: number): RaceData {
  const [train, unseen, trainLabels, unseenLabels] = data.trainTestSplit([x, y], { testSize: 0.2, randomState: 0 });
  return { train, unseen, trainLabels, unseenLabels, classes };
}
