/** @file Every lesson runs from top to bottom in both browsers, and prints there what it stores. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from '../../web/lesson/index.js';
import { browserNames } from './support/browsers.js';
import { press, pressRun, untilState } from './support/lesson-driver.js';
import { useLesson } from './support/lesson-fixture.js';

const folder = path.resolve(import.meta.dirname, '../../examples');
const lessons = readdirSync(folder).filter((name) => name.endsWith('.md'));

describe.each(browserNames)('the course in %s', (name) => {
  const fixture = useLesson(name);

  test.each(lessons)('%s', async (file) => {
    const { blocks } = parse(readFileSync(path.join(folder, file), 'utf8'));
    const stored = blocks.flatMap((block) => (block.kind === 'cell' ? [block.output ?? ''] : []));
    const page = await fixture.openTab(file.replace(/\.md$/, '.html'));
    await page.bringToFront();
    await press(page, 'runAll');
    const behind = await page.$$eval('[role=tabpanel][hidden] .cell[data-language=python]', (cells) =>
      cells.map((cell) => Number((cell as HTMLElement).dataset.cell)),
    );
    for (const cell of stored.keys()) {
      if (behind.includes(cell)) continue;
      expect(await untilState(page, cell, 'done', 'error', 'stopped'), `cell ${cell}`).toBe('done');
    }
    if (behind.length > 0) {
      await page.click('[role=tab][data-language=python]');
      for (const cell of behind) {
        await pressRun(page, cell);
        expect(await untilState(page, cell, 'done', 'error', 'stopped'), `cell ${cell}`).toBe('done');
      }
    }
    const printed = await page.evaluate((count) => {
      const textsOf = (cell: number): string[] =>
        [...document.querySelectorAll(`[data-cell="${cell}"] .cell-output > .output-text`)].map((e) => e.textContent!);
      return Array.from({ length: count }, (_, cell) => textsOf(cell));
    }, stored.length);
    stored.forEach((output, cell) => {
      for (const text of printed[cell]) expect(output, `cell ${cell}`).toContain(text.trimEnd());
    });
    await page.close();
  });
});
