/**
 * @file The page that shows how fast it is, in both browsers; that every page is accessible is tested with the others.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import figures from '../../web/bench/figures.json' with { type: 'json' };
import { accessibilityFindings } from './support/axe.js';
import { browserNames, openPage, until, type Watched } from './support/browsers.js';
import { textOf } from './support/lesson-driver.js';
import { serveSite } from './support/site.js';
import { useBrowser } from './support/use-browser.js';

const run = '[data-action="runHere"]';
const stop = '[data-action="stopHere"]';

describe.each(browserNames)('the bench page in %s', (name) => {
  const shared = useBrowser(name, serveSite);
  let watched: Watched;
  let page: Watched['page'];

  const untilReady = (): Promise<unknown> =>
    until(page, 'the script', (button) => document.querySelector<HTMLButtonElement>(button)?.disabled === false, run);
  beforeEach(async () => {
    watched = await openPage(shared.browser, `${shared.server.url}bench.html?rounds=1`);
    ({ page } = watched);
    await untilReady();
  });
  afterEach(async () => {
    await page.close();
    expect(watched.faults).toEqual([]);
  });

  test('shows the committed figures: machine, day, charts and every row', async () => {
    const facts = await textOf(page, '.title-block .facts');
    expect(facts).toContain(figures.date);
    expect(facts).toContain(figures.machine);
    const names = await page.evaluate(() =>
      [...document.querySelectorAll('.bench-rows tbody th')].map((cell) => cell.textContent),
    );
    expect(names).toEqual(figures.rows.map((row) => row.name));
    expect(await page.evaluate(() => document.querySelectorAll('.bench-figure .chart-scrub').length)).toBe(4);
  });

  test('measures here by keyboard alone, and shows both charts', async () => {
    await page.focus(run);
    await page.keyboard.press('Enter');
    await until(page, 'the charts', () => document.querySelectorAll('[data-outputs] figure.chart').length === 2);
    await untilReady();
    expect(await textOf(page, '.bench-words')).toMatch(/^Measured in \d+ s\.$/);
    const output = await textOf(page, '[data-outputs]');
    for (const norm of ['no norm', 'BatchNorm', 'LayerNorm', 'RMSNorm']) expect(output).toContain(norm);
    expect(output).toContain('4096 × 512');
    expect(await page.evaluate((button) => document.activeElement === document.querySelector(button), run)).toBe(true);
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  test('stops at once, and can measure again', async () => {
    await page.click(run);
    await until(page, 'the progress', () => document.querySelector('[data-outputs] progress') !== null);
    await page.click(stop);
    await untilReady();
    expect(await textOf(page, '.bench-words')).toBe('Stopped.');
    await page.click(run);
    await until(page, 'the first chart', () => document.querySelector('[data-outputs] figure.chart') !== null);
    await page.click(stop);
    await untilReady();
  });
});
