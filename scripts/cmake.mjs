// Configures, builds and tests a CMake preset with Ninja and all cores.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { mustRun, root, run } from './steps.mjs';

const jobs = String(process.env.NORMLAB_JOBS ?? os.availableParallelism());

/** Configures a preset. `settings` are cache entries, for example { NORMLAB_BUILD_TESTS: 'ON' }. */
export async function configure(preset, settings = {}) {
  const cache = path.join(root, 'build', preset, 'CMakeCache.txt');
  if (fs.existsSync(cache) && holds(cache, settings) && newer(cache, path.join(root, 'CMakePresets.json'))) return;
  const entries = Object.entries(settings).map(([name, value]) => `-D${name}=${value}`);
  const env = fs.existsSync(cache) ? {} : { CMAKE_GENERATOR: 'Ninja' };
  await mustRun('cmake', ['--preset', preset, ...entries], { env });
  fs.utimesSync(cache, new Date(), new Date());
}

/** Builds a target of a preset, or everything; tells `note` how far it is. */
export async function build(preset, note, target) {
  const args = ['--build', '--preset', preset, '--parallel', jobs, ...(target ? ['--target', target] : [])];
  let steps = 0;
  await mustRun('cmake', args, {
    onLine: (line) => {
      const [, done, total] = line.match(/^\[(\d+)\/(\d+)\]/) ?? [];
      const percent = line.match(/^\[ *(\d+%)\]/)?.[1];
      if (done) {
        steps = Number(total);
        note(`${done}/${total}`);
      } else if (percent) note(percent);
    },
  });
  return steps;
}

/** Runs the tests of a preset and shows what did not pass. Gives how many passed, failed and were skipped. */
export async function test(preset, note, show) {
  const result = await run('ctest', ['--preset', preset, '--parallel', jobs], {
    onLine: (line) => {
      const [, done, total] = line.match(/^ *(\d+)\/(\d+) Test +#/) ?? [];
      if (done) note(`${done}/${total}`);
      if (!/^ +Start +\d+:|^ *\d+\/\d+ Test .* Passed |^Test project |^Internal ctest|^$/.test(line)) show(line);
    },
  });
  const [, failed, total] = result.output.match(/(\d+) tests? failed out of (\d+)/) ?? [];
  const skipped = result.output.match(/ \(Skipped\)$/gm)?.length ?? 0;
  const counts = { passed: Number(total ?? 0) - Number(failed ?? 0) - skipped, failed: Number(failed ?? 0), skipped };
  if (result.code !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

function holds(cache, settings) {
  const text = fs.readFileSync(cache, 'utf8');
  return Object.entries(settings).every(([name, value]) => new RegExp(`^${name}:\\w+=${value}$`, 'm').test(text));
}

function newer(file, than) {
  return fs.statSync(file).mtimeMs > fs.statSync(than).mtimeMs;
}
