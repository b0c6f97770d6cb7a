// norm/<kind>/<rows>x<cols>/<native|node|chromium>: a fused kernel, forward and backward. Its limit is the time in
// which the machine copies as many bytes in the same memory, measured in the same rounds.
import { alternate } from '../alternate.mjs';
import { median, summary } from '../statistics.mjs';

const places = ['native', 'node', 'chromium'];

export const family = 'norm';

export async function measure({ bench, wanted, rounds, note }) {
  const rows = [];
  const tasks = (await bench.kernels()).filter(({ name }) => name.startsWith('norm/'));
  const sizes = [...new Set(tasks.map(({ name }) => name.split('/')[2]))];
  for (const size of sizes) {
    note(size);
    const ofSize = tasks.filter(({ name }) => name.endsWith(`/${size}`));
    const picked = places.flatMap((place) =>
      ofSize.filter(({ name }) => wanted(`${name}/${place}`)).map((task) => ({ ...task, place })),
    );
    if (picked.length === 0) continue;
    const copies = [...new Set(picked.map(({ place }) => place))].map((place) => ({ name: `copy/${size}`, place }));
    const sides = await Promise.all([...picked, ...copies].map(async ({ name, place }) => {
      const program = await bench.program(place);
      return { name: `${name}/${place}`, run: (count) => program.run(name, count) };
    }));
    const times = await alternate(sides, { rounds: Math.ceil(rounds / 2), warmUpMs: 150 });
    const copied = (await bench.kernels()).find(({ name }) => name === `copy/${size}`).bytes;
    for (const { name, place, bytes } of picked) {
      const clock = place === 'native' ? 'cpu' : 'wall';
      const ours = summary(times.get(`${name}/${place}`)[clock]);
      const copyMs = median(times.get(`copy/${size}/${place}`)[clock]);
      const rate = { ours: bytes / ours.value / 1e6, limit: copied / copyMs / 1e6, unit: 'GB/s' };
      const limit = { value: (copyMs * bytes) / copied };
      rows.push({ name: `${name}/${place}`, unit: 'ms', ours, limit, peers: {}, rate });
    }
  }
  return rows;
}
