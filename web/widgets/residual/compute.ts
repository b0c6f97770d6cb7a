/** @file Looks into both encoders at the start, and trains them in turn, step by step. */
import { data } from '../../api/index.js';
import type { Compute } from '../frame/protocol.js';
import { namesOf, type ResidualInput, type ResidualResult } from './run.js';
import { SideRun, textData } from './network.js';

/** Looks inside after the first step, in a whole run; and the time between two messages, ms. */
const looks = 5;
const pace = 150;

export const computeResidual: Compute<ResidualInput, ResidualResult, ResidualResult> = async (input, run) => {
  const { sides, task, steps } = input;
  const text = task === 'text' ? run.own(textData) : null;
  const names = namesOf(sides);
  const runs: SideRun[] = [];
  for (const [i, side] of sides.entries()) {
    await run.breathe();
    runs.push(run.own(() => new SideRun(side, names[i], input, text)));
  }
  const marks = marksOf(input, text);
  const result = (done: boolean): ResidualResult => ({ sides: runs.map((side) => side.result), task, steps, marks, done });
  const every = Math.max(1, Math.round(steps / looks));
  let last = performance.now();
  for (let step = 1; step <= steps; step += 1) {
    const isLook = step === 1 || step === steps || (step % every === 0 && step + every / 2 <= steps);
    for (const side of runs) {
      if (side.result.broken === null) run.own(() => side.step(isLook));
      await run.breathe(false);
    }
    if ((run.paused || performance.now() - last > pace || step === 1) && step < steps) {
      run.post(result(false));
      last = performance.now();
    }
    await run.breathe();
  }
  return result(true);
};

/** What a model that has learned nothing, or only how often each symbol occurs, would lose. */
function marksOf({ task }: ResidualInput, text: data.CharacterDataset | null): ResidualResult['marks'] {
  if (task === 'gaussian') return [];
  const classes = text ? text.vocabulary.length : 10;
  const guessing = { loss: Math.log(classes), label: `ln ${classes}: guessing` };
  return text ? [guessing, { loss: letterEntropy(data.loadGenesis()), label: 'knowing only how often each letter occurs' }] : [guessing];
}

function letterEntropy(text: string): number {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log(count / text.length), 0);
}
