/** @file "Embed" below a widget: what its buttons copy and save shows the same settings in another page. */
import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { browserNames, until } from './support/browsers.js';
import { useBrowser } from './support/use-browser.js';
import { serveWidgets, wordsOf } from './support/widget-host.js';

/** A change of each widget, with every kind of setting among them. */
const changes: Record<string, Record<string, unknown>> = {
  axes: { layout: 'tokens', norm: 'layer', factor: '10', cell: 5 },
  stepper: { norm: 'rms', values: [1, -2, 4.5], weight: 2 },
  'rms-vs-layer': { values: [3, 5], shift: -2.5, epsPlace: 'outside', eps: 0.5 },
  contours: { scale: 3, startX: -1.25, rate: 0.5 },
  race: { lanes: 'none; layer lr=0.5 depth=2', epochs: 1, depth: 3, batchSize: 32 },
  'batch-modes': { mode: 'eval', momentum: 0.3, convention: 'old' },
  padding: { lengths: [4, 0, 2], pads: 3, token: 2 },
  depth: { depth: 6, gain: 1.4, activation: 'tanh' },
  residual: { depth: 3, otherDepth: 2, otherPlace: 'none', width: 8, curve: 'std' },
};

describe.each(browserNames)('codes for other pages, %s', (browserName) => {
  const shared = useBrowser(browserName, serveWidgets);

  async function open(body: string): Promise<Page> {
    const page = await shared.browser.newPage();
    await page.setViewport({ width: 1000, height: 2000 });
    await page.goto(shared.server.page(body));
    return page;
  }

  const stateOf = (page: Page): Promise<Record<string, unknown>> =>
    page.evaluate(() => document.querySelector<HTMLElement & { state(): Record<string, unknown> }>('[data-it]')!.state());

  /** The widget with these settings, and hands on what it copies and saves. */
  async function changed(name: string): Promise<Page> {
    const script = `<script type="module" src="${shared.server.assets}widgets/${name}.js"></script>`;
    const page = await open(`${script}<normlab-${name} data-it></normlab-${name}>`);
    await wordsOf(page, '[data-it]');
    await page.evaluate(async (state) => {
      const widget = document.querySelector<
        HTMLElement & { state(next: object): object; run(): Promise<unknown>; updateComplete: Promise<unknown> }
      >('[data-it]')!;
      widget.state(JSON.parse(state));
      await widget.run();
      await widget.updateComplete;
      widget.shadowRoot!.querySelector('details.embed')!.toggleAttribute('open', true);
      Object.defineProperty(navigator, 'clipboard', {
        configurable: true,
        value: { writeText: async (text: string) => void (document.body.dataset.copied = text) },
      });
      URL.createObjectURL = (blob) => {
        void (blob as Blob).text().then((text) => (document.body.dataset.saved = text));
        return '#';
      };
      HTMLAnchorElement.prototype.click = function click() {
        document.body.dataset.name = this.download;
      };
    }, JSON.stringify(changes[name]));
    expect(await stateOf(page)).toMatchObject(changes[name]);
    return page;
  }

  /** Presses a button of the panel, and gives what it left in the page. */
  async function press(page: Page, label: string, left: 'copied' | 'saved'): Promise<string> {
    await page.evaluate((text) => {
      const buttons = [...document.querySelector('[data-it]')!.shadowRoot!.querySelectorAll<HTMLElement>('.embed button')];
      buttons.find((one) => [one.getAttribute('aria-label'), one.textContent.trim()].includes(text))!.click();
    }, label);
    return until(page, label, (key: string) => document.body.dataset[key] ?? null, left);
  }

  test.each(Object.keys(changes))('%s: element, frame and picture have the present settings', async (name) => {
    const page = await changed(name);
    const state = await stateOf(page);
    const words = await wordsOf(page, '[data-it]');

    const element = await press(page, 'Copy: Element', 'copied');
    const pasted = await open(element.replace(`<normlab-${name}`, `<normlab-${name} data-it`));
    expect(await wordsOf(pasted, '[data-it]')).toBe(words);
    expect(await stateOf(pasted)).toEqual(state);
    await pasted.close();

    const frame = await press(page, 'Copy: Frame', 'copied');
    expect(frame).toContain('<iframe');
    const around = await open(frame);
    const inner = () => around.frames().find((one) => one.url().includes('/embed/'));
    const seen = async (): Promise<string | null | undefined> =>
      inner()?.evaluate(() => {
        const tree = document.querySelector('[data-embedded]')?.shadowRoot;
        if (tree?.querySelector('[part="figure"]')?.getAttribute('aria-busy') !== 'false') return null;
        return tree.querySelector('[part="words"]')?.textContent.trim() ?? null;
      });
    await expect.poll(seen, { timeout: 30_000 }).toBe(words);
    expect(
      await inner()!.evaluate(() =>
        document.querySelector<HTMLElement & { state(): Record<string, unknown> }>('[data-embedded]')!.state(),
      ),
    ).toEqual(state);
    await around.close();

    const picture = await press(page, 'Copy: Picture', 'copied');
    const svg = await press(page, 'Save SVG', 'saved');
    const file = await page.evaluate(() => document.body.dataset.name!);
    expect(file).toBe(`normlab-${name}.svg`);
    shared.server.file(file, svg);
    const still = await open(picture);
    const shown = await still.evaluate(async (address) => {
      const image = document.querySelector('img')!;
      await image.decode();
      const drawn = new DOMParser().parseFromString(await (await fetch(address)).text(), 'image/svg+xml');
      const label = drawn.documentElement.getAttribute('aria-label');
      return { alt: image.alt, width: image.naturalWidth, label, texts: drawn.querySelectorAll('text').length };
    }, file);
    expect(shown).toMatchObject({ alt: words, label: words });
    expect(shown.width).toBeGreaterThan(300);
    expect(shown.texts).toBeGreaterThan(5);
    await still.close();
    await page.close();
  });

  test('where copying is forbidden the code is selected', async () => {
    const page = await changed('axes');
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } }),
    );
    const said = await page.evaluate(async () => {
      const panel = document.querySelector('[data-it]')!.shadowRoot!.querySelector('.embed')!;
      const button = panel.querySelector<HTMLElement>('button')!;
      button.click();
      await new Promise((resolve) => setTimeout(resolve, 50));
      const box = panel.querySelector('textarea')!;
      return { button: button.textContent.trim(), all: box.selectionEnd === box.value.length && box.selectionStart === 0 };
    });
    expect(said).toEqual({ button: 'Selected: press Ctrl+C', all: true });
    await page.close();
  });
});
