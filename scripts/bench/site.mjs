// The built site in Chromium, each visit with an empty cache.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { serve } from '../serve.mjs';
import { root } from '../steps.mjs';
import { launchChromium } from './sides.mjs';

const folder = path.join(root, 'dist', 'site');

/** Names of the pages with cells. */
export function lessonPages() {
  const hasCells = (file) => fs.readFileSync(path.join(folder, file), 'utf8').includes('data-cell="0"');
  return fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.html') && hasCells(file))
    .map((file) => path.basename(file, '.html'));
}

export async function withSite(work) {
  const server = await serve(folder, 0);
  const browser = await launchChromium();
  try {
    return await work({
      // A context has a cache of its own, and nothing in it.
      visit: async (name, use) => {
        const context = await browser.createBrowserContext();
        try {
          const page = await context.newPage();
          return await use(page, `http://127.0.0.1:${server.port}/${name}.html`);
        } finally {
          await context.close();
        }
      },
    });
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Bytes of a file as hosts send it: compressed, but for faces, which are already. */
export function sentBytes(name, content) {
  return name.endsWith('.woff2') ? content.length : zlib.gzipSync(content, { level: 9 }).length;
}
