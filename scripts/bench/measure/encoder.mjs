// step/encoder/<node|chromium>: a training step of a transformer of 6 blocks; in Chromium beside the peers there, and
// everywhere beside PyTorch's on one thread.
import { alternate } from '../alternate.mjs';
import { checkedSides } from '../contenders.mjs';
import { ratio, summary } from '../statistics.mjs';

const places = ['node', 'chromium'];
const peersOf = { node: [], chromium: ['tfjs-wasm', 'jax-js'], pytorch: [] };
const task = 'encoder';

export const family = 'step/encoder';

export async function measure({ bench, wanted, rounds, warn }) {
  const here = places.filter((place) => wanted(`${family}/${place}`));
  const contenders = [...here, 'pytorch'].flatMap((place) => [
    { name: place, place, task },
    ...peersOf[place].map((peer) => ({ name: `${place} ${peer}`, place, task: `${task}/${peer}` })),
  ]);
  const sides = await checkedSides(bench, family, contenders, warn);
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
