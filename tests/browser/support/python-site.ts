/** @file A site with one lesson of Python cells, made as `normlab build` makes it. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as library from '../../../web/api/index.js';
import { buildSite } from '../../../web/cli/build-site.js';
import { engineFrom } from '../../../web/kernel/engine.js';

const root = path.resolve(import.meta.dirname, '..', '..', '..');

/** Makes the site in a new folder, and gives its place. @param cells sources */
export async function makePythonSite(cells: readonly string[]): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'normlab-python-'));
  const lessons = path.join(folder, 'lessons');
  await fs.mkdir(lessons);
  const fences = cells.map((source) => `\`\`\`python\n${source}\n\`\`\`\n`);
  await fs.writeFile(path.join(lessons, 'python.md'), `# Python\n\n${fences.join('\n')}`);
  const out = path.join(folder, 'site');
  const said: string[] = [];
  const code = await buildSite(
    { command: 'build', folder: lessons, out },
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
      siteKit: () => path.join(root, 'dist', 'site'),
      onUncaught: () => undefined,
      fail: () => undefined,
    },
  );
  if (code !== 0) throw new Error(`the site was not built: ${said.join('')}`);
  return out;
}
