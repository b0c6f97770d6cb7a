/** @file Depth, padding, LayerNorm beside RMSNorm, and pre- beside post-norm on a page: by hand and keyboard, narrow, dark, with wrong attributes. */
import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { accessibilityFindings } from './support/axe.js';
import { browserNames, until } from './support/browsers.js';
import { useBrowser } from './support/use-browser.js';
import { partText, serveWidgets, wordsOf } from './support/widget-host.js';

describe.each(browserNames)('widgets by hand, %s', (browserName) => {
  const shared = useBrowser(browserName, serveWidgets);

  async function open(name: string, attributes = '', width = 1000): Promise<Page> {
    const page = await shared.browser.newPage();
    await page.setViewport({ width, height: 900 });
    const script = `<script type="module" src="${shared.server.assets}widgets/${name}.js"></script>`;
    await page.goto(shared.server.page(`${script}<normlab-${name} id="figure" ${attributes}><p slot="fallback">still</p></normlab-${name}>`));
    return page;
  }

  /** The words, once they match. */
  async function wordsLike(page: Page, pattern: RegExp): Promise<string> {
    return until(
      page,
      `words like ${pattern.source}`,
      (source: string) => {
        const words = document.querySelector('#figure')?.shadowRoot?.querySelector('[part="words"]')?.textContent?.trim() ?? '';
        return new RegExp(source).test(words) ? words : null;
      },
      pattern.source,
    );
  }

  const press = (page: Page, label: string): Promise<void> =>
    page.evaluate((text) => {
      const buttons = [...document.querySelector('#figure')!.shadowRoot!.querySelectorAll('button')];
      buttons.find((button) => button.textContent?.trim() === text)!.click();
    }, label);
  const focus = (page: Page, selector: string): Promise<void> =>
    page.evaluate((where) => document.querySelector('#figure')!.shadowRoot!.querySelector<HTMLElement>(where)!.focus(), selector);

  test('depth: overflows at a press, is marked there, and comes back with the keyboard', async () => {
    const page = await open('depth');
    expect(await wordsOf(page, '#figure')).toMatch(/layer 30: no norm 0\.53 to 1\.4\s×\s10⁻⁶; BatchNorm 0\.59 to/);
    await press(page, 'It overflows');
    const words = await wordsLike(page, /no norm overflows in layer \d+/);
    const layer = /overflows in layer (\d+)/.exec(words)![1];
    await until(
      page,
      'the mark',
      (label: string) => document.querySelector('#figure')!.shadowRoot!.querySelector('.chart-rule-label')?.textContent === label,
      `no norm ends at layer ${layer}`,
    );
    await focus(page, '[name="gain"]');
    await page.keyboard.press('Home');
    expect(await wordsLike(page, /no norm [\d.]+ to /)).not.toContain('overflows');
    await page.close();
  });

  test('depth: fewer layers are never spoken of with the numbers of more', async () => {
    const page = await open('depth');
    await wordsOf(page, '#figure');
    const spoken = await page.evaluate(async () => {
      const widget = document.querySelector('#figure') as HTMLElement & { run(): Promise<unknown>; depth: number; updateComplete: Promise<unknown> };
      const read = (): string => widget.shadowRoot!.querySelector('[part="words"]')!.textContent!.trim();
      const before = read();
      widget.depth = 5;
      const run = widget.run();
      await widget.updateComplete;
      const between = read();
      await run;
      await widget.updateComplete;
      return { before, between, after: read() };
    });
    expect(spoken.between).toBe(spoken.before);
    expect(spoken.after).toContain('to layer 5: no norm');
    await page.close();
  });

  test('padding: exactly 0 for LayerNorm; a token all alone has no BatchNorm and the controls stay', async () => {
    const page = await open('padding');
    expect(await wordsOf(page, '#figure')).toContain('its LayerNorm output does not move at all: 0, to the last bit');
    await press(page, 'sat');
    await wordsLike(page, /^The token “sat”/);
    await press(page, 'Only this sentence');
    expect(await wordsLike(page, /this batch of 6 places, 0 of them padding/)).toContain('its BatchNorm output does not move');
    await focus(page, 'input[type="range"]');
    await page.keyboard.press('Home');
    expect(await wordsLike(page, /^The token “the”/)).toContain('its BatchNorm output is missing here and alone');
    await page.keyboard.press('ArrowRight');
    await wordsLike(page, /its BatchNorm output does not move/);
    await page.close();
  });

  test('LayerNorm beside RMSNorm: a shift moves only RMSNorm, a factor neither', async () => {
    const page = await open('rms-vs-layer', 'shift="0"');
    expect(await wordsOf(page, '#figure')).toContain('RMSNorm gives 0.343, 0.686, 0.686, 1.715');
    await focus(page, '[name="shift"]');
    await page.keyboard.press('End');
    expect(await wordsLike(page, /RMSNorm moved by/)).toContain('LayerNorm did not move');
    await page.evaluate(() => document.querySelector('#figure')!.setAttribute('state', '{"shift":0,"factor":3}'));
    await wordsLike(page, /LayerNorm did not move; RMSNorm did not move/);
    await page.close();
  });

  test('pre- and post-norm: the start at once, training at a press, Stop keeps what there is, runs are kept', async () => {
    const page = await open('residual', 'depth="6" other-depth="6" steps="1000"');
    expect(await wordsOf(page, '#figure')).toMatch(/^Before the first update\. Pre-norm: the gradient .* in the first of 6 blocks/);
    await press(page, 'Train both');
    await until(page, 'ten steps', () => {
      const bar = document.querySelector('#figure')!.shadowRoot!.querySelector('progress');
      return bar !== null && bar.value >= 10;
    });
    await press(page, 'Stop');
    const words = await wordsLike(page, /^Stopped after \d+ of 1000 steps on Genesis\. Pre-norm: loss /);
    const stopped = Number(/after (\d+)/.exec(words)![1]);
    expect(stopped).toBeGreaterThanOrEqual(10);
    expect(stopped).toBeLessThan(1000);
    await press(page, 'Keep this run');
    const rows = await until(page, 'the table', () => {
      const cells = [...document.querySelector('#figure')!.shadowRoot!.querySelectorAll('.kept tbody tr')];
      return cells.length === 2 ? cells.map((row) => row.textContent!.replace(/\s+/g, ' ').trim()) : null;
    });
    expect(rows[0]).toContain(`pre-norm, LayerNorm, 6 blocks, lr 0.003, Genesis, seed 0 ${stopped} `);
    await focus(page, '[name="seed"], .field input');
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    await wordsLike(page, /^Before the first update/);
    await page.close();
  });

  test('the norm moves by keyboard, and is dragged to its other places', async () => {
    const page = await open('residual', 'depth="2" other-depth="3"');
    await wordsOf(page, '#figure');
    await focus(page, '[name="place"][value="pre"]');
    await page.keyboard.press('ArrowRight');
    await wordsLike(page, /Post-norm, 2 blocks: the gradient .* Post-norm, 3 blocks: /);
    const box = await page.evaluate(() => {
      const norm = document.querySelector('#figure')!.shadowRoot!.querySelectorAll('.diagram .norm')[1];
      norm.scrollIntoView({ block: 'center' });
      const { x, y, width, height } = norm.getBoundingClientRect();
      const { width: whole } = norm.closest('svg')!.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2, scale: whole / 320 };
    });
    await page.mouse.move(box.x, box.y);
    await page.mouse.down();
    await page.mouse.move(box.x - 165 * box.scale, box.y + 50 * box.scale, { steps: 4 });
    await page.mouse.up();
    await wordsLike(page, /Pre-norm, 3 blocks: /);
    await page.close();
  });

  test.each(['depth', 'padding', 'rms-vs-layer', 'residual'])('%s fits 320 px and can be used by everybody, light and dark', async (name) => {
    for (const theme of ['light', 'dark']) {
      const page = await open(name, `theme="${theme}"`, 320);
      await wordsOf(page, '#figure');
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      expect(await accessibilityFindings(page), theme).toEqual([]);
      await page.close();
    }
  });

  test.each([
    ['depth', 'gain="NaN"', '[depth] gain: expected a number from 0.1 to 1000, got "NaN"'],
    ['depth', 'depth="3.5"', '[depth] depth: expected a whole number from 2 to 100, got 3.5'],
    ['padding', 'pads="Infinity"', '[padding] pads: expected a whole number from 0 to 12, got Infinity'],
    ['padding', 'lengths="9"', '[padding] lengths: expected whole numbers from 0 to 8, got 9'],
    ['residual', 'width="30"', '[residual] width: expected a multiple of 4 from 8 to 128, got 30'],
    ['residual', 'other-place="both"', '[residual] other-place: expected one of pre, post, none, hyper, got "both"'],
  ])('%s with %s says so in its place', async (name, attribute, message) => {
    const page = await open(name, attribute);
    expect(await partText(page, '#figure', 'error')).toBe(message);
    await page.close();
  });
});
