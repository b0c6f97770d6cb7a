/** @file Exercises on the page, in both browsers. */
import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { accessibilityFindings } from './support/axe.js';
import { browserNames, until } from './support/browsers.js';
import { outputText, replaceCode, textOf, untilState } from './support/lesson-driver.js';
import { useLesson } from './support/lesson-fixture.js';

const exercise = (id: string): string => `[data-exercise="${id}"]`;
const untilStarted = (page: Page): Promise<boolean> =>
  until(page, 'the exercises', () => document.querySelector<HTMLButtonElement>('.hand-in-save')?.disabled === false);
/** Presses Check and gives what is said. */
async function check(page: Page, id: string): Promise<string> {
  await page.click(`${exercise(id)} [type="submit"]`);
  return until(
    page,
    'the verdict',
    (selector) => {
      const element = document.querySelector<HTMLElement>(selector)!;
      const busy = element.querySelector<HTMLButtonElement>('[type="submit"]')!.disabled;
      return busy ? null : element.querySelector('.exercise-verdict')!.textContent;
    },
    exercise(id),
  );
}
const isVisible = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((s) => document.querySelector(s)!.checkVisibility({ visibilityProperty: true }), selector);

describe.each(browserNames)('exercises in %s', (name) => {
  const fixture = useLesson(name, 'averages.html');

  test('a number: the mistake is named, hints come in steps, then the solution, and all of it is kept', async () => {
    const { page } = fixture;
    await untilStarted(page);
    const box = exercise('by-hand');
    await page.type(`${box} .exercise-number`, '1,16');
    expect(await check(page, 'by-hand')).toContain('divided the sum of squares by n − 1');
    for (const hint of ['Hint', 'Next hint', 'Next hint']) {
      expect(await textOf(page, `${box} .exercise-hint`)).toBe(hint);
      await page.click(`${box} .exercise-hint`);
    }
    expect(await textOf(page, `${box} .exercise-hint`)).toBe('Show the solution');
    await page.click(`${box} .exercise-number`, { count: 3 });
    await page.keyboard.type('1.34');
    await page.keyboard.press('Enter');
    await until(
      page,
      'the verdict',
      (s) => document.querySelector(s)?.textContent === 'Right.',
      `${box} .exercise-verdict`,
    );
    expect(await textOf(page, '.hand-in-count')).toBe('1 of 10 exercises solved.');
    expect(await accessibilityFindings(page)).toEqual([]);

    await page.reload();
    await untilStarted(page);
    expect(await textOf(page, '.hand-in-count')).toBe('1 of 10 exercises solved.');
    expect(
      await page.evaluate((s) => document.querySelector<HTMLInputElement>(s)!.value, `${box} .exercise-number`),
    ).toBe('1.34');
    expect(await isVisible(page, `${box} .exercise-solved`)).toBe(true);
    expect(
      await page.evaluate((s) => document.querySelectorAll(`${s} .exercise-hints > li:not([hidden])`).length, box),
    ).toBe(3);
  });

  test('predict: the stored result waits for an answer, a wrong choice is out', async () => {
    const { page } = fixture;
    await untilStarted(page);
    const stored = '[data-cell="1"] .output-text';
    expect(await isVisible(page, stored)).toBe(false);
    await page.click(`${exercise('which-axis')} label`);
    expect(await check(page, 'which-axis')).toContain("compares the 70 with Ben's own art and music");
    expect(
      await page.evaluate(
        (s) => document.querySelector<HTMLInputElement>(s)!.disabled,
        `${exercise('which-axis')} input`,
      ),
    ).toBe(true);
    expect(await isVisible(page, stored)).toBe(true);
    await page.click(`${exercise('which-axis')} label:last-child`);
    expect(await check(page, 'which-axis')).toContain('Right.');
  });

  test('a prediction can be passed over, and a run shows its result', async () => {
    const { page } = fixture;
    await untilStarted(page);
    await page.click('.cell-cover');
    expect(await isVisible(page, '[data-cell="1"] .output-text')).toBe(true);
    const other = await fixture.openTab();
    await untilStarted(other);
    await other.bringToFront();
    expect(await isVisible(other, '[data-cell="1"] .output-text')).toBe(false);
    await other.click('[data-action="runAll"]');
    await untilState(other, 1, 'done');
    expect(await outputText(other, 1)).toContain('1.22');
    expect(await isVisible(other, '[data-cell="1"] .output-text')).toBe(true);
  });

  test('code: hidden inputs, the mistake by name, an endless loop is stopped, and the file to hand in', async () => {
    const { page } = fixture;
    await untilStarted(page);
    const box = exercise('write-layer-norm');
    const write = (code: string): Promise<void> => replaceCode(page, box, code);
    await write(
      'function layerNorm(x, eps) { const c = x.sub(x.mean(0, { keepdim: true })); return c.div(c.mul(c).mean(0, { keepdim: true }).add(eps).sqrt()); }',
    );
    expect(await check(page, 'write-layer-norm')).toContain('averaging down each column');
    await write(
      'function layerNorm(x, eps) { return x.sub(x.mean(1, { keepdim: true })).div(x.std(1, { keepdim: true, correction: 0 })); }',
    );
    expect(await check(page, 'write-layer-norm')).toContain('eps is missing');
    await write('function layerNorm() { for (;;) {} }');
    await page.click(`${box} [type="submit"]`);
    await until(
      page,
      'the run',
      () => document.querySelector<HTMLButtonElement>('[data-action="stop"]')?.disabled === false,
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    await page.click('[data-action="stop"]');
    await until(
      page,
      'the words',
      (s) => document.querySelector(s)?.textContent === 'Your code was stopped.',
      `${box} .exercise-verdict`,
    );
    await write('const layerNorm = (x, eps) => functional.layerNorm(x, x.shape[1], { eps })');
    expect(await check(page, 'write-layer-norm')).toBe('Right, for all 5 inputs.');
    expect(await accessibilityFindings(page)).toEqual([]);

    await page.evaluate(() => {
      const { createObjectURL } = URL;
      URL.createObjectURL = (blob: Blob) => {
        (window as unknown as { blob: Blob }).blob = blob;
        return createObjectURL.call(URL, blob);
      };
      HTMLAnchorElement.prototype.click = () => undefined;
    });
    await page.click('.hand-in-save');
    const file = JSON.parse(await page.evaluate(() => (window as unknown as { blob: Blob }).blob.text()));
    expect(file).toMatchObject({
      format: 'normlab-hand-in',
      version: 1,
      lesson: 'averages',
      title: 'Which numbers are averaged',
      solved: 1,
    });
    const own = file.exercises.find(({ id }: { id: string }) => id === 'write-layer-norm');
    expect(own).toMatchObject({
      kind: 'code',
      solved: true,
      hints: 0,
      solutionSeen: false,
      answer: expect.stringContaining('functional'),
    });
    expect(
      own.attempts.map(({ right, misconception }: { right: boolean; misconception: string | null }) => [
        right,
        misconception,
      ]),
    ).toEqual([
      [false, 'wrong axis'],
      [false, 'eps missing'],
      [false, null],
      [true, null],
    ]);
  });

  test('a drawn guess: by pointer, by keyboard, compared with the curve', async () => {
    const page = await fixture.openTab('digits.html');
    await untilStarted(page);
    await page.bringToFront();
    const box = exercise('draw-batch-norm');
    expect(await check(page, 'draw-batch-norm')).toBe('Draw your line first.');
    await page.evaluate((s) => document.querySelector(s)!.scrollIntoView({ block: 'center' }), `${box} .guess-sheet`);
    const area = await page.evaluate((s) => {
      const { x, y, width, height } = document.querySelector(s)!.getBoundingClientRect();
      return { x, y, width, height };
    }, `${box} .guess-area`);
    // A line along ln 10: what the network without a norm does.
    const high = area.y + area.height * (1 - Math.log(10) / 3);
    await page.mouse.move(area.x + 1, high);
    await page.mouse.down();
    await page.mouse.move(area.x + area.width - 1, high, { steps: 4 });
    await page.mouse.up();
    expect(await check(page, 'draw-batch-norm')).toContain('how the network without a norm goes');
    expect(
      await page.evaluate((s) => document.querySelector(s)!.getAttribute('d')!.length, `${box} .guess-truth`),
    ).toBeGreaterThan(100);
    const sliders = await page.$$(`${box} input[type="range"]`);
    for (const slider of sliders.slice(1)) {
      await slider.focus();
      await page.keyboard.press('Home');
      for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowRight');
    }
    expect(await check(page, 'draw-batch-norm')).toBe('Close: that is how it goes.');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.setViewport({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});
