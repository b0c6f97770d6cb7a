/** @file Text that would like to be markup, in every place where text of a cell or a link is shown. */
import { describe, expect, test } from 'vitest';
import { cases } from '../cases/cases.js';
import { browserNames, until } from './support/browsers.js';
import { outputText, pressRun, textOf, untilState, writeCode } from './support/lesson-driver.js';
import { useLesson } from './support/lesson-fixture.js';

const texts = cases.filter(({ op }) => op === 'page.text').map(({ input }) => input.text as string);

/** A cell that shows texts in every way there is, and ends in an error with them. */
function everySink(shown: string[]): string {
  return [
    `const all = ${JSON.stringify(shown)};`,
    'class Named extends nn.Module { get className() { return all.join(" "); } }',
    'for (const bad of all) { console.log(bad); display({ [bad]: bad }); table([bad], [[bad]]); progress(bad, 2).update(1, bad);',
    'const c = lineChart({ title: bad, x: bad, y: bad, rules: [{ y: 1, label: bad }] }); c.push(bad, 1, 2); c.push(bad, 2, 1); }',
    'display(new Named()); throw new Error(all.join(" "));',
  ].join('\n');
}

describe.each(browserNames)('text in %s', (name) => {
  const fixture = useLesson(name);

  test('like markup is shown as text wherever it comes in', async () => {
    const { page } = fixture;
    expect(texts.length).toBe(6);
    const plain = texts.map((_, index) => `plain ${index}`);
    for (const [cell, shown] of [plain, texts].entries()) {
      await writeCode(page, cell, everySink(shown));
      await pressRun(page, cell);
      await untilState(page, cell, 'error');
      await until(
        page,
        'the charts',
        (n) => document.querySelectorAll(`[data-cell="${n}"] .chart-label`).length === 6,
        cell,
      );
      expect(await textOf(page, `[data-cell="${cell}"] .error-message`)).toBe(shown.join(' '));
      const labels = await page.evaluate(
        (n) => [...document.querySelectorAll(`[data-cell="${n}"] .chart-label`)].map((label) => label.textContent!),
        cell,
      );
      for (const [index, text] of shown.entries()) {
        expect(await outputText(page, cell)).toContain(text);
        // A long name is cut in the picture, never parsed.
        expect(text.startsWith(labels[index].replace('…', ''))).toBe(true);
      }
    }
    // What they made is what any other text makes.
    const made = (cell: number): Promise<string[]> =>
      page.evaluate(
        (n) =>
          [
            ...new Set([...document.querySelectorAll(`[data-cell="${n}"] .cell-output *`)].map((e) => e.localName)),
          ].sort(),
        cell,
      );
    expect(await made(1)).toEqual(await made(0));
    expect(await page.evaluate(() => (window as unknown as Record<string, unknown>).__pwned)).toBeUndefined();
  });

  test('like markup in an address is no markup', async () => {
    for (const text of texts) {
      const tab = await fixture.openTab(
        `digits.html?lesson=${encodeURIComponent(text)}#work=${encodeURIComponent(text)}`,
      );
      await until(tab, 'the words', () => document.querySelector('.toolbar-status')?.textContent?.includes('damaged'));
      expect(await tab.evaluate(() => (window as unknown as Record<string, unknown>).__pwned)).toBeUndefined();
      expect(await tab.evaluate(() => document.querySelectorAll('img[src="x"], svg[onload]').length)).toBe(0);
    }
  });
});
