/**
 * @file Makes the engine's wasm file a part of the site under a name with its hash, where web/api looks for it beside
 * its own script.
 */
import path from 'node:path';
import type { Plugin } from 'vite';

const besideScript = "new URL('./normlab.wasm', import.meta.url)";

/** @param wasmFile path of the built engine */
export function engineAsset(wasmFile: string): Plugin {
  return {
    name: 'normlab-engine-asset',
    enforce: 'pre',
    transform: {
      filter: { id: /web\/api\/engine\.ts$/ },
      handler(code, id) {
        if (!code.includes(besideScript)) this.error(`expected ${besideScript} in ${id}, got none`);
        const file = path.relative(path.dirname(id), wasmFile).split(path.sep).join('/');
        return code.replace(besideScript, `new URL('${file}', import.meta.url)`);
      },
    },
  };
}
