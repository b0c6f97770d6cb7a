// step/encoder/<node|chromium>: a training step of a transformer of 6 blocks; in Chromium beside the peers there, and
// everywhere beside PyTorch's on one thread.
import { alternate } from '../alternate.mjs';
import { ratio, summary } from '../statistics.mjs';
import { checkLosses } from './step.mjs';

const places = ['node', 'chromium'];
const peersOf = { node: [], chromium: ['tfjs-wasm', 'jax-js'], pytorch: [] };
const task = 'encoder';
const comparedSteps = 5;

export const family = 'step/encoder';

export async function measure({ bench, wanted, rounds, warn }) {
  const here = places.filter((place) => wanted(`${family}/${place}`));
  const sides = [];
  let expected = null;
  for (const place of [...here, 'pytorch']) {
    const program = await bench.program(place);
    if (!program) continue;
    for (const peer of [null, ...peersOf[place]]) {
      const [name, own] = peer ? [`${place} ${peer}`, `${task}/${peer}`] : [place, task];
      if (program.has && !(await program.has(own))) continue;
      try {
        const losses = await program.losses(own, comparedSteps);
        expected ??= losses;
        checkLosses(losses, expected);
        sides.push({ name, run: (count) => program.run(own, count) });
      } catch (error) {
        warn(`${family}: ${name} is left out, ${error.message}`);
      }
    }
  }
  const times = await alternate(sides, { rounds: Math.ceil(rounds / 4), roundMs: 50 });
  // Processor time where a side can tell it, as in step.mjs; a page can't, nor the peers in it.
  const of = (side) => times.get(side)?.cpu ?? times.get(side)?.wall ?? null;
  return here.filter((place) => times.has(place)).map((place) => {
    const ours = of(place);
    const measured = [
      ['pytorch', of('pytorch')],
      ...peersOf[place].map((peer) => [peer, of(`${place} ${peer}`)]),
    ].filter(([, values]) => values);
    const peers = Object.fromEntries(measured.map(([peer, values]) => [peer, { ...summary(values), ratio: ratio(ours, values) }]));
    return { name: `${family}/${place}`, unit: 'ms', ours: summary(ours), limit: null, peers };
  });
}
