// size/…, gzip in kB (1000 bytes) beside the budgets: the engine (wasm and glue), and each page before anybody touches
// it.
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../steps.mjs';
import { lessonPages, sentBytes, withSite } from '../site.mjs';

export const family = 'size';

/** In kB. */
export const budgets = { engine: 200, page: 300 };

/** Bytes of the engine's parts and of both together. */
export function engineSizes() {
  const sizeOf = (file) => sentBytes(file, fs.readFileSync(path.join(root, 'build', 'wasm', file)));
  const [wasm, glue] = [sizeOf('normlab.wasm'), sizeOf('normlab.mjs')];
  return { wasm, glue, engine: wasm + glue };
}

export async function measure({ bench, wanted, note }) {
  await bench.builtSite();
  const { engine, wasm, glue } = engineSizes();
  const row = (name, bytes, budget) => ({
    name: `${family}/${name}`,
    unit: 'kB',
    ours: { value: bytes / 1000 },
    limit: budget ? { value: budget } : null,
    peers: {},
  });
  const rows = [row('engine', engine, budgets.engine), row('engine/wasm', wasm), row('engine/glue', glue)];
  await withSite(async ({ visit }) => {
    for (const name of ['index', ...lessonPages()]) {
      if (!wanted(`${family}/page/${name}`)) continue;
      note(name);
      rows.push(row(`page/${name}`, await visit(name, bytesBeforeTouch), budgets.page));
    }
  });
  return rows.filter(({ name }) => wanted(name));
}

async function bytesBeforeTouch(page, url) {
  const answers = [];
  page.on('response', (response) => {
    if (response.url().startsWith('http')) answers.push(response);
  });
  await page.goto(url, { waitUntil: 'networkidle0' });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.waitForNetworkIdle();
  let bytes = 0;
  for (const answer of answers) bytes += sentBytes(new URL(answer.url()).pathname, await answer.buffer());
  return bytes;
}
