/**
 * @file The vite plugin that makes Pyodide and the Python library files of the site, in assets/ under names that change
 * with their content.
 */
import fs from 'node:fs';
import path from 'node:path';
import { version } from 'pyodide';
import type { Plugin } from 'vite';
import { library, libraryName, standardLibrary, standardLibraryName } from './compiled.mjs';

/** What we make. */
const compiled: Record<string, () => Promise<Buffer>> = {
  [standardLibraryName]: standardLibrary,
  [libraryName]: library,
};

const moduleName = 'normlab-python-files';

/** What Pyodide needs. Its list of packages is given to it by us, and the rest of the package is for other uses. */
const pyodideFiles = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm'];

/** @param root folder with node_modules */
export function pythonFiles(root: string): { page: Plugin; worker: Plugin } {
  const source = path.join(root, 'node_modules', 'pyodide');
  const folder = `pyodide-${version}/`;
  const worker: Plugin = {
    name: 'normlab-python-names',
    enforce: 'pre',
    resolveId: (id) => (id === moduleName ? `\0${moduleName}` : null),
    // In development the worker's script is elsewhere; the middleware below answers by name.
    async load(id) {
      if (id !== `\0${moduleName}`) return null;
      const wasm = fs.statSync(path.join(source, 'pyodide.asm.wasm')).size;
      const bytes = wasm + (await standardLibrary()).length + (await library()).length;
      const names = { pyodide: `./${folder}`, standardLibrary: standardLibraryName, library: libraryName, bytes };
      return Object.entries(names)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
  const page: Plugin = {
    ...worker,
    name: 'normlab-python-files',
    async generateBundle() {
      for (const name of pyodideFiles) {
        this.emitFile({
          type: 'asset',
          fileName: `assets/${folder}${siteName(name)}`,
          source: siteSource(name, fs.readFileSync(path.join(source, name))),
        });
      }
      for (const [name, make] of Object.entries(compiled)) {
        this.emitFile({ type: 'asset', fileName: `assets/${folder}${name}`, source: await make() });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = path.basename(new URL(request.url ?? '/', 'http://localhost').pathname);
        if (compiled[name]) void compiled[name]().then((content) => response.end(content), next);
        else {
          const file = request.url?.includes(`/${folder}`) && pyodideFiles.find((one) => siteName(one) === name);
          if (!file) return next();
          response.setHeader('Content-Type', types[path.extname(name)]);
          response.end(siteSource(file, fs.readFileSync(path.join(source, file))));
        }
      });
    },
  };
  return { page, worker };
}

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** Not every static host knows that .mjs is a script. */
function siteName(name: string): string {
  return name.replace(/\.mjs$/, '.js');
}

/** The scripts under their new names, without their maps, which are not part of the site. */
function siteSource(name: string, content: Buffer): string | Buffer {
  if (!name.endsWith('.mjs')) return content;
  const text = content.toString('utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '');
  if (name === 'pyodide.mjs' && !text.includes('pyodide.asm.mjs')) {
    throw new Error(`[python] expected ${name} to name pyodide.asm.mjs`);
  }
  return text.replaceAll('pyodide.asm.mjs', 'pyodide.asm.js');
}
