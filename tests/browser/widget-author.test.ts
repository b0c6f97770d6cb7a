/** @file What the author of a page can set beside the settings, and when a widget rests. */
import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { browserNames, until } from './support/browsers.js';
import { useBrowser } from './support/use-browser.js';
import { serveWidgets, wordsOf } from './support/widget-host.js';

describe.each(browserNames)('an author in %s', (browserName) => {
  const shared = useBrowser(browserName, serveWidgets);

  async function open(name: string, body: string): Promise<Page> {
    const page = await shared.browser.newPage();
    await page.setViewport({ width: 1000, height: 900 });
    const script = `<script type="module" src="${shared.server.assets}widgets/${name}.js"></script>`;
    await page.goto(shared.server.page(script + body));
    return page;
  }

  test('gives a caption, colours, a width, and styles of parts', async () => {
    const page = await open(
      'axes',
      `<style>normlab-axes { --normlab-paper: rgb(1, 2, 3); --normlab-ink: rgb(250, 251, 252); --normlab-width: 500px }
        normlab-axes::part(words) { font-style: italic }</style>
      <normlab-axes><b slot="caption">Our own title</b></normlab-axes>`,
    );
    await wordsOf(page, 'normlab-axes');
    const seen = await page.evaluate(() => {
      const widget = document.querySelector('normlab-axes')!;
      const style = getComputedStyle(widget);
      const [slot] = widget.shadowRoot!.querySelectorAll<HTMLSlotElement>('[part="caption"] slot');
      return {
        paper: style.backgroundColor,
        ink: style.color,
        width: widget.getBoundingClientRect().width,
        words: getComputedStyle(widget.shadowRoot!.querySelector('[part="words"]')!).fontStyle,
        caption: slot.assignedElements().map((one) => one.textContent),
      };
    });
    expect(seen).toEqual({
      paper: 'rgb(1, 2, 3)',
      ink: 'rgb(250, 251, 252)',
      width: 500,
      words: 'italic',
      caption: ['Our own title'],
    });
    await page.close();
  });

  test('leaves out controls, or locks them', async () => {
    const page = await open(
      'axes',
      ['hide="norm tools"', 'hide="all"', 'lock="layout"', 'lock="all"'].map((one) => `<normlab-axes ${one}></normlab-axes>`).join(''),
    );
    await page.setViewport({ width: 1000, height: 3000 });
    await wordsOf(page, 'normlab-axes:last-of-type');
    const seen = await page.evaluate(() =>
      [...document.querySelectorAll('normlab-axes')].map((widget) => {
        const tree = widget.shadowRoot!;
        const usable = (name: string): boolean | null => {
          const input = tree.querySelector<HTMLInputElement>(`.controls input[name="${name}"]`);
          return input && !input.matches(':disabled');
        };
        return {
          norm: usable('norm'),
          layout: usable('layout'),
          cells: [...tree.querySelectorAll<HTMLInputElement>('.cell input')].filter((one) => !one.disabled).length,
          tools: tree.querySelector('[part="tools"]') !== null,
        };
      }),
    );
    expect(seen).toEqual([
      { norm: null, layout: true, cells: 9, tools: false },
      { norm: null, layout: null, cells: 9, tools: false },
      { norm: true, layout: false, cells: 9, tools: true },
      { norm: false, layout: false, cells: 0, tools: true },
    ]);
    await page.close();
  });

  test('a finger drags a start', async () => {
    const page = await open('contours', '<normlab-contours></normlab-contours>');
    await wordsOf(page, 'normlab-contours');
    const box = await page.evaluate(() =>
      document.querySelector('normlab-contours')!.shadowRoot!.querySelector('.plane')!.getBoundingClientRect().toJSON(),
    );
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.touchscreen.touchStart(middle.x, middle.y);
    await page.touchscreen.touchMove(box.x + box.width / 4, middle.y);
    await page.touchscreen.touchEnd();
    const { startX, startY } = await page.evaluate(() =>
      document.querySelector<HTMLElement & { state(): Record<string, number> }>('normlab-contours')!.state(),
    );
    expect(startX).toBeCloseTo(-2.2, 1);
    expect(startY).toBeCloseTo(0, 1);
    await page.close();
  });

  test('a race rests while it is out of view or its tab is hidden', async () => {
    const page = await open(
      'race',
      '<normlab-race epochs="50"></normlab-race><div style="height: 5000px">Text</div>',
    );
    const steps = (): Promise<number> =>
      page.evaluate(() => {
        const look = document.querySelector('normlab-race')!.shadowRoot!.querySelector<HTMLInputElement>('.look output');
        return Number(look?.textContent ?? 0);
      });
    /** What was under way arrives; then nothing does. */
    const rests = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      const before = await steps();
      await new Promise((resolve) => setTimeout(resolve, 1000));
      expect(await steps()).toBe(before);
    };
    await expect.poll(steps, { timeout: 30_000 }).toBeGreaterThan(0);
    await page.evaluate(() => scrollTo(0, 4000));
    await rests();
    const left = await steps();
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(steps, { timeout: 30_000 }).toBeGreaterThan(left);

    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await rests();
    const hidden = await steps();
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'visible' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await until(page, 'the race', (at: number) => {
      const look = document.querySelector('normlab-race')!.shadowRoot!.querySelector('.look output')!;
      return Number(look.textContent) > at;
    }, hidden);
    await page.close();
  });
});
