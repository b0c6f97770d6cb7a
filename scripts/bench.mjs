// npm run bench [-- --json] [--quick] [--save] [NAME…]: every benchmark, ours and the peers', in one run; with names only
// the rows whose names begin so. What can't be measured is left out with a sentence on stderr.
import { BenchPrograms } from './bench/bench-programs.mjs';
import { families, matches } from './bench/families.mjs';
import { asJson, asTable, save } from './bench/report.mjs';
import { setUp } from './setup.mjs';
import { Failure, runMain, say, step } from './steps.mjs';

const options = ['--json', '--quick', '--save'];

await runMain(async () => {
  const args = process.argv.slice(2);
  const names = args.filter((arg) => !options.includes(arg));
  const chosen = families.filter((family) => matches(family.name, names));
  if (names.some((name) => name.startsWith('-')) || chosen.length === 0) {
    const known = families.map((family) => family.name).join(', ');
    throw new Failure(`usage: npm run bench -- [${options.join('] [')}] [NAME…], names beginning as ${known}; got ${names.join(' ')}`);
  }
  const print = process.stdout.write.bind(process.stdout);
  // The JSON has stdout to itself; what the steps tell goes to stderr.
  if (args.includes('--json')) process.stdout.write = process.stderr.write.bind(process.stderr);

  await attempt('set-up', () => setUp('bench'));
  const bench = new BenchPrograms(warn);
  const quick = args.includes('--quick');
  const rows = [];
  try {
    for (const family of chosen) {
      const measure = (note) =>
        family.measure({ bench, quick, note, warn, rounds: quick ? 20 : 100, wanted: (row) => matches(row, names) });
      // What a family needs is built first, each with its own title.
      await attempt(`building for ${family.name}`, () => bench.prepare(family.needs));
      rows.push(...((await attempt(family.name, () => step(`Measuring ${family.name}`, measure))) ?? []));
    }
  } finally {
    await bench.close();
  }
  if (rows.length === 0) throw new Failure(`no row was measured${names.length > 0 ? ` for ${names.join(' ')}` : ''}`);
  if (args.includes('--json')) print(`${JSON.stringify(asJson(rows), null, 2)}\n`);
  else say(`\n${asTable(rows, bench.versions)}`);
  if (args.includes('--save')) say(`Saved as ${save(rows, bench.versions)}`);
});

function warn(sentence) {
  process.stderr.write(`${sentence}\n`);
}

async function attempt(what, work) {
  try {
    return await work();
  } catch (error) {
    process.exitCode = 1;
    warn(`${what} failed, what depends on it is left out: ${error.message.trim()}`);
    return null;
  }
}
