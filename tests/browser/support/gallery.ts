/** @file A page with every chart, built with the styles of the site and served under its policy. */
import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { build } from 'vite';

const root = path.resolve(import.meta.dirname, '..', '..', '..');
const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' };
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:";

export interface GallerySite {
  url: string;
  close(): Promise<void>;
}

export async function serveGallery(port = 0): Promise<GallerySite> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'normlab-gallery-'));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    base: './',
    build: {
      outDir: folder,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: path.join(import.meta.dirname, 'gallery-page.ts'),
        output: { entryFileNames: 'gallery.js', assetFileNames: '[name][extname]' },
        checks: { pluginTimings: false },
      },
    },
  });
  const styles = (await fs.readdir(folder)).filter((name) => name.endsWith('.css'));
  const page = [
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Charts</title>',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<link rel="icon" href="data:,">',
    ...styles.map((name) => `<link rel="stylesheet" href="${name}">`),
    '<body><main class="page"><h1>Charts</h1></main><script type="module" src="gallery.js"></script></body></html>',
  ].join('\n');
  const server = http.createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1);
    const body =
      name === ''
        ? Promise.resolve(page)
        : fs.readFile(path.join(folder, path.basename(path.dirname(name)), path.basename(name)));
    body.then(
      (content) => {
        const type = name === '' ? 'text/html' : (types[path.extname(name)] ?? 'application/octet-stream');
        response.writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': policy }).end(content);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await fs.rm(folder, { recursive: true, force: true });
    },
  };
}
