// dist/package: the npm package `normlab`, ES modules with types and the wasm engine.
import fs from 'node:fs';
import path from 'node:path';
import { libraryFiles } from '../web/python/pack.mjs';
import { mustRun, root } from './steps.mjs';
import { buildWidgets, plainAddresses, widgetsFolder } from './widgets.mjs';

const out = path.join(root, 'dist', 'package');

/** Bundles web/api, writes its types, and copies what belongs with them. */
export async function buildPackage() {
  const vite = await import('vite');
  await vite.build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    resolve: { alias: { 'normlab-wasm': path.join(root, 'build', 'wasm', 'normlab.mjs') } },
    build: {
      outDir: out,
      emptyOutDir: true,
      target: 'es2022',
      minify: false,
      lib: {
        entry: { index: path.join(root, 'web', 'api', 'index.ts'), cli: path.join(root, 'web', 'cli', 'main.ts') },
        formats: ['es'],
      },
      rollupOptions: { external: [/^node:/, 'pyodide'] },
    },
  });
  plainAddresses(out);
  await mustRun(process.execPath, [
    path.join('node_modules', 'typescript', 'bin', 'tsc'),
    '--project',
    path.join('scripts', 'tsconfig.package.json'),
  ]);
  const copied = ['LICENSE', 'README.md', path.join('build', 'wasm', 'normlab.wasm'), path.join('build', 'wasm', 'digits.bin'), path.join('web', 'cli', 'bin.mjs')];
  for (const file of copied) {
    const from = path.join(root, file);
    if (fs.existsSync(from)) fs.copyFileSync(from, path.join(out, path.basename(file)));
  }
  fs.writeFileSync(path.join(out, 'python-library.json'), JSON.stringify(libraryFiles()));
  if (!fs.existsSync(widgetsFolder)) await buildWidgets();
  fs.cpSync(widgetsFolder, out, { recursive: true });
  copySiteKit();
  fs.writeFileSync(path.join(out, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
}

/** What `normlab build` and `normlab preview` make pages with: the site's files without its lessons. */
function copySiteKit() {
  const site = path.join(root, 'dist', 'site');
  const kit = path.join(site, 'kit.json');
  if (!fs.existsSync(kit)) return;
  const { files, faces } = JSON.parse(fs.readFileSync(kit, 'utf8'));
  for (const file of new Set(['kit.json', ...files, ...Object.values(faces)])) {
    fs.mkdirSync(path.dirname(path.join(out, 'site', file)), { recursive: true });
    fs.copyFileSync(path.join(site, file), path.join(out, 'site', file));
  }
}

function manifest() {
  const { name, version, description, license, engines, devDependencies } = JSON.parse(
    fs.readFileSync(path.join(root, 'package.json'), 'utf8'),
  );
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    engines,
    bin: { normlab: './bin.mjs' },
    // Only the command needs it, for Python cells.
    peerDependencies: { pyodide: devDependencies.pyodide },
    peerDependenciesMeta: { pyodide: { optional: true } },
    exports: {
      '.': { types: './types/index.d.ts', default: './index.js' },
      './normlab.wasm': './normlab.wasm',
      './digits.bin': './digits.bin',
      './widgets': { types: './widgets.d.ts', default: './widgets/widgets.js' },
      './widgets/*': { types: './widgets.d.ts', default: './widgets/*.js' },
      './custom-elements.json': './custom-elements.json',
      './package.json': './package.json',
    },
    customElements: './custom-elements.json',
    sideEffects: ['./widgets/*.js'],
  };
}
