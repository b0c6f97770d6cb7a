// npm run build: the engine as WebAssembly, dist/site (the page) and dist/package (the npm package).
import fs from 'node:fs';
import path from 'node:path';
import { build, configure } from './cmake.mjs';
import { unlessMadeFrom } from './made-from.mjs';
import { buildPackage } from './package.mjs';
import { setUp } from './setup.mjs';
import { isMain, mustRun, root, runMain, step } from './steps.mjs';
import { buildWidgets } from './widgets.mjs';

/** build/wasm/normlab.mjs and normlab.wasm. */
export function buildEngine() {
  return step('Engine (C++ to WebAssembly)', async (note) => {
    const fresh = !fs.existsSync(path.join(root, 'build', 'wasm', 'CMakeCache.txt'));
    // The tests need GoogleTest, which a reader of the lessons need not have; npm test turns them on.
    await configure('wasm', fresh ? { NORMLAB_BUILD_TESTS: 'OFF' } : {});
    await build('wasm', note, 'normlab_wasm');
    const bytes = fs.statSync(path.join(root, 'build', 'wasm', 'normlab.wasm')).size;
    return `${Math.round(bytes / 1000)} kB`;
  });
}

/** Everything that the page is made from: its build runs every lesson, which takes a minute. */
const siteSources = [
  ...['web', 'examples', 'scripts/widgets.mjs', 'vite.config.ts', 'tsconfig.json', 'package-lock.json'],
  ...['normlab.mjs', 'normlab.wasm', 'digits.bin'].map((name) => `build/wasm/${name}`),
];

/** dist/site. */
export function buildSite() {
  return step('Page (dist/site)', () =>
    unlessMadeFrom(siteSources, 'dist/site', async () => {
      await buildWidgets();
      await mustRun(process.execPath, [path.join('node_modules', 'vite', 'bin', 'vite.js'), 'build']);
    }),
  );
}

if (isMain(import.meta)) {
  await runMain(async () => {
    await setUp('start');
    await buildEngine();
    await buildSite();
    await step('Package (dist/package)', buildPackage);
  });
}
