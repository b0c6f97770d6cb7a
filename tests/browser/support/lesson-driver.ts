/** @file A reader's hands on a lesson page: what a test says in one line. */
import type { Page } from 'puppeteer-core';
import { until } from './browsers.js';

/** Presses a button of the bar that stays at the top. */
export async function press(page: Page, action: 'runAll' | 'stop' | 'restart' | 'clear'): Promise<void> {
  await page.click(`[data-action="${action}"]`);
}

/** Chooses from the bar's menu. */
export async function choose(
  page: Page,
  action: 'copyLink' | 'saveMarkdown' | 'saveNotebook' | 'resetAll',
): Promise<void> {
  await page.click('.toolbar-more summary');
  await page.click(`[data-action="${action}"]`);
}

/** Presses Run or Stop of a cell (from 0). */
export async function pressRun(page: Page, cell: number): Promise<void> {
  const selector = `[data-cell="${cell}"] .run`;
  // An editor that has just taken its place may still move what is below it; a reader would wait for that, too.
  await until(
    page,
    'the button to stand still',
    async (s) => {
      const button = document.querySelector(s)!;
      button.scrollIntoView({ block: 'center' });
      const place = (): number => button.getBoundingClientRect().top;
      const before = place();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return place() === before;
    },
    selector,
  );
  await page.click(selector);
}

/** Replaces the code of a cell and leaves the editor. */
export async function writeCode(page: Page, cell: number, code: string): Promise<void> {
  await replaceCode(page, `[data-cell="${cell}"]`, code);
}

/** Replaces the code of the editor in `box` by pasting, since a typed character costs both browsers some 20 ms. */
export async function replaceCode(page: Page, box: string, code: string): Promise<void> {
  await page.focus(`${box} .cell-code`);
  await page.keyboard.press('Enter');
  await untilEditorIn(page, box);
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    // A ClipboardEvent made by a script has an empty clipboard in Firefox.
    const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData });
    document.activeElement!.dispatchEvent(event);
  }, code);
  await page.keyboard.press('Escape');
}

export async function untilEditing(page: Page, cell: number): Promise<void> {
  await untilEditorIn(page, `[data-cell="${cell}"]`);
}

async function untilEditorIn(page: Page, box: string): Promise<void> {
  await until(
    page,
    'the editor',
    (s) => document.querySelector(s)?.contains(document.activeElement?.closest('.cm-editor') ?? null),
    box,
  );
}

export async function codeOf(page: Page, cell: number): Promise<string> {
  return page.evaluate((n) => {
    const code = document.querySelector(`[data-cell="${n}"] .cell-code`)!;
    const lines = [...code.querySelectorAll('.cm-line')];
    return lines.length > 0 ? lines.map((line) => line.textContent).join('\n') : code.textContent!;
  }, cell);
}

/** Waits until a cell is in one of these states, and gives it. */
export async function untilState(page: Page, cell: number, ...states: string[]): Promise<string> {
  try {
    return await until(
      page,
      `cell ${cell} to be ${states.join(' or ')}`,
      (n, wanted) => {
        const state = document.querySelector<HTMLElement>(`[data-cell="${n}"]`)!.dataset.state!;
        return wanted.includes(state) ? state : null;
      },
      cell,
      states,
    );
  } catch (error) {
    const bar = await textOf(page, `[data-cell="${cell}"] .cell-bar`);
    throw new Error(
      `${(error as Error).message}; its bar says '${bar}', the page '${await textOf(page, '.toolbar-status')}'`,
    );
  }
}

export async function outputText(page: Page, cell: number): Promise<string> {
  return page.evaluate(
    (n) =>
      [...document.querySelectorAll(`[data-cell="${n}"] .cell-output > .output-text`)]
        .map((e) => e.textContent)
        .join(''),
    cell,
  );
}

export async function textOf(page: Page, selector: string): Promise<string> {
  return page.evaluate((s) => document.querySelector(s)?.textContent ?? '', selector);
}
