/** @file The npm package in both browsers, from plain files: it loads, and trains to the same bits as every other build. */
import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trainedWeights } from '../trained-weights.js';
import { browserNames, launch } from './support/browsers.js';

const folder = path.resolve(import.meta.dirname, '../../dist/package');
const types: Record<string, string> = { '.js': 'text/javascript', '.wasm': 'application/wasm' };

describe('the package', () => {
  let server: http.Server;
  let origin: string;

  beforeAll(async () => {
    server = http.createServer(async (request, response) => {
      const name = request.url === '/' ? null : path.basename(request.url ?? '');
      if (name === null) return response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>a page</title>');
      try {
        const body = await fs.readFile(path.join(folder, name));
        return response.setHeader('Content-Type', types[path.extname(name)] ?? 'application/octet-stream').end(body);
      } catch {
        return response.writeHead(404).end();
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  test.each(browserNames)('trains to the same bits in %s', async (name) => {
    const golden = JSON.parse(await fs.readFile(path.join(import.meta.dirname, '../golden/trained_weights.json'), 'utf8'));
    const browser = await launch(name);
    try {
      const page = await browser.newPage();
      await page.goto(origin);
      const hashes = await page.evaluate(`(async () => {
        const library = await import('/index.js');
        await library.load();
        return (${trainedWeights})(library);
      })()`);
      expect(hashes).toEqual({ none: golden.none, batch: golden.batch, layer: golden.layer, rms: golden.rms });
    } finally {
      await browser.close();
    }
  });
});
