/** @file A reader edits cells, by keyboard and on a phone, in both browsers. */
import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { accessibilityFindings } from './support/axe.js';
import { browserNames, until } from './support/browsers.js';
import { codeOf, outputText, pressRun, untilEditing, untilState, writeCode } from './support/lesson-driver.js';
import { untilReady, useLesson } from './support/lesson-fixture.js';

describe.each(browserNames)('editing in %s', (name) => {
  const fixture = useLesson(name);
  let page: Page;
  beforeEach(() => {
    ({ page } = fixture);
  });

  test('an edit survives a reload, is marked, and can be reset', async () => {
    const author = await codeOf(page, 1);
    await writeCode(page, 1, '// mine\n1 + 1');
    await page.reload();
    await until(page, 'the edit', () => document.querySelector('[data-cell="1"] .cm-line')?.textContent === '// mine');
    expect(await codeOf(page, 1)).toBe('// mine\n1 + 1');
    expect(await page.evaluate(() => document.querySelector<HTMLElement>('[data-cell="1"] .cell-edited')!.hidden)).toBe(
      false,
    );
    await page.click('[data-cell="1"] .reset');
    expect(await codeOf(page, 1)).toBe(author);
    await page.reload();
    await untilReady(page);
    expect(await codeOf(page, 1)).toBe(author);
  });

  test('by keyboard alone: Tab to a cell, Enter, type, Esc, run', async () => {
    await page.focus('[data-action="runAll"]');
    const focused = (): Promise<string> => page.evaluate(() => document.activeElement!.className);
    for (let i = 0; i < 20 && (await focused()) !== 'cell-code'; i++) await page.keyboard.press('Tab');
    expect(await focused()).toBe('cell-code');
    await page.keyboard.press('Enter');
    await untilEditing(page, 0);
    await page.keyboard.down('Control');
    await page.keyboard.press('a');
    await page.keyboard.up('Control');
    await page.keyboard.type('2 ** 10');
    // Tab indents in the editor; Esc gives it back to the page.
    await page.keyboard.press('Escape');
    expect(await focused()).toBe('cell-code');
    await page.keyboard.press('Tab');
    expect(await focused()).toContain('run');
    await page.keyboard.press('Enter');
    await untilState(page, 0, 'done');
    expect(await outputText(page, 0)).toBe('1024');
  });

  test('Ctrl+Enter runs from the editor, Shift+Enter goes on to the next cell', async () => {
    await writeCode(page, 0, '"first"');
    await page.keyboard.press('Enter');
    await untilEditing(page, 0);
    await page.keyboard.down('Control');
    await page.keyboard.press('Enter');
    await page.keyboard.up('Control');
    await untilState(page, 0, 'done');
    expect(await codeOf(page, 0)).toBe('"first"');
    await page.keyboard.down('Shift');
    await page.keyboard.press('Enter');
    await page.keyboard.up('Shift');
    await until(
      page,
      'the next cell',
      () => document.activeElement?.closest<HTMLElement>('.cell')?.dataset.cell === '1',
    );
    await until(page, 'the second run', () =>
      document.querySelector('[data-cell="0"] .cell-state')?.textContent?.startsWith('run 2, '),
    );
  });

  test('opening the editor moves nothing, and neither does coming back to edits', async () => {
    // Of a cell in two languages one is hidden.
    const places = (): Promise<[number, number][]> =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('.cell')]
          .filter((cell) => cell.checkVisibility())
          .map((cell): [number, number] => [
            Number(cell.dataset.cell),
            cell.getBoundingClientRect().top + scrollY,
          ]),
      );
    // A face that came too late for the first page is there for the second, and for that with the edits.
    await page.reload();
    await untilReady(page);
    /** The cells that stand elsewhere than before; a browser rounds places of a page that is scrolled. */
    const moved = async (): Promise<[number, number][]> => {
      const now = await places();
      expect(now.length).toBe(before.length);
      return now.flatMap(([cell, top], i) => (Math.abs(top - before[i]![1]) < 1 ? [] : [[cell, top - before[i]![1]]]));
    };
    const before = await places();
    expect(before.length).toBeGreaterThan(2);
    for (const [cell] of before) {
      await page.focus(`[data-cell="${cell}"] .cell-code`);
      await page.keyboard.press('Enter');
      await untilEditing(page, cell);
      await page.keyboard.type(' ');
    }
    expect(await moved()).toEqual([]);
    await page.evaluate(() => scrollTo(0, 0));
    await page.reload();
    await until(
      page,
      'the edits',
      (count) => document.querySelectorAll('.cell .cm-editor').length === count,
      before.length,
    );
    // Most of these editors are out of view.
    expect(await moved()).toEqual([]);
  });

  test('has no accessibility findings with an editor, an error and every kind of output', async () => {
    await writeCode(
      page,
      0,
      [
        'lineChart({ title: "t", x: "x", y: "y" }).push("BatchNorm1d", 1, 2); progress("p", 2).update(1, "note")',
        'table(["a", "b"], [["c", 1]]); console.error("warned"); display(randn([20, 20])); display({ a: 1 })',
        'randn([2]).matmul(randn([3]))',
      ].join('; '),
    );
    await pressRun(page, 0);
    await untilState(page, 0, 'error');
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  test('on a phone a cell can be edited and run, and nothing sticks out', async () => {
    await page.setViewport({ width: 320, height: 640 });
    await writeCode(page, 0, 'lineChart({ title: "t", x: "x", y: "y" }).push("BatchNorm1d", 1, 2); randn([20, 20])');
    await pressRun(page, 0);
    await untilState(page, 0, 'done');
    await until(page, 'the chart', () => document.querySelector('[data-cell="0"] .chart-label') !== null);
    expect(
      await page.evaluate(() => document.querySelectorAll('[data-cell="0"] .tensor-table td').length),
    ).toBeGreaterThan(50);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});
