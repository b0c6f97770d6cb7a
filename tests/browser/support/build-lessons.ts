/** @file A site of one folder of lessons, made as `normlab build` makes it. */
import fs from 'node:fs/promises';
import path from 'node:path';
import * as library from '../../../web/api/index.js';
import { buildSite } from '../../../web/cli/build-site.js';
import { engineFrom } from '../../../web/kernel/engine.js';

export const root = path.resolve(import.meta.dirname, '..', '..', '..');
export const siteKit = path.join(root, 'dist', 'site');

/** @param kit folder of the page's scripts and styles */
export async function buildLessons(folder: string, out: string, kit = siteKit): Promise<void> {
  const said: string[] = [];
  const code = await buildSite(
    { command: 'build', folder, out, timeout: null },
    {
      stdout: () => undefined,
      stderr: (text) => void said.push(text),
      isTerminal: false,
      loadEngine: async () => {
        const engine = path.join(root, 'build', 'wasm');
        const [wasmBinary, digits] = await Promise.all(
          ['normlab.wasm', 'digits.bin'].map((name) => fs.readFile(path.join(engine, name))),
        );
        await library.load({ wasmBinary, digits });
        return engineFrom(library);
      },
      siteKit: () => kit,
      onUncaught: () => undefined,
      running: () => undefined,
      fail: () => undefined,
    },
  );
  if (code !== 0) throw new Error(`the site was not built: ${said.join('')}`);
}
