// step/encoder/<node|chromium>: a training step of a transformer of 6 blocks, beside PyTorch's on one thread.
import { alternate } from '../alternate.mjs';
import { ratio, summary } from '../statistics.mjs';
import { checkLosses } from './step.mjs';

const places = ['node', 'chromium'];
const task = 'encoder';
const comparedSteps = 5;

export const family = 'step/encoder';

export async function measure({ bench, wanted, rounds, warn }) {
  const here = places.filter((place) => wanted(`${family}/${place}`));
  const sides = [];
  let expected = null;
  for (const name of [...here, 'pytorch']) {
    const program = await bench.program(name);
    if (!program) continue;
    try {
      const losses = await program.losses(task, comparedSteps);
      expected ??= losses;
      checkLosses(losses, expected);
      sides.push({ name, run: (count) => program.run(task, count) });
    } catch (error) {
      warn(`${family}: ${name} is left out, ${error.message}`);
    }
  }
  const times = await alternate(sides, { rounds: Math.ceil(rounds / 4), roundMs: 50 });
  const theirs = times.get('pytorch')?.cpu ?? null;
  return here.filter((place) => times.has(place)).map((place) => {
    const ours = times.get(place).wall;
    const peers = theirs ? { pytorch: { ...summary(theirs), ratio: ratio(ours, theirs) } } : {};
    return { name: `${family}/${place}`, unit: 'ms', ours: summary(ours), limit: null, peers };
  });
}
