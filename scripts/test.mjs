// npm test: every suite, one titled phase after the other. A failing phase does not stop the others, except those
// that need its product. `npm test -- native wasm` runs only the phases named.
import path from 'node:path';
import { build, configure, test } from './cmake.mjs';
import { buildEngine, buildSite } from './build.mjs';
import { buildPackage } from './package.mjs';
import { setUp } from './setup.mjs';
import { Failure, clock, mustRun, run, runMain, say, ticker } from './steps.mjs';

const bin = (name, file) => path.join('node_modules', name, file);
const tests = { NORMLAB_BUILD_TESTS: 'ON' };

const phases = [
  {
    name: 'native',
    title: 'C++ tests, default compiler',
    work: (note) => cmakePhase('native', note),
  },
  {
    name: 'clang',
    title: 'C++ tests, clang++: the same bits',
    work: (note) => cmakePhase('clang', note),
  },
  {
    name: 'wasm',
    title: 'C++ tests as WebAssembly in Node',
    work: (note) => cmakePhase('wasm', note),
  },
  {
    name: 'types',
    title: 'TypeScript types',
    work: async () => {
      await mustRun(process.execPath, [bin('typescript', 'bin/tsc'), '--noEmit']);
      return { passed: 1, failed: 0, skipped: 0 };
    },
  },
  {
    name: 'node',
    title: 'TypeScript API and lessons in Node',
    needs: ['engine'],
    work: () => vitestPhase('node'),
  },
  {
    name: 'browser',
    title: 'The page in Chromium and Firefox',
    needs: ['engine', 'site'],
    work: () => vitestPhase('browser'),
  },
];

const products = {
  engine: buildEngine,
  site: async () => {
    await buildSite();
    await buildPackage();
  },
};

async function cmakePhase(preset, note) {
  await configure(preset, tests);
  await build(preset, note);
  return test(preset, note, (line) => say(`  ${line}`));
}

async function vitestPhase(project) {
  const show = (line) => {
    if (line.trim() !== '') say(`  ${line}`);
  };
  const result = await run(process.execPath, [bin('vitest', 'vitest.mjs'), 'run', '--project', project], {
    onLine: show,
    env: { NO_COLOR: '1', FORCE_COLOR: undefined },
  });
  const line = result.output.match(/^ +Tests +(.*)$/m)?.[1] ?? '';
  const count = (word) => Number(line.match(new RegExp(`(\\d+) ${word}`))?.[1] ?? 0);
  const again = result.output.match(/^ second attempt: /gm)?.length ?? 0;
  const counts = { passed: count('passed'), failed: count('failed'), skipped: count('skipped'), again };
  if (result.code !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

await runMain(async () => {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !phases.some((phase) => phase.name === name));
  if (unknown.length > 0) {
    throw new Failure(`no phase ${unknown.join(', ')}; the phases are ${phases.map((phase) => phase.name).join(', ')}`);
  }
  const started = Date.now();
  await setUp('test');
  const made = new Map();
  const rows = [];
  for (const phase of phases) {
    if (wanted.length > 0 && !wanted.includes(phase.name)) continue;
    say(`\n== ${phase.title} (${phase.name})`);
    rows.push(await runPhase(phase, made));
  }
  const total = (kind) => rows.reduce((sum, row) => sum + row[kind], 0);
  say('\n== Summary');
  for (const row of rows) {
    say(`  ${row.name.padEnd(8)} ${row.failed > 0 ? 'FAILED' : 'ok    '} ${summary(row).padEnd(34)} ${clock(row.ms)}`);
  }
  say(`  in all ${clock(Date.now() - started)}`);
  say(summary({ passed: total('passed'), failed: total('failed'), skipped: total('skipped') }));
  if (total('failed') > 0) process.exitCode = 1;
});

function summary({ passed, failed, skipped, again = 0 }) {
  const also = [again > 0 && ` (${again} at the second attempt)`, `, ${failed} failed`, skipped > 0 && `, ${skipped} skipped`];
  return `${passed} passed${also.filter(Boolean).join('')}`;
}

async function runPhase(phase, made) {
  const started = Date.now();
  let counts;
  try {
    for (const product of phase.needs ?? []) {
      if (!made.has(product)) made.set(product, await succeeds(products[product]));
      if (!made.get(product)) throw new Failure(`not run: the ${product} could not be built`);
    }
    counts = await phase.work(ticker());
  } catch (error) {
    say(error instanceof Failure ? error.message : error.stack);
    counts = { passed: 0, failed: 1, skipped: 0 };
  }
  if (counts.failed === 0 && counts.passed === 0) {
    say('  no test ran');
    counts.failed = 1;
  }
  const ms = Date.now() - started;
  say(`  ${phase.name}: ${summary(counts)}, ${clock(ms)}`);
  return { name: phase.name, ms, ...counts };
}

async function succeeds(make) {
  try {
    await make();
    return true;
  } catch (error) {
    say(error instanceof Failure ? error.message : error.stack);
    return false;
  }
}
