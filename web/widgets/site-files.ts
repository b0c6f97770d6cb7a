/** @file The vite plugin that puts the built widgets into the site, where they use the engine that the page has, too. */
import { readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.html': 'text/html',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/** @param folder where scripts/widgets.mjs has put them @param engine folder of the built engine */
export function widgetFiles(folder: string, engine: string): Plugin {
  return {
    name: 'normlab-widgets',

    async generateBundle(_options, bundle) {
      const placeOf = (ending: string): string => {
        const found = Object.keys(bundle).find((name) => name.startsWith('assets/') && name.endsWith(ending));
        if (!found) throw new Error(`[widgets] expected a file …${ending} in the site, got none`);
        return `../${found}`;
      };
      for (const file of (await filesBelow(folder)).filter((name) => /^(widgets|embed)\//.test(name))) {
        const content = await fs.readFile(path.join(folder, file));
        const source = file.endsWith('.js')
          ? content
              .toString()
              .replaceAll('../normlab.wasm', placeOf('.wasm'))
              .replaceAll('../digits.bin', placeOf('.bin'))
          : content;
        this.emitFile({ type: 'asset', fileName: file, source });
      }
    },

    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname.slice(1));
        const ofEngine = /^(normlab\.wasm|digits\.bin)$/.test(name);
        if ((!ofEngine && !/^(widgets|embed)\/[\w.-]+$/.test(name)) || name.includes('..')) return next();
        try {
          const body = readFileSync(path.join(ofEngine ? engine : folder, name));
          response.setHeader('Content-Type', types[path.extname(name)] ?? 'application/octet-stream');
          response.end(body);
        } catch {
          next();
        }
      });
    },
  };
}

/** Files with their folder, as in an address; none where nothing was built. */
async function filesBelow(folder: string): Promise<string[]> {
  const names = await fs.readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return names
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}
