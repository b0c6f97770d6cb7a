/** @file Every widget in its states, in both browsers: it says its result, can be used by all, fits a phone, and leaks nothing. */
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { widgets } from '../../web/widgets/all.js';
import { accessibilityFindings } from './support/axe.js';
import { browserNames, launch, openPage, until } from './support/browsers.js';
import { serveWidgets, type WidgetHost, wordsOf } from './support/widget-host.js';

const names = widgets.map(({ name }) => name);

describe.each(browserNames)('the gallery in %s', (browserName) => {
  let host: WidgetHost;
  let browser: Browser;
  let page: Page;
  let faults: string[];

  beforeAll(async () => {
    host = await serveWidgets();
    browser = await launch(browserName);
    ({ page, faults } = await openPage(browser, `${host.assets}embed/index.html`));
  });
  afterAll(async () => {
    await browser?.close();
    await host?.close();
  });

  /** Scrolls through the page until each widget has a result, an error, or a question. */
  async function seeAll(): Promise<void> {
    const count = await page.evaluate(() => document.querySelectorAll('.state > :last-child').length);
    for (let i = 0; i < count; i += 1) {
      await page.evaluate((at) => document.querySelectorAll('.state > :last-child')[at].scrollIntoView(), i);
      await until(
        page,
        `widget ${i}`,
        (at: number) => {
          const tree = document.querySelectorAll('.state > :last-child')[at].shadowRoot;
          const figure = tree?.querySelector('[part="figure"]');
          if (!tree || figure?.getAttribute('aria-busy') !== 'false') return false;
          return tree.querySelector('[part="words"], [part="error"], .ask') !== null;
        },
        i,
      );
    }
  }

  test('every widget says what it shows, without any error but the one on purpose', async () => {
    await seeAll();
    const seen = await page.evaluate(() =>
      [...document.querySelectorAll('.state > :last-child')].map((widget) => ({
        name: widget.localName.replace('normlab-', ''),
        words: widget.shadowRoot!.querySelector('[part="words"]')?.textContent.trim() ?? '',
        error: widget.shadowRoot!.querySelector('[part="error"]')?.textContent.trim() ?? '',
        question: widget.shadowRoot!.querySelector('.ask') !== null,
      })),
    );
    expect(seen.filter(({ error }) => error !== '').map(({ error }) => error)).toEqual([
      '[axes] norm: expected one of batch, layer, rms, got "group"',
    ]);
    for (const name of names) {
      const own = seen.filter((one) => one.name === name && one.error === '');
      expect(own.length).toBeGreaterThan(1);
      for (const { words, question } of own) expect(words.length > 30 || question).toBe(true);
    }
    expect(faults).toEqual([]);
  });

  test('axe finds nothing, in light and where a widget is dark', async () => {
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  test('nothing is wider than a phone of 320 px', async () => {
    await page.setViewport({ width: 320, height: 800 });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const wide = await page.evaluate(() => [
      Math.max(0, document.documentElement.scrollWidth - innerWidth),
      ...[...document.querySelectorAll('.state > :last-child')].flatMap((widget) =>
        widget.shadowRoot!.querySelector('figure')!.scrollWidth > widget.clientWidth + 1
          ? [widget.outerHTML.slice(0, 80)]
          : [],
      ),
    ]);
    expect(wide).toEqual([0]);
    await page.setViewport({ width: 1280, height: 900 });
  });

  test('the reference has no findings, and names every attribute', async () => {
    const { page: reference, faults: own } = await openPage(browser, `${host.assets}embed/reference.html`);
    expect(await accessibilityFindings(reference)).toEqual([]);
    const text = await reference.evaluate(() => document.body.textContent);
    for (const { name, schema } of widgets) {
      expect(text).toContain(`<normlab-${name}>`);
      for (const { description } of Object.values(schema as Record<string, { description: string }>))
        expect(text).toContain(description);
    }
    expect(own).toEqual([]);
    await reference.close();
  });

  test('arrow keys move through grids, steps and handles', async () => {
    await page.evaluate(() => document.querySelector('normlab-axes')!.scrollIntoView());
    const key = async (selector: string, inner: string, ...keys: string[]): Promise<void> => {
      await page.evaluate(
        (where, what) => document.querySelector(where)!.shadowRoot!.querySelector<HTMLElement>(what)!.focus(),
        selector,
        inner,
      );
      for (const one of keys) await page.keyboard.press(one as 'ArrowDown');
    };
    const state = (selector: string): Promise<Record<string, number>> =>
      page.evaluate(
        (where) => (document.querySelector(where) as unknown as { state(): Record<string, number> }).state(),
        selector,
      );
    await key('normlab-axes', '[data-index="0"] input', 'ArrowDown', 'ArrowRight');
    expect((await state('normlab-axes')).cell).toBe(4);
    await page.evaluate(() => document.querySelector('normlab-stepper')!.scrollIntoView());
    await key('normlab-stepper', 'table', 'ArrowUp', 'ArrowUp');
    expect((await state('normlab-stepper')).step).toBe(4);
    await page.evaluate(() => document.querySelector('normlab-contours')!.scrollIntoView());
    await key('normlab-contours', '.plane', 'ArrowLeft', 'ArrowLeft', 'ArrowUp');
    expect(await state('normlab-contours')).toMatchObject({ startX: 1.3, startY: 2.1 });
  });

  test('a start can be dragged', async () => {
    await page.evaluate(() => document.querySelector('normlab-contours')!.scrollIntoView());
    const box = await page.evaluate(() =>
      document.querySelector('normlab-contours')!.shadowRoot!.querySelector('.plane')!.getBoundingClientRect().toJSON(),
    );
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 4, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    const { startX, startY } = await page.evaluate(() =>
      (document.querySelector('normlab-contours') as unknown as { state(): Record<string, number> }).state(),
    );
    expect(startX).toBeCloseTo(-2.2, 1);
    expect(startY).toBeCloseTo(0, 1);
  });

  test('a race pauses, goes one step, is looked back at, and runs on', async () => {
    await page.goto(
      host.page(
        `<script type="module" src="${host.assets}widgets/race.js"></script><normlab-race epochs="50"></normlab-race>`,
      ),
    );
    const press = (name: string): Promise<void> =>
      page.evaluate((label) => {
        const buttons = [...document.querySelector('normlab-race')!.shadowRoot!.querySelectorAll('button')];
        buttons.find((button) => button.textContent.trim() === label)!.click();
      }, name);
    const last = (): Promise<number> =>
      page.evaluate(() =>
        Number(document.querySelector('normlab-race')!.shadowRoot!.querySelector<HTMLInputElement>('.look input')!.max),
      );
    await until(
      page,
      'the race',
      () => document.querySelector('normlab-race')?.shadowRoot?.querySelector('.look') !== null,
    );
    await press('Pause');
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
    const [one, two] = [await last(), await new Promise<number>((resolve) => setTimeout(() => resolve(last()), 300))];
    expect(two).toBe(one);
    await press('Go on');
    await expect.poll(last, { timeout: 20_000 }).toBeGreaterThan(one);
    await page.evaluate(() => {
      const look = document.querySelector('normlab-race')!.shadowRoot!.querySelector<HTMLInputElement>('.look input')!;
      look.value = '0';
      look.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await until(
      page,
      'the first look',
      () => document.querySelector('normlab-race')!.shadowRoot!.querySelector('.look output')!.textContent === '0',
    );
  });

  test('1,000 runs and 200 mounts leave nothing behind', async () => {
    await page.goto(
      host.page(`<div id="place"></div><script type="module" src="${host.assets}widgets/widgets.js"></script>`),
    );
    await until(page, 'the script', () => customElements.get('normlab-axes') !== undefined);
    await page.evaluate(() => {
      const Real = Worker;
      window.Worker = class extends Real {
        constructor(url: string | URL) {
          super(url);
          (window as unknown as { engine: Worker }).engine = this;
        }
      };
    });
    const mounts = await page.evaluate(async (all) => {
      const place = document.querySelector('#place')!;
      const kept: WeakRef<Element>[] = [];
      const held = (): Promise<string> =>
        new Promise((resolve) => {
          const { engine } = window as unknown as { engine: Worker };
          engine.addEventListener('message', function take({ data }: MessageEvent<{ type: string }>) {
            if (data.type !== 'memory') return;
            engine.removeEventListener('message', take);
            resolve(JSON.stringify(data));
          });
          engine.postMessage({ type: 'memory' });
        });
      let first = '';
      for (let i = 0; i < 200; i += 1) {
        const widget = document.createElement(`normlab-${all[i % all.length]}`) as HTMLElement & {
          run(): Promise<unknown>;
        };
        if (widget.localName === 'normlab-race')
          widget.setAttribute('state', '{"epochs":1,"depth":2,"lanes":"none; batch"}');
        if (widget.localName === 'normlab-depth') widget.setAttribute('depth', '3');
        if (widget.localName === 'normlab-residual') widget.setAttribute('state', '{"depth":2,"otherDepth":2,"width":8}');
        place.append(widget);
        await widget.run();
        widget.remove();
        kept.push(new WeakRef(widget));
        // What the library itself keeps is there after one of each.
        if (i === all.length - 1) first = await held();
      }
      const widget = document.createElement('normlab-axes') as HTMLElement & { run(): Promise<{ output: number[] }> };
      place.append(widget);
      let last: number[] = [];
      for (let i = 0; i < 1000; i += 1) last = (await widget.run()).output;
      (window as unknown as { kept: unknown }).kept = kept;
      return { last, children: place.childElementCount, first, then: await held() };
    }, names);
    expect(mounts.children).toBe(1);
    expect(mounts.last).toHaveLength(9);
    expect(JSON.parse(mounts.first)).toMatchObject({ type: 'memory', nodes: 0 });
    expect(mounts.then).toBe(mounts.first);
    expect(await wordsOf(page, 'normlab-axes')).toContain('becomes 1.22.');
    if (browserName !== 'chromium') return;
    const session = await page.createCDPSession();
    await session.send('HeapProfiler.collectGarbage');
    await session.send('HeapProfiler.collectGarbage');
    const alive = await page.evaluate(
      () => (window as unknown as { kept: WeakRef<Element>[] }).kept.filter((ref) => ref.deref()).length,
    );
    // The last ones may still be on a stack or in a task.
    expect(alive).toBeLessThan(10);
  });
});
