// gemm/<m>x<n>x<k>/<native|node|chromium> in GFLOP/s, higher is better; the limit is the multiply-add peak.
import { alternate } from '../alternate.mjs';
import { summary } from '../statistics.mjs';

const places = ['native', 'node', 'chromium'];

export const family = 'gemm';

export async function measure({ bench, wanted, rounds, note }) {
  const tasks = await bench.kernels();
  const peak = tasks.find(({ name }) => name === 'peak/multiply-add');
  const picked = places.flatMap((place) =>
    tasks
      .filter(({ name }) => name.startsWith('gemm/') && wanted(`${name}/${place}`))
      .map((task) => ({ ...task, place })),
  );
  const all = [...picked, ...[...new Set(picked.map(({ place }) => place))].map((place) => ({ ...peak, place }))];
  const sides = await Promise.all(all.map(async ({ name, place }) => {
    const program = await bench.program(place);
    return { name: `${name}/${place}`, run: (count) => program.run(name, count) };
  }));
  note('with the peak');
  const times = await alternate(sides, { rounds, warmUpMs: 200 });
  const rates = ({ name, place, flops }) =>
    summary(times.get(`${name}/${place}`)[place === 'native' ? 'cpu' : 'wall'].map((ms) => flops / ms / 1e6));
  return picked.map((task) => ({
    name: `${task.name}/${task.place}`,
    unit: 'GFLOP/s',
    ours: rates(task),
    limit: rates({ ...peak, place: task.place }),
    peers: {},
  }));
}
