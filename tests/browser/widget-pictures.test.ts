/**
 * @file Each widget as it first looks, in Chromium, against a kept picture. `UPDATE_PICTURES=1` keeps what is there now;
 * a picture that differs is put into build/pictures beside the difference.
 */
import fs from 'node:fs';
import path from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { widgets } from '../../web/widgets/all.js';
import { launch, until } from './support/browsers.js';
import { serveWidgets, type WidgetHost } from './support/widget-host.js';

const kept = path.join(import.meta.dirname, 'pictures');
const made = path.resolve(import.meta.dirname, '../../build/pictures');
const update = process.env.UPDATE_PICTURES === '1';

/** Of the pixels, most of which are background: a text that has moved is more. Smoothed edges are not counted. */
const tolerance = 0.002;

/** The site's face, so that pictures do not depend on what fonts a machine has. */
const faces = [400, 600].map((weight) => {
  const file = `source-sans-3-latin-${weight}-normal.woff2`;
  const bytes = fs.readFileSync(path.resolve('node_modules/@fontsource/source-sans-3/files', file));
  const url = `data:font/woff2;base64,${bytes.toString('base64')}`;
  return `@font-face { font-family: 'Source Sans 3'; font-weight: ${weight}; src: url(${url}) }`;
});

describe('the widgets look in Chromium as they did', () => {
  let host: WidgetHost;
  let browser: Browser;

  beforeAll(async () => {
    host = await serveWidgets();
    browser = await launch('chromium');
    fs.mkdirSync(update ? kept : made, { recursive: true });
  });
  afterAll(async () => {
    await browser?.close();
    await host?.close();
  });

  async function show(name: string, scheme: string): Promise<Page> {
    const page = await browser.newPage();
    await page.setViewport({ width: 640, height: 900, deviceScaleFactor: 1 });
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    await page.goto(`${host.assets}embed/${name}.html`);
    await page.addStyleTag({ content: faces.join('\n') });
    await page.evaluate(() =>
      Promise.all([400, 600].map((weight) => document.fonts.load(`${weight} 16px 'Source Sans 3'`))),
    );
    await until(page, `the result of ${name}`, () => {
      const tree = document.querySelector('[data-embedded]')?.shadowRoot;
      // Before its first run it is not busy, either.
      if (!tree?.querySelector('[part="words"]')) return false;
      return tree.querySelector('[part="figure"]')?.getAttribute('aria-busy') === 'false';
    });
    return page;
  }

  /** Waits until nothing moves: a run that is shown while it goes on has ended then. */
  async function settled(page: Page): Promise<Buffer> {
    let before = Buffer.alloc(0);
    for (let tries = 0; tries < 60; tries += 1) {
      const now = Buffer.from(await page.screenshot({ fullPage: true }));
      if (now.equals(before)) return now;
      before = now;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    throw new Error('the picture was still changing after a minute');
  }

  // All take their colours from one set: two are enough to see that it has a dark half.
  const cases: [name: string, scheme: string][] = [
    ...widgets.map(({ name }): [string, string] => [name, 'light']),
    ['axes', 'dark'],
    ['race', 'dark'],
  ];
  test.each(cases)('%s, %s', async (name, scheme) => {
    const page = await show(name, scheme);
    const shot = await settled(page);
    await page.close();
    const file = `${name}-${scheme}.png`;
    if (update) fs.writeFileSync(path.join(kept, file), shot);
    const now = PNG.sync.read(shot);
    const before = PNG.sync.read(fs.readFileSync(path.join(kept, file)));
    const difference = new PNG({ width: before.width, height: before.height });
    const sameSize = now.width === before.width && now.height === before.height;
    const pixels = sameSize
      ? pixelmatch(before.data, now.data, difference.data, before.width, before.height, { threshold: 0.2 })
      : Infinity;
    const share = pixels / (before.width * before.height);
    if (share > tolerance) {
      fs.writeFileSync(path.join(made, file), shot);
      if (sameSize) fs.writeFileSync(path.join(made, `difference-${file}`), PNG.sync.write(difference));
    }
    expect(share, `build/pictures/${file} beside tests/browser/pictures/${file}`).toBeLessThanOrEqual(tolerance);
  });
});
