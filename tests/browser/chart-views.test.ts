/** @file Charts on a page, in both browsers: read by keys and pointer, table, files, narrow, dark, print, much data. */
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFindings } from './support/axe.js';
import { type BrowserName, browserNames, launch, openPage, until, type Watched } from './support/browsers.js';
import { allSpecs, layersPlain, race } from './support/chart-specs.js';
import { type GallerySite, serveGallery } from './support/gallery.js';
import type { Gallery } from './support/gallery-page.js';

declare const gallery: Gallery;

let site: GallerySite;
beforeAll(async () => {
  site = await serveGallery();
});
afterAll(() => site?.close());

async function open(browser: Browser, only = ''): Promise<Watched> {
  const watched = await openPage(browser, only === '' ? site.url : `${site.url}?only=${only}`);
  await drawn(watched.page);
  return watched;
}

/** Waits until every chart has taken over its still. */
async function drawn(page: Page): Promise<void> {
  await until(page, 'the charts', () => {
    const plots = [...document.querySelectorAll('.chart-plot')];
    return plots.length > 0 && plots.every((plot) => plot.querySelectorAll('.chart-picture').length === 1);
  });
}

const readout = (page: Page, id: string): Promise<string> =>
  page.evaluate((name) => document.querySelector(`#${name} .chart-readout`)!.textContent!, id);

function changed(page: Page, id: string, before: string): Promise<string> {
  return until(
    page,
    `another value of ${id}`,
    (name, old) => {
      const text = document.querySelector(`#${name} .chart-readout`)!.textContent!;
      return text === old ? null : text;
    },
    id,
    before,
  );
}

/** Presses a key on the focused slider and waits for what it changes. */
async function pressed(page: Page, id: string, key: 'ArrowLeft' | 'ArrowUp' | 'ArrowDown' | 'Home'): Promise<string> {
  const before = await readout(page, id);
  await page.keyboard.press(key);
  return changed(page, id, before);
}

async function focusOn(page: Page, id: string): Promise<string> {
  const rest = await readout(page, id);
  await page.focus(`#${id} .chart-scrub`);
  return changed(page, id, rest);
}

