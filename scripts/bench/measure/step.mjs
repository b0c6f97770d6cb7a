// step/digits/<kind>/<native|node|chromium>: a training step of the lesson's network beside the limit and the peers.
import { alternate } from '../alternate.mjs';
import { checkedSides } from '../contenders.mjs';
import { ratio, summary } from '../statistics.mjs';

const places = ['native', 'node', 'chromium'];
// The peers that share a place's process come from the place itself; PyTorch is shown beside all but Node's.
const peersOf = { native: ['pytorch'], node: [], chromium: ['tfjs-wasm', 'jax-js', 'pytorch'] };
/** A training goes on for long: the caches that the side before has filled shall not count, as they do in 2 or 3 steps. */
const roundMs = 25;

export const family = 'step/digits';

export async function measure({ bench, wanted, rounds, note, warn }) {
  const rows = [];
  for (const { kind } of bench.norms) {
    const names = places.map((place) => `${family}/${kind}/${place}`).filter(wanted);
    if (names.length === 0) continue;
    note(kind);
    const here = names.map((name) => name.split('/').at(-1));
    const sides = await checkedSides(bench, `${family}/${kind}`, contenders(here, kind), warn);
    const times = await alternate(sides, { rounds, roundMs });
    for (const place of here) rows.push(rowOf(`${family}/${kind}/${place}`, place, times));
  }
  return rows;
}

function contenders(here, kind) {
  const programs = [...here, ...(here.some((place) => peersOf[place].includes('pytorch')) ? ['pytorch'] : [])];
  return programs.flatMap((place) =>
    contendersOf(place).map((contender) => ({
      name: contender === place ? place : `${place} ${contender}`,
      place,
      task: `step/${contender}/${kind}`,
    })),
  );
}

// Who measures in a program.
function contendersOf(place) {
  if (place === 'pytorch') return ['pytorch'];
  return ['ours', 'limit', ...peersOf[place].filter((peer) => peer !== 'pytorch')];
}

function rowOf(name, place, times) {
  // Processor time, which other programs on the machine hardly change, where a side can tell it. PyTorch's beside our
  // time by the clock in a browser is to its advantage, if at all.
  const clockOf = (side) => (place === 'native' || side === 'pytorch' ? 'cpu' : 'wall');
  const of = (side) => times.get(side)?.[clockOf(side)] ?? null;
  const ours = of(`${place} ours`);
  if (!ours) throw new Error(`${name}: the engine's own step was not measured`);
  const against = (values) => (values ? { ...summary(values), ratio: ratio(ours, values) } : null);
  const peers = {};
  for (const peer of peersOf[place]) {
    const values = of(peer === 'pytorch' ? 'pytorch' : `${place} ${peer}`);
    if (values) peers[peer] = against(values);
  }
  return { name, unit: 'ms', ours: summary(ours), limit: against(of(`${place} limit`)), peers };
}
