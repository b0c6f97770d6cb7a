/** @file Cells in two languages: tabs by pointer and keys, what runs, and that the choice is remembered. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accessibilityFindings } from './support/axe.js';
import { browserNames, launch, openPage, type Watched } from './support/browsers.js';
import { buildLessons } from './support/build-lessons.js';
import { outputText, press, pressRun, untilState } from './support/lesson-driver.js';
import { untilReady } from './support/lesson-fixture.js';
import { serveSite, type Site } from './support/site.js';

const fence = (info: string, text: string): string => `\`\`\`${info}\n${text}\n\`\`\`\n`;
const both = (js: string, python: string): string =>
  [fence('js', js), fence('output', '1'), fence('python tab', python), fence('output', '1')].join('\n');
const lesson = `# Both\n\n${both('const a = 1;\nconsole.log(a);', 'a = 1\nprint(a)')}\nWords.\n\n${fence('js', 'console.log(a + 1);')}\n${both('console.log(1)', 'print(a)')}`;

interface Shown {
  selected: (string | null)[];
  panels: boolean[];
  focused: string;
}

/** Selected tabs, which cells are shown, and the text that has the focus. */
const shown = (page: Page): Promise<Shown> =>
  page.evaluate(() => ({
    selected: [...document.querySelectorAll('[role=tab][aria-selected=true]')].map((tab) => tab.textContent),
    panels: [...document.querySelectorAll<HTMLElement>('.cell')].map((cell) => cell.offsetParent !== null),
    focused: document.activeElement?.textContent?.slice(0, 10) ?? '',
  }));

describe.each(browserNames)('tabs in %s', (name) => {
  let folder: string;
  let site: Site;
  let browser: Browser;
  let reader: BrowserContext;
  let watched: Watched;
  let page: Page;

  beforeAll(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'normlab-tabs-'));
    await fs.mkdir(path.join(folder, 'lessons'));
    await fs.writeFile(path.join(folder, 'lessons', 'both.md'), lesson);
    await buildLessons(path.join(folder, 'lessons'), path.join(folder, 'site'));
    browser = await launch(name);
    site = await serveSite({ folder: path.join(folder, 'site') });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await fs.rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    reader = await browser.createBrowserContext();
    watched = await openPage(reader, `${site.url}both.html`);
    page = watched.page;
    await untilReady(page);
  });
  afterEach(async () => {
    await reader.close();
    expect(watched.faults).toEqual([]);
  });

  test('one choice for the page, by pointer and by keys, remembered', async () => {
    const javascript = [true, false, true, true, false];
    const python = [false, true, true, false, true];
    expect(await shown(page)).toMatchObject({ selected: ['JavaScript', 'JavaScript'], panels: javascript });
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.click('#tab-1');
    expect(await shown(page)).toMatchObject({ selected: ['Python', 'Python'], panels: python });
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.focus('#tab-1');
    for (const [key, word, panels] of [
      ['ArrowRight', 'JavaScript', javascript],
      ['ArrowLeft', 'Python', python],
      ['Home', 'JavaScript', javascript],
      ['End', 'Python', python],
    ] as const) {
      await page.keyboard.press(key);
      expect(await shown(page), key).toEqual({ selected: [word, word], panels, focused: word });
    }
    // One stop for Tab: from the list into the panel.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('[role=tabpanel]')?.id)).toBe('panel-1');
    await page.reload();
    await untilReady(page);
    expect(await shown(page)).toMatchObject({ selected: ['Python', 'Python'], panels: python });
    const relations = await page.$$eval('[role=tab]', (tabs) =>
      tabs.map((tab) => document.getElementById(tab.getAttribute('aria-controls')!)?.getAttribute('aria-labelledby') === tab.id),
    );
    expect(relations).toEqual([true, true, true, true]);
  });

  test('“Run all” runs what is shown, and JavaScript that others may need', async () => {
    await press(page, 'runAll');
    await untilState(page, 3, 'done');
    expect(await outputText(page, 2)).toBe('2\n');
    expect(await page.$$eval('.cell', (cells) => cells.map((cell) => (cell as HTMLElement).dataset.state))).toEqual([
      'done', 'still', 'done', 'done', 'still',
    ]);
    expect(site.asked.filter((one) => one.path.includes('pyodide'))).toEqual([]);
    await page.click('#tab-1');
    await pressRun(page, 1);
    await untilState(page, 1, 'done', 'error');
    expect(await outputText(page, 1)).toBe('1\n');
    await pressRun(page, 4);
    await untilState(page, 4, 'done', 'error');
    expect(await outputText(page, 4)).toBe('1\n');
  });
});
