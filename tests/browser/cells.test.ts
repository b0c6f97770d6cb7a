/** @file Cells that depend on each other, and the editor's help, in both browsers. */
import { describe, expect, test } from 'vitest';
import { accessibilityFindings } from './support/axe.js';
import { browserNames, until } from './support/browsers.js';
import {
  codeOf,
  outputText,
  press,
  pressRun,
  textOf,
  untilEditing,
  untilState,
  writeCode,
} from './support/lesson-driver.js';
import { useLesson } from './support/lesson-fixture.js';

describe.each(browserNames)('cells in %s', (name) => {
  const fixture = useLesson(name);
  /** Of the first three cells, which the tests write; the lesson has more. */
  const staleTexts = (): Promise<string[]> =>
    fixture.page.evaluate(() => [...document.querySelectorAll('.cell-stale')].slice(0, 3).map((e) => e.textContent!));

  test('Run all above runs what a cell builds on, and not the cell', async () => {
    const { page } = fixture;
    await writeCode(page, 0, 'const base = 20;');
    await writeCode(page, 1, 'const twice = 2 * base; twice');
    await page.click('[data-cell="2"] .run-above');
    await untilState(page, 1, 'done');
    expect(await outputText(page, 1)).toBe('40');
    expect(await untilState(page, 2, 'still')).toBe('still');
    expect(await page.evaluate(() => document.querySelector('[data-cell="0"] .run-above'))).toBeNull();
  });

  test('a change marks the cells that read its names, until they run again', async () => {
    const { page } = fixture;
    await writeCode(page, 0, 'const base = 20;');
    await writeCode(page, 1, 'const twice = 2 * base; twice');
    await writeCode(page, 2, '"reads nothing"');
    await press(page, 'runAll');
    await untilState(page, 2, 'done');
    expect(await staleTexts()).toEqual(['', '', '']);
    await writeCode(page, 0, 'const base = 21;');
    expect(await staleTexts()).toEqual(['stale: its code was changed', 'stale: cell 1 was changed', '']);
    await pressRun(page, 0);
    await untilState(page, 0, 'done');
    await until(page, 'the mark', () => document.querySelector('[data-cell="1"].stale') !== null);
    expect(await staleTexts()).toEqual(['', 'stale: cell 1 ran again', '']);
    expect(await accessibilityFindings(page)).toEqual([]);
    await pressRun(page, 1);
    await untilState(page, 1, 'done');
    expect(await outputText(page, 1)).toBe('42');
    expect(await staleTexts()).toEqual(['', '', '']);
    expect(await textOf(page, '[data-cell="1"] .cell-state')).toMatch(/^run 6, /);
  });

  test('the editor completes our names with their docs, Enter stays Enter, and Esc still leaves', async () => {
    const { page } = fixture;
    await writeCode(page, 0, '');
    await page.keyboard.press('Enter');
    await untilEditing(page, 0);
    await page.keyboard.type('new nn.Lay');
    await until(page, 'the list', () => document.querySelector('.cm-tooltip-autocomplete li') !== null);
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement!.className)).toBe('cell-code');
    await until(page, 'the list to go', () => document.querySelector('.cm-tooltip-autocomplete') === null);

    await page.keyboard.press('Enter');
    await untilEditing(page, 0);
    await page.keyboard.type('e');
    await until(page, 'the list', () => document.querySelector('.cm-tooltip-autocomplete li') !== null);
    // The list ignores keys for a moment after it opens, so that it takes none that was meant for the text.
    await until(page, 'the choice', () => document.querySelector('.cm-tooltip-autocomplete li') !== null);
    await new Promise((resolve) => setTimeout(resolve, 150));
    await page.keyboard.press('ArrowDown');
    const doc = await until(page, 'the docs', () => document.querySelector('.completion-doc')?.textContent);
    expect(doc).toContain('normalizedShape: number | number[]');
    expect(doc).toContain('over the last axes');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.keyboard.type('(3);');
    await page.keyboard.press('Enter');
    await page.keyboard.type('ra');
    await page.keyboard.press('Enter');
    expect(await codeOf(page, 0)).toBe('new nn.LayerNorm(3);\nra\n');
  });
});
