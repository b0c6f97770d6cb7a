/** @file What holds for every page of the site before anybody touches it. */
import fs from 'node:fs';
import zlib from 'node:zlib';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFindings } from './support/axe.js';
import { browserNames, launch, openPage, until } from './support/browsers.js';
import { pageNames, serveSite, type Site } from './support/site.js';

const pages = pageNames();

describe.each(browserNames)('every page in %s', (name) => {
  let site: Site;
  let browser: Browser;

  beforeAll(async () => {
    site = await serveSite();
    browser = await launch(name);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  test.each(pages)('/%s has no accessibility findings, light and dark, wide and narrow', async (path) => {
    const { page, faults } = await openPage(browser, site.url + path);
    expect(await accessibilityFindings(page)).toEqual([]);
    if (name === 'chromium') {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
      expect(await accessibilityFindings(page)).toEqual([]);
    }
    await page.setViewport({ width: 320, height: 640 });
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.close();
    expect(faults).toEqual([]);
  });

  test('the front page leads to the lesson', async () => {
    const { page, faults } = await openPage(browser, site.url);
    const first = await page.evaluate(() => document.querySelector<HTMLAnchorElement>('.lesson-list a')!.href);
    await Promise.all([page.waitForNavigation(), page.click('.home-start a')]);
    expect(page.url()).toBe(first);
    await page.close();
    expect(faults).toEqual([]);
  });
});

describe('before the first touch', () => {
  let site: Site;
  let browser: Browser;

  beforeAll(async () => {
    site = await serveSite();
    browser = await launch('chromium');
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  test('a lesson reads well without JavaScript', async () => {
    const page = await browser.newPage();
    await page.setJavaScriptEnabled(false);
    await page.goto(`${site.url}digits.html`);
    const text = await page.evaluate(() => document.body.innerText);
    expect(text).toContain('A network that only trains with it');
    expect(text).toContain('layers.push(new nn.Tanh());');
    expect(text).toContain('no normalization  training loss 2.301   val accuracy 0.081');
    expect(text).toContain('JavaScript is off');
    expect(text).not.toContain('Run all');
    const seen = await page.evaluate(() => ({
      formulas: document.querySelectorAll('.katex math').length,
      curves: [...document.querySelectorAll('.chart-wide .chart-line')].filter(
        (line) => line.getBoundingClientRect().width > 100,
      ).length,
      codeLines: document.querySelectorAll('.cell-code .line .tok-keyword').length,
    }));
    expect(seen.formulas).toBeGreaterThan(0);
    expect(seen.curves).toBeGreaterThanOrEqual(4);
    expect(seen.codeLines).toBeGreaterThan(10);
    await page.close();
  });

  test.each(pages)('/%s loads at most 300 kB in all', async (path) => {
    site.asked.length = 0;
    const { page } = await openPage(browser, site.url + path);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.waitForNetworkIdle();
    await page.close();
    const folder = new URL('../../dist/site/', import.meta.url);
    const bytes = site.asked.map((asked) => {
      const content = fs.readFileSync(new URL(asked.path, folder));
      // Faces are compressed already; a host compresses the rest.
      return asked.path.endsWith('.woff2') ? content.length : zlib.gzipSync(content).length;
    });
    const all = bytes.reduce((sum, size) => sum + size, 0);
    expect(all).toBeGreaterThan(50_000);
    expect(all).toBeLessThanOrEqual(300_000);
  });

  test.each(pages)('/%s does not move while it loads and is read', async (path) => {
    const { page } = await openPage(browser, site.url + path);
    await until(
      page,
      'the script',
      () => !document.querySelector('figure.chart') || document.querySelector('.chart-scrub') !== null,
    );
    // Exercises are fetched by the script.
    await page.waitForNetworkIdle();
    for (let y = 0; y < 6000; y += 400) {
      await page.evaluate((top) => scrollTo(0, top), y);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    const shifts = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) =>
            resolve(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0)),
          ).observe({ type: 'layout-shift', buffered: true });
          // Without any shift the observer is never called.
          setTimeout(() => resolve(0), 500);
        }),
    );
    expect(shifts).toBe(0);
    await page.close();
  });
});

test('on paper a lesson is text, code and results, without what is for pressing', async () => {
  const site = await serveSite();
  const browser = await launch('chromium');
  try {
    const { page } = await openPage(browser, `${site.url}averages.html`);
    await until(
      page,
      'the exercises',
      () => document.querySelector<HTMLButtonElement>('.hand-in-save')?.disabled === false,
    );
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    await page.emulateMediaType('print');
    const seen = await page.evaluate(() => {
      const visible = (selector: string): boolean[] =>
        [...document.querySelectorAll(selector)].map((e) => e.checkVisibility({ visibilityProperty: true }));
      const { backgroundColor, color } = getComputedStyle(document.documentElement);
      return {
        pressing: visible('.toolbar, .cell-bar, .site-header, [type="submit"], .exercise-hint, .hand-in').includes(
          true,
        ),
        reading: [
          ...visible('h1'),
          ...visible('.cell-code'),
          ...visible('.cell-output .output-text'),
          ...visible('.exercise p'),
        ],
        backgroundColor,
        color,
      };
    });
    expect(seen.pressing).toBe(false);
    expect(seen.reading.filter(Boolean).length).toBeGreaterThan(8);
    expect(seen.backgroundColor).toBe('rgb(255, 255, 255)');
    expect(seen.color).toBe('rgb(28, 29, 31)');
    expect((await page.pdf()).length).toBeGreaterThan(10_000);
  } finally {
    await browser.close();
    await site.close();
  }
});