describe.each(browserNames)('charts in %s', (name: BrowserName) => {
  let browser: Browser;
  let watched: Watched;
  let page: Page;

  beforeAll(async () => {
    browser = await launch(name);
    watched = await open(browser);
    page = watched.page;
  });
  afterAll(() => browser?.close());

  test('every one is there, nothing went wrong, and axe finds nothing', async () => {
    expect(await page.evaluate(() => [...document.querySelectorAll('figure')].map((figure) => figure.id))).toEqual(
      Object.keys(allSpecs),
    );
    await page.evaluate(() =>
      document.querySelectorAll<HTMLElement>('#race summary, #speed summary').forEach((summary) => summary.click()),
    );
    await until(page, 'the tables', () => document.querySelectorAll('#race .data-table tbody tr').length === 115);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = false)));
    expect(watched.faults).toEqual([]);
  });

  test('bars are as high on the screen as their counts', async () => {
    const heights = await page.evaluate(() => {
      const path = document.querySelector<SVGPathElement>('#layersPlain .chart-bar')!;
      const scale = path.getScreenCTM()!.d;
      const boxes = path.getAttribute('d')!.match(/M[^Z]*Z/g)!;
      return boxes.map((box) => {
        const [, base, top] = /M[\d.]+,([\d.]+)V([\d.]+)/.exec(box)!;
        return (Number(base) - Number(top)) * scale;
      });
    });
    const counts = layersPlain.layers[0].counts.filter((count) => count > 0);
    const [most, highest] = [Math.max(...counts), Math.max(...heights)];
    expect(heights).toHaveLength(counts.length);
    heights.forEach((height, i) => expect(Math.abs(height / highest - counts[i] / most)).toBeLessThan(0.02));
  });

  test('arrow keys read a line chart along x, all series at once', async () => {
    const at = await focusOn(page, 'race');
    expect(at).toMatch(/^step 115: no normalization 2\.\d{3} BatchNorm1d/);
    expect(await pressed(page, 'race', 'ArrowLeft')).toMatch(/^step 114:/);
    const [first] = race.series[1].points;
    expect(await pressed(page, 'race', 'Home')).toContain(`BatchNorm1d ${first[1].toFixed(3)}`);
    const spoken = await page.evaluate(() =>
      document.querySelector('#race .chart-scrub')!.getAttribute('aria-valuetext'),
    );
    expect(spoken).toBe(await readout(page, 'race'));
    expect(await page.evaluate(() => document.querySelectorAll('#race .chart-cursor circle').length)).toBe(4);
  });

  test('arrow keys read a heatmap by column and row, and layers by bin and layer', async () => {
    expect(await focusOn(page, 'reportCard')).toContain('pupil Ana, subject math:');
    expect(await pressed(page, 'reportCard', 'ArrowDown')).toContain('pupil Ben, subject math:');
    const value = await page.evaluate(
      () => document.querySelector<HTMLInputElement>('#reportCard .chart-scrub')!.value,
    );
    expect(value).toBe('3');
    expect(await pressed(page, 'reportCard', 'ArrowUp')).toContain('pupil Ana');
    expect(await focusOn(page, 'layersPlain')).toContain('layer 1');
    expect(await pressed(page, 'layersPlain', 'ArrowDown')).toContain('layer 2');
    expect(await readout(page, 'reportCard')).toContain('3 × 3 values');
  });

  test('the pointer reads the value below it, and leaves no trace', async () => {
    await page.evaluate(() => document.querySelector('#reportCard')!.scrollIntoView({ block: 'center' }));
    const box = await page.evaluate(() => {
      const { x, y, width, height } = document.querySelectorAll('#reportCard .chart-number')[4].getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    });
    await page.mouse.move(box.x, box.y);
    const read = (): string | false => {
      const text = document.querySelector('#reportCard .chart-readout')!.textContent!;
      return text.includes('pupil Ben, subject art') && text;
    };
    expect(await until(page, 'the value', read)).toContain('1.36');
    await page.mouse.move(1, 1);
    await until(
      page,
      'the words at rest',
      () => document.querySelector('#reportCard .chart-cursor')!.children.length === 0,
    );
  });

  test('the table has the data, thinned only where it is long', async () => {
    await page.evaluate(() => document.querySelector<HTMLElement>('#race summary')!.click());
    const rows = await until(page, 'the table', () => {
      const all = [...document.querySelectorAll('#race tbody tr')].map((row) =>
        [...row.children].map((c) => c.textContent),
      );
      return all.length === 115 ? all : null;
    });
    const wanted = [10, ...race.series.map(({ points }) => points[9][1])].map((number) =>
      Number.isInteger(number) ? String(number) : number.toPrecision(5),
    );
    expect(rows[9]).toEqual(wanted);
    const words = await page.evaluate(() => document.querySelector('#race .chart-summary')!.textContent);
    expect(words).toMatch(/BatchNorm1d falls from 2\.\d+ to 0\.\d+, step 1 to 115\./);
  });

  test('is saved as SVG that parses, as PNG, and as CSV with the very numbers', async () => {
    for (const id of Object.keys(allSpecs)) {
      const root = await page.evaluate(async (chart) => {
        const text = await gallery.file(chart, 'svg');
        const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
        return [parsed.documentElement.localName, parsed.querySelectorAll('parsererror').length] as [string, number];
      }, id);
      expect(root).toEqual(['svg', 0]);
    }
    expect(await page.evaluate(() => gallery.file('race', 'png'))).toBe('1568 × 784, image/png');
    // The page's own numbers: its logarithms and cosines may differ from Node's in the last bit.
    const { csv, points } = await page.evaluate(async () => {
      const spec = gallery.specs.race as Extract<(typeof gallery.specs)[string], { kind: 'line' }>;
      return { csv: await gallery.file('race', 'csv'), points: spec.series.map((series) => series.points) };
    });
    const rows = csv.trim().split('\r\n').slice(1);
    const numbers = rows.map((row) => row.split(',').map(Number));
    expect(numbers).toEqual(points[0].map(([x], i) => [x, ...points.map((series) => series[i][1])]));
  });

  test('the buttons hand a file of that name to the browser', async () => {
    const names = await page.evaluate(async () => {
      const clicked: string[] = [];
      HTMLAnchorElement.prototype.click = function () {
        if (this.href.startsWith('blob:')) clicked.push(this.download);
      };
      for (const button of document.querySelectorAll<HTMLElement>('#race .chart-save button')) button.click();
      while (clicked.length < 3) await new Promise((resolve) => setTimeout(resolve, 20));
      return clicked.sort();
    });
    expect(names).toEqual(['training-loss.csv', 'training-loss.png', 'training-loss.svg']);
  });

  test('what cannot be drawn is said in words', async () => {
    const gaps = await page.evaluate(() => document.querySelector('#depth .chart-gaps')!.textContent);
    expect(gaps).toBe('no norm, gain 2 has 6 values that are no finite number, the first NaN at layer 35.');
  });

  test('a hundred thousand points are a few thousand on the screen, and many updates one drawing', async () => {
    const long = await open(browser, 'longLine');
    const drawings = await long.page.evaluate(async () => {
      const line = document.querySelector('#longLine .chart-line')!;
      let changes = 0;
      new MutationObserver((records) => (changes += records.length)).observe(line, { attributeFilter: ['d'] });
      const spec = gallery.specs.longLine as Extract<(typeof gallery.specs)[string], { kind: 'line' }>;
      for (let i = 0; i < 50; i++) {
        const series = spec.series.map((one) => ({ ...one, points: one.points.slice(0, 90_000 + i) }));
        gallery.views.longLine.setData({ ...spec, series });
      }
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return { changes, points: line.getAttribute('d')!.split(/[ML]/).length };
    });
    expect(drawings.changes).toBe(1);
    expect(drawings.points).toBeLessThan(4 * 760);
    expect(drawings.points).toBeGreaterThan(760);
    expect(await readout(long.page, 'longLine')).toMatch(/^Last loss: LayerNorm −?\d\.\d+$/);
    expect(long.faults).toEqual([]);
    await long.page.close();
  });

  test('at 320 px nothing sticks out and every text is inside its picture', async () => {
    await page.setViewport({ width: 320, height: 640 });
    await until(page, 'narrow pictures', () =>
      [...document.querySelectorAll('.chart-picture')].every((picture) => Number(picture.getAttribute('width')) < 320),
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    const outside = await page.evaluate(() =>
      [...document.querySelectorAll('.chart-picture text')]
        .filter((text) => {
          const { left, right } = text.getBoundingClientRect();
          return left < -1 || right > 321;
        })
        .map((text) => `${text.closest('figure')!.id}: ${text.textContent}`),
    );
    expect(outside).toEqual([]);
    await page.setViewport({ width: 1280, height: 900 });
  });

  test('nothing moves by itself', async () => {
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });
});

