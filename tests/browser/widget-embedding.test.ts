/** @file Widgets in pages of another origin: one script tag, strict policies, frames, and everything that can go wrong. */
import type { BrowserContext, Page } from 'puppeteer-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accessibilityFindings } from './support/axe.js';
import { browserNames, until } from './support/browsers.js';
import { useBrowser } from './support/use-browser.js';
import { partText, serveWidgets, wordsOf } from './support/widget-host.js';

const becomes =
  'Ana, math: 90 belongs to a group of 3 numbers with mean 70.00 and standard deviation 16.33, and becomes 1.22.';

describe.each(browserNames)('widgets in a course page, %s', (browserName) => {
  const shared = useBrowser(browserName, serveWidgets);
  let reader: BrowserContext;
  let page: Page;
  let faults: string[];

  beforeEach(async () => {
    reader = await shared.browser.createBrowserContext();
    page = await reader.newPage();
    await page.setViewport({ width: 1000, height: 900 });
    faults = [];
    page.on('pageerror', (error) => {
      const message = error instanceof Error ? error.message : String(error);
      // Firefox reports what a policy or a missing file stopped as errors of the page.
      if (!/^(Content-Security-Policy|Cross-Origin Request Blocked)/.test(message)) faults.push(message);
    });
    shared.server.asked.length = 0;
    shared.server.broken.clear();
  });
  afterEach(async () => {
    await reader.close();
    expect(faults).toEqual([]);
  });

  const script = (name = 'axes'): string => `<script type="module" src="${shared.server.assets}widgets/${name}.js"></script>`;

  test('one script tag from another origin, then the element', async () => {
    await page.goto(shared.server.page(`${script()}<normlab-axes></normlab-axes>`));
    expect(await wordsOf(page, 'normlab-axes')).toContain(becomes);
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  test('works under a strict policy that names the host of the widgets', async () => {
    const origin = shared.server.assets.slice(0, -1);
    const policy =
      `default-src 'none'; script-src ${origin} 'wasm-unsafe-eval'; connect-src ${origin}; worker-src blob:; ` +
      "style-src 'none'; img-src data:";
    await page.goto(shared.server.page(`${script()}<normlab-axes></normlab-axes>`, policy));
    expect(await wordsOf(page, 'normlab-axes')).toContain(becomes);
  });

  test('a policy that forbids the worker or WebAssembly is said in the place of the figure', async () => {
    const origin = shared.server.assets.slice(0, -1);
    const body = `${script()}<normlab-axes><p slot="fallback">The picture of the book</p></normlab-axes>`;
    await page.goto(shared.server.page(body, `script-src ${origin} 'wasm-unsafe-eval'; worker-src 'none'`));
    expect(await partText(page, 'normlab-axes', 'error')).toContain('worker-src blob:');
    await page.goto(shared.server.page(body, `script-src ${origin}; worker-src blob:`));
    expect(await partText(page, 'normlab-axes', 'error')).toContain("'wasm-unsafe-eval'");
    expect(await visibleText(page, '[slot="fallback"]')).toBe('The picture of the book');
  });

  test('a missing engine is said in words, the fallback stays, and Try again works once it is there', async () => {
    shared.server.broken.add('normlab.wasm');
    await page.goto(
      shared.server.page(`${script()}<normlab-axes><p slot="fallback">The picture</p></normlab-axes><p>More text</p>`),
    );
    expect(await partText(page, 'normlab-axes', 'error')).toContain(
      'the engine file is missing: the server answered 404',
    );
    expect(await visibleText(page, '[slot="fallback"]')).toBe('The picture');
    expect(await accessibilityFindings(page)).toEqual([]);
    shared.server.broken.clear();
    await page.evaluate(() =>
      document.querySelector('normlab-axes')!.shadowRoot!.querySelector<HTMLElement>('.error button')!.click(),
    );
    expect(await wordsOf(page, 'normlab-axes')).toContain(becomes);
  });

  test('a missing worker is said in words', async () => {
    shared.server.broken.add('widgets/worker.js');
    await page.goto(shared.server.page(`${script()}<normlab-axes></normlab-axes>`));
    expect(await partText(page, 'normlab-axes', 'error')).toContain('the worker could not be started');
  });

  test('wrong attributes, NaN and markup are said as text, and nothing else breaks', async () => {
    const bad = [
      'norm="group"',
      'eps="NaN"',
      'eps="<img src=x onerror=window.pwned=1>"',
      'values="1,two,3"',
      'state="{oops"',
    ];
    await page.goto(
      shared.server.page(
        `${script()}${bad.map((one) => `<normlab-axes ${one.replace(/"(.*)"/, (_, text: string) => `"${text.replaceAll('<', '&lt;')}"`)}><p slot="fallback">still</p></normlab-axes>`).join('')}<normlab-axes id="good"></normlab-axes>`,
      ),
    );
    await partText(page, 'normlab-axes', 'error');
    const errors = await page.evaluate(() =>
      [...document.querySelectorAll('normlab-axes')].map(
        (widget) => widget.shadowRoot!.querySelector('[part="error"] p')?.textContent ?? '',
      ),
    );
    expect(errors.slice(0, 5)).toEqual([
      '[axes] norm: expected one of batch, layer, rms, got "group"',
      '[axes] eps: expected a number from 1e-8 to 100, got "NaN"',
      '[axes] eps: expected a number from 1e-8 to 100, got "<img src=x onerror=window.pwned=1>"',
      '[axes] values: expected 0 to 24 numbers, got "two"',
      '[axes] state: expected an object as JSON, got {oops',
    ]);
    await page.evaluate(() => document.querySelector('#good')!.scrollIntoView());
    expect(await wordsOf(page, '#good')).toContain(becomes);
    const refused = await page.evaluate(() =>
      (document.querySelector('normlab-axes') as unknown as { run(): Promise<void> }).run().catch((error: Error) => String(error)),
    );
    expect(refused).toBe('TypeError: [axes] norm: expected one of batch, layer, rms, got "group"');
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  });

  test('attributes, properties, state, events and methods agree', async () => {
    await page.goto(
      shared.server.page(`<script>window.early = 1;</script><normlab-axes norm="layer"></normlab-axes>${script()}`),
    );
    expect(await wordsOf(page, 'normlab-axes')).toContain('becomes 1.30.');
    const seen = await page.evaluate(async () => {
      const widget = document.querySelector('normlab-axes') as unknown as HTMLElement & {
        norm: string;
        run(): Promise<{ output: number[] }>;
        reset(): void;
        state(next?: object): { norm: string; cell: number };
      };
      const events: string[] = [];
      for (const type of ['input', 'change', 'result']) {
        document.addEventListener(type, (event) =>
          events.push(`${type} ${JSON.stringify(Object.keys((event as CustomEvent).detail as object))}`),
        );
      }
      widget.norm = 'rms';
      const rms = (await widget.run()).output[0];
      widget.setAttribute('state', '{"norm":"batch","cell":8}');
      const state = widget.state();
      widget.shadowRoot!.querySelector<HTMLInputElement>('input[value="layer"]')!.click();
      await widget.run();
      const clicked = widget.norm;
      widget.removeAttribute('state');
      widget.reset();
      return { rms, state, clicked, afterReset: widget.norm, events: [...new Set(events)] };
    });
    expect(seen.rms).toBeCloseTo(90 / Math.sqrt((90 ** 2 + 60 ** 2 + 72 ** 2) / 3), 5);
    expect(seen.state).toMatchObject({ norm: 'batch', cell: 8 });
    expect(seen.clicked).toBe('layer');
    expect(seen.afterReset).toBe('layer');
    expect(seen.events.sort()).toEqual([
      'change ["name","value","state"]',
      'input ["name","value","state"]',
      'result ["result","words","state"]',
    ]);
  });

  test('properties that a framework sets before the script comes count, and elements may come and go', async () => {
    await page.goto(shared.server.page('<div id="place"></div>'));
    await page.evaluate((address) => {
      const widget = document.createElement('normlab-axes') as unknown as HTMLElement & { norm: string };
      widget.norm = 'layer';
      document.querySelector('#place')!.append(widget);
      const script = document.createElement('script');
      script.type = 'module';
      script.src = address;
      document.head.append(script);
    }, `${shared.server.assets}widgets/widgets.js`);
    expect(await wordsOf(page, 'normlab-axes')).toContain('becomes 1.30.');
    await page.evaluate(() => {
      const widget = document.querySelector('normlab-axes')!;
      widget.remove();
      document.querySelector('#place')!.append(widget, document.createElement('normlab-axes'));
      widget.nextElementSibling!.id = 'second';
    });
    expect(await wordsOf(page, '#second')).toContain('becomes 1.22.');
    expect(await wordsOf(page, 'normlab-axes')).toContain('becomes 1.30.');
  });

  test('nothing heavy is loaded until a widget comes near the screen, and one engine serves all', async () => {
    await page.goto(
      shared.server.page(`${script()}<div style="height: 4000px">Text</div>${'<normlab-axes></normlab-axes>'.repeat(3)}`),
    );
    await until(page, 'the script', () => customElements.get('normlab-axes') !== undefined);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(shared.server.asked.filter((name) => !/^widgets\/(axes|part-.*)\.js$/.test(name))).toEqual([]);
    await page.evaluate(() => document.querySelector('normlab-axes')!.scrollIntoView());
    expect(await wordsOf(page, 'normlab-axes:last-of-type')).toContain(becomes);
    expect(shared.server.asked.filter((name) => /worker|wasm/.test(name)).sort()).toEqual(['normlab.wasm', 'widgets/worker.js']);
  });

  test('works in a frame without an origin, where storage is blocked', async () => {
    const inner = shared.server.page(`${script()}<normlab-axes></normlab-axes>`);
    await page.goto(
      shared.server.page(`<iframe sandbox="allow-scripts" src="${inner}" width="600" height="700" title="inner"></iframe>`),
    );
    const frame = await until(page, 'the frame', () => document.querySelector('iframe') !== null).then(
      () => page.frames().find((one) => one.url() === inner)!,
    );
    await expect
      .poll(
        () =>
          frame.evaluate(
            () =>
              document.querySelector('normlab-axes')?.shadowRoot?.querySelector('[part="words"]')?.textContent ?? '',
          ),
        {
          timeout: 30_000,
        },
      )
      .toContain(becomes);
  });
});

async function visibleText(page: Page, selector: string): Promise<string> {
  return page.evaluate((where) => {
    const element = document.querySelector<HTMLElement>(where);
    return element && element.getClientRects().length > 0 ? element.innerText : '';
  }, selector);
}
