/** @file The site without network, after one visit, in both browsers; and with a slow or broken network. */
import fs from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { browserNames, launch, openPage, until } from './support/browsers.js';
import { pressRun, textOf, untilState, writeCode } from './support/lesson-driver.js';
import { untilReady } from './support/lesson-fixture.js';
import { serveSite } from './support/site.js';

describe.each(browserNames)('in %s', (name) => {
  test('every page reads and runs without network after the first visit', async () => {
    const site = await serveSite({ serviceWorker: true });
    const browser = await launch(name);
    try {
      const { page } = await openPage(browser, `${site.url}averages.html`);
      await untilReady(page);
      await page.mouse.click(5, 5);
      const script = await fs.readFile(new URL('../../dist/site/sw.js', import.meta.url), 'utf8');
      const files = JSON.parse(/const files = (\[.*?\]);/.exec(script)![1]) as string[];
      expect(files).toContain('help.html');
      await until(
        page,
        'the site to be kept',
        async (names) => {
          const kept = await Promise.all((await caches.keys()).map(async (key) => (await caches.open(key)).keys()));
          const addresses = kept.flat().map(({ url }) => url);
          return names.every((name) => addresses.includes(new URL(name, document.baseURI).href));
        },
        files,
      );
      await site.close();
      await page.goto(`${site.url}digits.html?x=1`);
      await untilReady(page);
      await writeCode(page, 0, 'randn([2]).shape[0] * 21');
      await pressRun(page, 0);
      await untilState(page, 0, 'done', 'error');
      expect(await textOf(page, '[data-cell="0"] .cell-output')).toBe('42');
      await page.goto(site.url);
      expect(await textOf(page, 'h1')).toBe('Normlab');
      await page.goto(`${site.url}help.html`);
      expect(await textOf(page, 'h1')).toBe('Help');
    } finally {
      await browser.close();
      await site.close().catch(() => undefined);
    }
  });

  test('an engine that comes slowly shows its bytes, one that breaks off says so, and the next run loads it', async () => {
    const site = await serveSite();
    const browser = await launch(name);
    try {
      const { page } = await openPage(browser, `${site.url}averages.html`);
      await untilReady(page);
      site.slow.add('.wasm');
      await pressRun(page, 0);
      const bytes = await until(page, 'the bytes', () => {
        const text = document.querySelector('.toolbar-bytes')?.textContent ?? '';
        return text.includes(' of ') && !text.startsWith('0 kB') ? text : null;
      });
      expect(bytes).toMatch(/^\d+ kB of \d+ kB$/);
      site.breakOff();
      await untilState(page, 0, 'error');
      expect(await textOf(page, '[data-cell="0"] .error-message')).toContain(
        'the engine file broke off while it was loaded',
      );
      site.slow.clear();
      await pressRun(page, 0);
      await untilState(page, 0, 'done');
    } finally {
      await browser.close();
      await site.close();
    }
  });
});
