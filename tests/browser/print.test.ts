/** @file On paper: figures as they are, without what is for pressing, and nothing cut off at the edge of a sheet. */
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { widgets } from '../../web/widgets/all.js';
import { launch, openPage } from './support/browsers.js';
import { pageNames, serveSite, type Site } from './support/site.js';
import { serveWidgets, type WidgetHost, wordsOf } from './support/widget-host.js';

/** Width of A4 between its margins, px. */
const sheet = 718;

describe('on paper', () => {
  let site: Site;
  let host: WidgetHost;
  let browser: Browser;

  beforeAll(async () => {
    [site, host] = [await serveSite(), await serveWidgets()];
    // Only Chromium prints without a window.
    browser = await launch('chromium');
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([site?.close(), host?.close()]);
  });

  /** What is cut off: boxes that would have to be scrolled, and what stands over the edge. In shadow trees, too. */
  function cutOff(page: Page): Promise<string[]> {
    return page.evaluate((width) => {
      const found: string[] = [];
      const visit = (root: Document | ShadowRoot): void => {
        // What is inside a picture is held by the tests of the charts.
        for (const element of root.querySelectorAll<HTMLElement>('*:not(svg *)')) {
          if (element.shadowRoot) visit(element.shadowRoot);
          if (!element.checkVisibility({ visibilityProperty: true })) continue;
          const style = getComputedStyle(element);
          // Formulas draw long roots behind a frame of their own.
          if (style.clipPath !== 'none' || element.closest('.katex') !== null) continue;
          const box = element.getBoundingClientRect();
          const scrolls = /auto|scroll|hidden/.test(style.overflowX) && element.clientWidth > 0;
          const inside = scrolls && element.scrollWidth > element.clientWidth + 1;
          if (inside || (box.width > 0 && box.right > width + 1))
            found.push(`${element.localName}.${element.className.toString()} ${Math.round(box.right)}`);
        }
      };
      visit(document);
      return found;
    }, sheet);
  }

  test.each(pageNames())('/%s is whole', async (path) => {
    const page = await browser.newPage();
    await page.setJavaScriptEnabled(false);
    await page.setViewport({ width: sheet, height: 1000 });
    await page.goto(site.url + path);
    await page.emulateMediaType('print');
    expect(await cutOff(page)).toEqual([]);
    await page.close();
  });

  test.each(widgets.map(({ name }) => name))('%s is its figure and its words', async (name) => {
    const { page } = await openPage(browser, `${host.assets}embed/${name}.html`);
    await page.setViewport({ width: sheet, height: 1000 });
    await wordsOf(page, '[data-embedded]');
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    await page.emulateMediaType('print');
    const seen = await page.evaluate(() => {
      const tree = document.querySelector('[data-embedded]')!.shadowRoot!;
      const visible = (selector: string): Element[] =>
        [...tree.querySelectorAll(selector)].filter((one) => one.checkVisibility({ visibilityProperty: true }));
      return {
        pressing: visible('.controls, .tools, summary, button:not(.token), [type="range"]').map((one) => one.outerHTML),
        words: visible('[part="words"]').length,
        height: tree.querySelector('[part="body"]')!.getBoundingClientRect().height,
        ink: getComputedStyle(tree.querySelector('[part="words"]')!).color,
      };
    });
    expect(seen.pressing).toEqual([]);
    expect(seen.words).toBe(1);
    expect(seen.height).toBeGreaterThan(150);
    expect(seen.ink).toBe('rgb(28, 29, 31)');
    expect(await cutOff(page)).toEqual([]);
    await page.close();
  });

  test('a figure that has not come yet is its still, with no empty room below', async () => {
    const { page } = await openPage(browser, `${site.url}rms-norm.html`);
    await page.emulateMediaType('print');
    const seen = await page.evaluate(() => {
      const figure = document.querySelector('.lesson-figure[data-widget]')!;
      const [element, caption] = [figure.firstElementChild!, figure.querySelector('figcaption')!];
      const words = element.querySelector('.still-words')!.getBoundingClientRect();
      return {
        defined: element.matches(':defined'),
        words: words.height,
        gap: caption.getBoundingClientRect().top - words.bottom,
      };
    });
    expect(seen.defined).toBe(false);
    expect(seen.words).toBeGreaterThan(20);
    expect(seen.gap).toBeLessThan(30);
    expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(10_000);
    await page.close();
  });
});
