// normlab_bench (cpp/bench), built and run; its rows with medians over repetitions. Times are the CPU's: for one thread
// the same as the clock's on an idle machine, and hardly more on a busy one.
import fs from 'node:fs';
import path from 'node:path';
import { build, configure } from '../cmake.mjs';
import { mustRun, root, step } from '../steps.mjs';
import { median, spread } from './statistics.mjs';

const options = [
  '--benchmark_format=json',
  '--benchmark_min_time=0.05',
  '--benchmark_repetitions=15',
  // Ours and the limit take turns, so that a slow moment of the machine meets both.
  '--benchmark_enable_random_interleaving=true',
];

export async function measureNative() {
  await step('Native benchmark (C++)', async (note) => {
    const fresh = !fs.existsSync(path.join(root, 'build', 'native', 'CMakeCache.txt'));
    await configure('native', fresh ? { NORMLAB_BUILD_TESTS: 'OFF' } : {});
    await build('native', note, 'normlab_bench');
  });
  const report = await step('Measuring natively', async () => {
    const { output } = await mustRun(path.join(root, 'build', 'native', 'cpp', 'bench', 'normlab_bench'), options);
    // Google Benchmark's warnings share the output.
    return JSON.parse(output.slice(output.indexOf('{\n'), output.lastIndexOf('}') + 1));
  });
  return { about: report.context.compiler, rows: rowsOf(report.benchmarks) };
}

function rowsOf(benchmarks) {
  const runs = new Map();
  for (const run of benchmarks) {
    if (run.run_type !== 'iteration') continue;
    if (!runs.has(run.run_name)) runs.set(run.run_name, []);
    runs.get(run.run_name).push(run);
  }
  const times = (name) => runs.get(name)?.map((run) => run.cpu_time);
  const order = (name) => runs.get(name)[0].family_index;
  const names = [...runs.keys()].filter((name) => name.endsWith('/native')).sort((a, b) => order(a) - order(b));
  return names.map((name) => {
    const ours = times(name);
    const limit = times(name.replace(/native$/, 'limit'));
    return {
      name,
      ours: median(ours),
      spread: spread(ours),
      limit: limit ? median(limit) : null,
      ratio: limit ? median(ours) / median(limit) : null,
      rate: rateOf(runs.get(name)),
    };
  });
}

function rateOf(runs) {
  const rate = (key, unit) => ({ value: median(runs.map((run) => run[key])) / 1e9, unit });
  if (runs[0].bytes_per_second) return rate('bytes_per_second', 'GB/s');
  if (runs[0].flops) return rate('flops', 'GFLOP/s');
  return null;
}
