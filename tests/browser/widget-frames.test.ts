/** @file Widgets in frames: the height of the content, no more, whatever the page around does. */
import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { browserNames } from './support/browsers.js';
import { useBrowser } from './support/use-browser.js';
import { serveWidgets } from './support/widget-host.js';

describe.each(browserNames)('a widget in a frame, %s', (browserName) => {
  const shared = useBrowser(browserName, serveWidgets);

  async function openFrame(query: string, width: number, script = true): Promise<Page> {
    const page = await shared.browser.newPage();
    await page.setViewport({ width: Math.max(width, 320), height: 700 });
    const style = 'width: 100%; aspect-ratio: 4 / 3; border: 0';
    const frame = `<iframe src="${shared.server.assets}embed/axes.html${query}" title="Figure" style="${style}"></iframe>`;
    const count = '<script>addEventListener("message", () => (window.told = (window.told ?? 0) + 1))</script>';
    const resize = script ? `<script async src="${shared.server.assets}embed/resize.js"></script>` : '';
    await page.goto(
      shared.server.page(
        `<style>body { margin: 0 }</style>${count}${resize}<div style="width: ${width}px">${frame}</div>`,
      ),
    );
    return page;
  }

  const inner = (page: Page) => page.frames().find((frame) => frame.url().includes('/embed/'))!;

  async function settled(page: Page): Promise<void> {
    await expect
      .poll(
        () =>
          inner(page).evaluate(
            () => document.querySelector('normlab-axes')?.shadowRoot?.querySelector('[part="words"]') !== null,
          ),
        {
          timeout: 30_000,
        },
      )
      .toBe(true);
  }

  test('grows and shrinks with its content, in few messages, and never sideways', async () => {
    const page = await openFrame('?norm=layer', 320);
    await settled(page);
    for (const height of [300, 2000, 300]) {
      await page.evaluate(() => void ((window as unknown as { told: number }).told = 0));
      await inner(page).evaluate((px) => {
        document.querySelector('normlab-axes')!.remove();
        document.querySelector('#content')?.remove();
        const content = document.createElement('div');
        content.id = 'content';
        content.style.height = `${px}px`;
        document.body.append(content, document.createElement('normlab-axes'));
        document.querySelector<HTMLElement>('normlab-axes')!.hidden = true;
      }, height);
      const frameHeight = (): Promise<number> =>
        page.evaluate(() => document.querySelector('iframe')!.getBoundingClientRect().height);
      await expect.poll(frameHeight).toBeGreaterThan(height - 1);
      await expect.poll(frameHeight).toBeLessThanOrEqual(height + 20);
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
      expect(await frameHeight()).toBeLessThanOrEqual(height + 20);
      expect(await page.evaluate(() => (window as unknown as { told: number }).told)).toBeLessThanOrEqual(3);
    }
    const sideways = await inner(page).evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(sideways).toBeLessThanOrEqual(0);
    await page.close();
  });

  test('has the settings of its address, fits 320 px, and ignores what is no setting', async () => {
    const page = await openFrame('?norm=layer&onload=alert(1)&style=position:fixed&lock=norm', 320);
    await settled(page);
    const seen = await inner(page).evaluate(() => {
      const widget = document.querySelector('normlab-axes')!;
      return {
        attributes: widget.getAttributeNames().sort(),
        words: widget.shadowRoot!.querySelector('[part="words"]')!.textContent,
        locked: widget.shadowRoot!.querySelector('fieldset')!.disabled,
        sideways: document.documentElement.scrollWidth - innerWidth,
      };
    });
    expect(seen.attributes).toEqual(['data-embedded', 'lock', 'norm']);
    expect(seen.words).toContain('becomes 1.30.');
    expect(seen.locked).toBe(true);
    expect(seen.sideways).toBeLessThanOrEqual(0);
    await page.close();
  });

  test('keeps its ratio where the page around has no script', async () => {
    const page = await openFrame('', 600, false);
    await settled(page);
    const { width, height } = (await page.evaluate(() =>
      document.querySelector('iframe')!.getBoundingClientRect().toJSON(),
    )) as DOMRect;
    expect(height / width).toBeCloseTo(3 / 4, 2);
    await page.close();
  });

  test('heights of other frames, and nonsense, change nothing', async () => {
    const page = await openFrame('', 600);
    await settled(page);
    const content = (): Promise<string> =>
      inner(page).evaluate(() => `${Math.ceil(document.body.getBoundingClientRect().height)}px`);
    await expect
      .poll(
        async () => (await content()) === (await page.evaluate(() => document.querySelector('iframe')!.style.height)),
      )
      .toBe(true);
    const before = await page.evaluate(() => document.querySelector('iframe')!.style.height);
    await page.evaluate(() => {
      postMessage({ type: 'normlab-height', height: 9000 }, '*');
      for (const height of [NaN, -5, 1e9, '12px', null]) postMessage({ type: 'normlab-height', height }, '*');
      postMessage(null, '*');
    });
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(await page.evaluate(() => document.querySelector('iframe')!.style.height)).toBe(before);
    await page.close();
  });
});