describe('charts in other media', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch('chromium');
  });
  afterAll(() => browser?.close());

  test('in the dark have colours of their own, enough contrast, and light files', async () => {
    const page = await browser.newPage();
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    await page.goto(site.url);
    await drawn(page);
    const colors = await page.evaluate(() =>
      ['norm-none', 'norm-batch', 'norm-layer', 'norm-rms'].map(
        (norm) => getComputedStyle(document.querySelector(`#race .chart-line.${norm}`)!).stroke,
      ),
    );
    expect(colors).toEqual(['rgb(163, 166, 171)', 'rgb(242, 154, 74)', 'rgb(132, 180, 255)', 'rgb(82, 199, 156)']);
    expect(await accessibilityFindings(page)).toEqual([]);
    const file = await page.evaluate(() => gallery.file('race', 'svg'));
    expect(file).toContain('#fdfdfb');
    expect(file).toContain('.norm-layer {\n  color: #1f5fc4;');
    await page.close();
  });

  test('in print have no buttons and are not broken', async () => {
    const page = await browser.newPage();
    await page.goto(site.url);
    await drawn(page);
    await page.emulateMediaType('print');
    const shown = await page.evaluate(() =>
      ['.chart-save', '.chart-data', '.chart-scrub', '.chart-picture'].map(
        (part) => getComputedStyle(document.querySelector(part)!).display,
      ),
    );
    expect(shown).toEqual(['none', 'none', 'none', 'block']);
    expect(await page.evaluate(() => getComputedStyle(document.querySelector('.chart')!).breakInside)).toBe('avoid');
    await page.close();
  });
});
