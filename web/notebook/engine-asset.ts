/**
 * @file Makes the engine's files, the wasm and the digits, parts of the site under names with their hashes, where
 * web/api looks for them beside its own script.
 */
import path from 'node:path';
import type { Plugin } from 'vite';

const names = ['normlab.wasm', 'digits.bin'];

/** @param wasmFile path of the built engine; the digits are beside it */
export function engineAsset(wasmFile: string): Plugin {
  return {
    name: 'normlab-engine-asset',
    enforce: 'pre',
    transform: {
      filter: { id: /web\/api\/engine\.ts$/ },
      handler(code, id) {
        const folder = path.relative(path.dirname(id), path.dirname(wasmFile)).split(path.sep).join('/');
        return names.reduce((text, name) => {
          const besideScript = `new URL('./${name}', import.meta.url)`;
          if (!text.includes(besideScript)) this.error(`expected ${besideScript} in ${id}, got none`);
          return text.replace(besideScript, `new URL('${folder}/${name}', import.meta.url)`);
        }, code);
      },
    },
  };
}
