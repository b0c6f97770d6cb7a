// How the cost of a step grows, in Chromium with LayerNorm: growth/<batch|width|depth>/<size> in ms over sizes that
// double four times, growth/<batch|width|depth> the fitted exponent beside that of the matrix products' operations, and
// growth/steps/<first|last>, the mean step at the beginning and the end of a long run.
import { alternate } from '../alternate.mjs';
import { slope, summary } from '../statistics.mjs';

const kind = 'layer';
const lesson = { batch: 64, width: 64, depth: 8 };
const sizes = { batch: [16, 32, 64, 128, 256], width: [16, 32, 64, 128, 256], depth: [2, 4, 8, 16, 32] };

export const family = 'growth';

export async function measure({ bench, wanted, rounds, quick, note, warn }) {
  const program = await bench.program('chromium');
  if (!program) return [];
  const rows = [];
  for (const [axis, values] of Object.entries(sizes)) {
    const names = values.map((value) => `${family}/${axis}/${value}`);
    if (![`${family}/${axis}`, ...names].some(wanted)) continue;
    note(axis);
    rows.push(...(await alongAxis(program, axis, rounds)).filter(({ name }) => wanted(name)));
  }
  if ([`${family}/steps/first`, `${family}/steps/last`].some(wanted)) {
    note('steps');
    rows.push(...(await overSteps(program, quick ? 2000 : 10_000)).filter(({ name }) => wanted(name)));
  }
  if (rows.length === 0) warn(`${family}: no row has such a name`);
  return rows;
}

async function alongAxis(program, axis, rounds) {
  const configurations = sizes[axis].map((size) => ({ ...lesson, [axis]: size }));
  const sides = configurations.map(({ batch, width, depth }, i) => {
    const task = `grow/${kind}/${batch}/${width}/${depth}`;
    return { name: String(sizes[axis][i]), run: (count) => program.run(task, count) };
  });
  const times = await alternate(sides, { rounds: Math.ceil(rounds / 2), roundMs: 4 });
  const points = sides.map(({ name }) => summary(times.get(name).wall));
  const fitted = slope(sizes[axis], points.map(({ value }) => value));
  const expected = slope(sizes[axis], configurations.map(productOperations));
  return [
    { name: `${family}/${axis}`, unit: 'exponent', ours: { value: fitted }, limit: { value: expected }, peers: {} },
    ...points.map((ours, i) => {
      return { name: `${family}/${axis}/${sizes[axis][i]}`, unit: 'ms', ours, limit: null, peers: {} };
    }),
  ];
}

/** Operations of a step's matrix products: forward, by the weights and, but for the first layer, by the inputs. */
export function productOperations({ batch, width, depth }) {
  const first = 2 * 64 * width;
  const others = 3 * ((depth - 1) * width * width + width * 10);
  return 2 * batch * (first + others);
}

async function overSteps(program, steps) {
  const chunk = 20;
  // Compiled by then; the run that is measured is another one.
  for (let step = 0; step < 400; step += chunk) await program.run(`step/ours/${kind}`, chunk);
  const each = [];
  const task = `grow/${kind}/${lesson.batch}/${lesson.width}/${lesson.depth}`;
  for (let step = 0; step < steps; step += chunk) each.push((await program.run(task, chunk)).wall / chunk);
  const tenth = each.length / 10;
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  const mean = (values) => ({ ...summary(values), value: sum(values) / values.length });
  const first = mean(each.slice(0, tenth));
  const last = mean(each.slice(-tenth));
  return [
    { name: `${family}/steps/first`, unit: 'ms', ours: first, limit: null, peers: {} },
    { name: `${family}/steps/last`, unit: 'ms', ours: last, limit: { value: first.value }, peers: {} },
  ];
}
