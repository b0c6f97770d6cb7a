/**
 * @file The npm package in both browsers, from plain files: it loads, and trains to the same bits as every other build.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trainedWeights } from '../trained-weights.js';
import { browserNames, launch } from './support/browsers.js';
import { type PackageSite, servePackage } from './support/package-site.js';

describe('the package', () => {
  let host: PackageSite;

  beforeAll(async () => {
    host = await servePackage();
  });
  afterAll(() => host?.close());

  test.each(browserNames)('trains to the same bits in %s', async (name) => {
    const golden = JSON.parse(
      await fs.readFile(path.join(import.meta.dirname, '../golden/trained_weights.json'), 'utf8'),
    );
    const browser = await launch(name);
    try {
      const page = await browser.newPage();
      await page.goto(host.origin);
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
