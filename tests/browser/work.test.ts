/** @file The reader's work is kept: reload, two tabs, links, downloads, storage that is blocked or full. */
import fs from 'node:fs/promises';
import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { parse } from '../../web/lesson/index.js';
import { linkWith } from '../../web/notebook/share-link.js';
import { browserNames, until } from './support/browsers.js';
import { choose, codeOf, outputText, press, pressRun, textOf, untilState, writeCode } from './support/lesson-driver.js';
import { untilReady, useLesson } from './support/lesson-fixture.js';

const status = '.toolbar-status';
const untilCode = (page: Page, cell: number, code: string): Promise<boolean> =>
  until(
    page,
    `cell ${cell} to be ${code}`,
    (n, wanted) =>
      [...document.querySelectorAll(`[data-cell="${n}"] .cm-line`)].map((line) => line.textContent).join('\n') ===
      wanted,
    cell,
    code,
  );
/** Catches files that the page hands out. */
const catchFiles = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const caught = window as unknown as { caught: Promise<[string, string]>[] };
    caught.caught = [];
    const blobs = new Map<string, Blob>();
    const { createObjectURL } = URL;
    URL.createObjectURL = (blob: Blob) => {
      const url = createObjectURL.call(URL, blob);
      blobs.set(url, blob);
      return url;
    };
    HTMLAnchorElement.prototype.click = function () {
      caught.caught.push(
        blobs
          .get(this.href)!
          .text()
          .then((text) => [this.download, text]),
      );
    };
  });
const caughtFile = (page: Page, number: number): Promise<[string, string]> =>
  until(page, 'the file', (n) => (window as unknown as { caught: unknown[] }).caught.length > n, number).then(() =>
    page.evaluate((n) => (window as unknown as { caught: Promise<[string, string]>[] }).caught[n], number),
  );

