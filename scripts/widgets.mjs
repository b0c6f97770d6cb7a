// build/widgets: the widgets as plain files. dist/package and dist/site both take them from there.
import fs from 'node:fs';
import path from 'node:path';
import { root } from './steps.mjs';

const source = path.join(root, 'web', 'widgets');
const engine = path.join(root, 'build', 'wasm');
export const widgetsFolder = path.join(root, 'build', 'widgets');

/** Elements and worker in widgets/, pages and pictures in embed/, and what tools read about them. */
export async function buildWidgets() {
  const vite = await import('vite');
  const { module: made } = await vite.runnerImport(path.join(source, 'built.ts'), {
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: engineAlias() },
  });
  fs.rmSync(widgetsFolder, { recursive: true, force: true });
  const entries = Object.fromEntries(made.names.map((name) => [name, path.join(source, name, 'element.ts')]));
  await bundle(vite, {
    ...entries,
    widgets: path.join(source, 'widgets.ts'),
    embed: path.join(source, 'embed', 'page.ts'),
  });
  // A classic script: a page of another origin can start no module.
  await bundle(vite, { worker: path.join(source, 'frame', 'engine-worker.ts') }, 'iife');
  plainAddresses(path.join(widgetsFolder, 'widgets'));
  for (const [file, text] of await made.builtFiles(engine)) {
    fs.mkdirSync(path.dirname(path.join(widgetsFolder, file)), { recursive: true });
    fs.writeFileSync(path.join(widgetsFolder, file), text);
  }
  const resize = path.join(source, 'embed', 'resize.ts');
  const { code } = await vite.transformWithOxc(fs.readFileSync(resize, 'utf8'), resize, { sourcemap: false });
  fs.writeFileSync(path.join(widgetsFolder, 'embed', 'resize.js'), code.replace(/^export \{\};?$/m, ''));
}

/** Vite marks addresses that it could not resolve; bundlers of those who use the package know only the plain form. */
export function plainAddresses(folder) {
  const marked = /(new URL\()(["'`])([^"'`]*)\2,\s*(["'`])\4\s*\+\s*import\.meta\.url/g;
  for (const name of fs.readdirSync(folder).filter((file) => file.endsWith('.js'))) {
    const text = fs.readFileSync(path.join(folder, name), 'utf8');
    fs.writeFileSync(path.join(folder, name), text.replace(marked, "$1'$3', import.meta.url"));
  }
}

function engineAlias() {
  return { 'normlab-wasm': path.join(engine, 'normlab.mjs') };
}

/** All chunks in one folder: the addresses of worker and engine are relative to them. */
async function bundle(vite, input, format = 'es') {
  await vite.build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    // Lit's build for Node defines elements without a page, too, so that importing a widget never throws.
    resolve: {
      alias: { ...engineAlias(), '@lit-labs/ssr-dom-shim': path.join(source, 'frame', 'no-page.ts') },
      conditions: ['node', 'module', 'default'],
    },
    build: {
      outDir: path.join(widgetsFolder, 'widgets'),
      emptyOutDir: false,
      target: 'es2022',
      // Older targets would turn light-dark() into something that does not follow the page's color-scheme.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input,
        preserveEntrySignatures: 'allow-extension',
        output: { format, entryFileNames: '[name].js', chunkFileNames: 'part-[hash].js' },
        checks: { pluginTimings: false },
      },
    },
  });
}
