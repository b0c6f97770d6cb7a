import { existsSync, readdirSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { defineConfig, runnerImport, type UserConfig } from 'vite';
import { engineAsset } from './web/notebook/engine-asset.js';
import { formulaFacesPlugin } from './web/notebook/formula-faces.js';
import { lessonPage } from './web/notebook/lesson-source.js';
import type { LessonPage } from './web/notebook/pages/lesson.js';
import { referencePlugin } from './web/notebook/reference/reference-plugin.js';
import { sitePlugin } from './web/notebook/site-plugin.js';
import { pythonFiles } from './web/python/plugin.js';
import { widgetFiles } from './web/widgets/site-files.js';

const root = import.meta.dirname;
const engine = path.join(root, 'build', 'wasm');
const wasmFile = path.join(engine, 'normlab.wasm');
const lessons = path.join(root, 'examples');
const python = pythonFiles(root);

const resolve: UserConfig['resolve'] = {
  alias: [
    { find: /^normlab-wasm$/, replacement: path.join(engine, 'normlab.mjs') },
    { find: /^normlab-wasm-file$/, replacement: `${wasmFile}?url` },
    { find: /^normlab-digits-file$/, replacement: `${path.join(engine, 'digits.bin')}?url` },
  ],
};

/** Each widget is a folder in web/widgets; its script in the site is widgets/NAME.js. */
const widgetFolder = path.join(root, 'web', 'widgets');
const widgets = readdirSync(widgetFolder).filter((name) => existsSync(path.join(widgetFolder, name, 'element.ts')));

/** Every lesson in examples/, each with what its cells and widgets show when they run. */
async function readLessons(): Promise<LessonPage[]> {
  const imported = async <M>(...file: string[]): Promise<M> =>
    (await runnerImport<M>(path.join(root, 'web', ...file), { root, configFile: false, resolve })).module;
  const cells = await imported<typeof import('./web/notebook/still-outputs.js')>('notebook', 'still-outputs.ts');
  const stills = await imported<typeof import('./web/widgets/stills.js')>('widgets', 'stills.ts');
  await stills.loadFrom(engine);
  const pages: LessonPage[] = [];
  // One after the other: what computes holds up all else.
  for (const name of (await fs.readdir(lessons)).filter((file) => file.endsWith('.md')).sort()) {
    const page = await lessonPage(path.basename(name, '.md'), await fs.readFile(path.join(lessons, name), 'utf8'), {
      runCells: (sources) => cells.stillOutputs(sources, wasmFile),
      runFigure: (code) => cells.stillOutputs([code], wasmFile).then(([still]) => still),
      stillOf: stills.pageStill,
      warn: (message, line) => console.warn(`examples/${name}:${line}: ${message}`),
      widgets,
    });
    pages.push(page);
  }
  return pages;
}

export default defineConfig({
  root,
  // Every address is relative to the file that names it, so the site works in any folder of any host.
  base: './',
  publicDir: false,
  resolve,
  plugins: [
    formulaFacesPlugin(),
    referencePlugin(root),
    engineAsset(wasmFile),
    widgetFiles(path.join(root, 'build', 'widgets'), engine),
    python.page,
    sitePlugin(readLessons, widgets),
  ],
  worker: {
    format: 'iife',
    plugins: () => [engineAsset(wasmFile), python.worker],
    // Cells show class names: String(model) is "Sequential(…".
    rolldownOptions: { output: { keepNames: true } },
  },
  build: {
    outDir: path.join(root, 'dist', 'site'),
    emptyOutDir: true,
    target: 'es2022',
    // Faces as data addresses would need a wider policy, and be loaded by readers who never see them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