describe.each(browserNames)('the reader’s work in %s', (name) => {
  const fixture = useLesson(name);

  test('is there after a reload in the middle of a run, and nothing runs by itself', async () => {
    const { page } = fixture;
    await writeCode(page, 0, 'console.log("on"); for (;;) {}');
    await pressRun(page, 0);
    await until(page, 'the run', () => document.querySelector('[data-cell="0"] .output-text')?.textContent === 'on\n');
    await page.reload();
    await untilCode(page, 0, 'console.log("on"); for (;;) {}');
    expect(await untilState(page, 0, 'still')).toBe('still');
    await writeCode(page, 0, '6 * 7');
    await pressRun(page, 0);
    await untilState(page, 0, 'done');
    expect(await outputText(page, 0)).toBe('42');
  });

  test('two tabs show the same text at once, and a reset reaches both', async () => {
    const { page } = fixture;
    const author = await codeOf(page, 1);
    const other = await fixture.openTab();
    await other.bringToFront();
    await writeCode(other, 1, '"from the other tab"');
    await untilCode(page, 1, '"from the other tab"');
    await page.bringToFront();
    await writeCode(page, 1, '"and back"');
    await untilCode(other, 1, '"and back"');
    expect(await textOf(page, '[data-cell="1"] .cell-edited')).toBe('edited');
    await page.click('[data-cell="1"] .reset');
    await untilCode(other, 1, author);
    expect(
      await other.evaluate(() => document.querySelector<HTMLElement>('[data-cell="1"] .cell-edited')!.hidden),
    ).toBe(true);
  });

  test('is marked when the lesson’s own text has changed since', async () => {
    const { page, site } = fixture;
    await writeCode(page, 1, '"mine"');
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    site.alter = (path, answer) => {
      if (path !== 'digits.html') return;
      answer.body = Buffer.from(String(answer.body).replace('deepNet', 'deeperNet'));
    };
    await page.reload();
    await untilCode(page, 1, '"mine"');
    expect(await textOf(page, '[data-cell="1"] .cell-edited')).toBe('edited; the lesson’s own text has changed since');
    await page.click('[data-cell="1"] .reset');
    expect(await codeOf(page, 1)).toContain('function deeperNet');
    site.alter = null;
  });

  test('Reset the whole lesson can be undone', async () => {
    const { page } = fixture;
    const authors = [await codeOf(page, 0), await codeOf(page, 1)];
    await writeCode(page, 0, '"one"');
    await writeCode(page, 1, '"two"');
    await choose(page, 'resetAll');
    expect(await textOf(page, status)).toBe('2 cells reset to the lesson’s text.');
    expect([await codeOf(page, 0), await codeOf(page, 1)]).toEqual(authors);
    await page.click('.toolbar-offer');
    expect([await codeOf(page, 0), await codeOf(page, 1)]).toEqual(['"one"', '"two"']);
    await page.reload();
    await untilCode(page, 1, '"two"');
  });

  test('a link brings changes after a press, keeps the reader’s own text, and runs apart from the site', async () => {
    const { page } = fixture;
    await writeCode(page, 0, '"my own"');
    await page.evaluate(() => localStorage.setItem('secret', 'reader'));
    const source = [
      'const seen = [];',
      'for (const reach of [async () => localStorage.secret, () => indexedDB.databases(), () => caches.keys(), () => fetch("index.html")])',
      // Firefox leaves some of them waiting for ever.
      '  try { seen.push(await Promise.race([reach().then(() => "reached"), new Promise((done) => setTimeout(done, 1000, "waits"))])) }',
      '  catch (error) { seen.push(error.name) }',
      'console.log(location.origin, seen.join(" "), randn([2]).shape[0])',
    ].join('\n');
    const link = await linkWith(page.url(), {
      lesson: 'digits',
      edits: [{ index: 0, author: 'changed since', source }],
      settings: {},
    });
    const shared = await fixture.openTab(link.slice(fixture.site.url.length));
    await untilCode(shared, 0, '"my own"');
    await until(shared, 'the offer', () => document.querySelector<HTMLElement>('.toolbar-offer')?.hidden === false);
    expect(await textOf(shared, status)).toBe('This link brings 1 cell changed by someone.');
    await shared.click('.toolbar-offer');
    expect(await codeOf(shared, 0)).toBe(source);
    expect(await textOf(shared, '[data-cell="0"] .cell-edited')).toBe('from a link');
    expect(shared.url()).not.toContain('#work');
    // What arrived by link stays apart after a reload, too.
    await shared.reload();
    await untilReady(shared);
    await untilCode(shared, 0, source);
    await pressRun(shared, 0);
    await untilState(shared, 0, 'done', 'error');
    const text = await outputText(shared, 0);
    expect(text).not.toContain('reached');
    expect(text).toMatch(/^null .* 2$/m);
    await shared.click('[data-cell="0"] .other');
    expect(await codeOf(shared, 0)).toBe('"my own"');
    await pressRun(shared, 0);
    await untilState(shared, 0, 'done');
    expect(await shared.evaluate(() => document.querySelectorAll('iframe').length)).toBe(0);
    // The policy's refusals are on the console, which was the point.
    fixture.watched.faults.length = 0;
  });

  test('a link that was cut is said to be damaged', async () => {
    const tab = await fixture.openTab('digits.html#work=AAAA');
    await until(tab, 'the words', () => document.querySelector('.toolbar-status')?.textContent?.includes('damaged'));
  });

  test('is downloaded as Markdown and as a notebook', async () => {
    const { page } = fixture;
    await catchFiles(page);
    await writeCode(page, 1, '"mine"');
    await choose(page, 'saveMarkdown');
    const [markdownName, markdown] = await caughtFile(page, 0);
    expect(markdownName).toBe('digits.md');
    const cells = parse(markdown).blocks.filter((block) => block.kind === 'cell');
    expect(cells.map(({ source }) => source === '"mine"').slice(0, 3)).toEqual([false, true, false]);
    const author = await fs.readFile(new URL('../../examples/digits.md', import.meta.url), 'utf8');
    expect(markdown.startsWith(author.slice(0, author.indexOf('function deepNet') - '```js\n'.length))).toBe(true);
    await choose(page, 'saveNotebook');
    const [notebookName, notebook] = await caughtFile(page, 1);
    expect(notebookName).toBe('digits.ipynb');
    const made = JSON.parse(notebook) as { cells: { cell_type: string; source: string[] }[] };
    const sources = (type: string): string[] =>
      made.cells.filter((cell) => cell.cell_type === type).map(({ source }) => source.join(''));
    expect(sources('markdown')).toContain('```js\n"mine"\n```');
    const python = parse(author).blocks.flatMap((block) =>
      block.kind === 'cell' && block.language === 'python' ? [block.source] : [],
    );
    expect(python.length).toBeGreaterThan(0);
    expect(sources('code')).toEqual(python);
  });

  test('storage that is blocked is said in words, and the page works', async () => {
    const tab = await fixture.reader.newPage();
    await tab.evaluateOnNewDocument(() => {
      for (const key of ['indexedDB', 'localStorage', 'caches'])
        Object.defineProperty(window, key, {
          get: () => {
            throw new DOMException('blocked', 'SecurityError');
          },
        });
    });
    await tab.goto(`${fixture.site.url}digits.html`);
    await untilReady(tab);
    await writeCode(tab, 0, '6 * 7');
    await until(tab, 'the words', () =>
      document.querySelector('.toolbar-status')?.textContent?.startsWith('This browser keeps nothing'),
    );
    await press(tab, 'restart');
    await pressRun(tab, 0);
    await untilState(tab, 0, 'done');
    expect(await outputText(tab, 0)).toBe('42');
  });
});

test('storage that is full is said in words, and the edit is still there', async () => {
  const { launch, openPage } = await import('./support/browsers.js');
  const { serveSite } = await import('./support/site.js');
  const site = await serveSite();
  const browser = await launch('chromium');
  try {
    const { page } = await openPage(browser, `${site.url}digits.html`);
    await untilReady(page);
    const session = await page.createCDPSession();
    await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize: 1 });
    await writeCode(page, 0, '6 * 7');
    await until(page, 'the words', () =>
      document.querySelector('.toolbar-status')?.textContent?.startsWith('No room is left'),
    );
    expect(await codeOf(page, 0)).toBe('6 * 7');
    await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin });
    await writeCode(page, 0, '6 * 8');
    await until(
      page,
      'the words',
      () => document.querySelector('.toolbar-status')?.textContent === 'Edits are kept again.',
    );
    await page.reload();
    await untilCode(page, 0, '6 * 8');
  } finally {
    await browser.close();
    await site.close();
  }
});
