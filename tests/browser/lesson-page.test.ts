/** @file What a reader does with a lesson, in both browsers, on the built site. */
import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { browserNames, until } from './support/browsers.js';
import { outputText, press, pressRun, textOf, untilState, writeCode } from './support/lesson-driver.js';
import { useLesson } from './support/lesson-fixture.js';

/** The cell of the lesson that trains. */
const training = 2;
const status = '.toolbar-status';

describe.each(browserNames)('a lesson in %s', (name) => {
  const fixture = useLesson(name);
  let page: Page;
  beforeEach(() => {
    ({ page } = fixture);
  });

  test('loads the engine at the first run, not before', async () => {
    const engine = (): number => fixture.site.asked.filter(({ path }) => path.endsWith('.wasm')).length;
    const before = engine();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    expect(engine()).toBe(before);
    await writeCode(page, 0, '6 * 7');
    await pressRun(page, 0);
    await untilState(page, 0, 'done');
    expect(await outputText(page, 0)).toBe('42');
    expect(engine()).toBe(before + 1);
  });

  test('Run all prints the lesson’s lines and draws its curves', async () => {
    await press(page, 'clear');
    await press(page, 'runAll');
    await untilState(page, training, 'done', 'error');
    const printed = await outputText(page, training);
    expect(printed).toContain('no normalization  training loss 2.301   val accuracy 0.081\n');
    expect(printed).toContain('BatchNorm1d       training loss 0.134   val accuracy 0.961\n');
    expect(printed.match(/^(LayerNorm|RMSNorm) +training loss \d\.\d{3}   val accuracy 0\.\d{3}$/gm)).toHaveLength(2);

    const labels = await until(
      page,
      'the curves',
      (n) => {
        const shown = [...document.querySelectorAll(`[data-cell="${n}"] .chart-label`)].map(
          (label) => label.textContent,
        );
        return shown.length === 4 && shown;
      },
      training,
    );
    expect(labels).toEqual(['no normalization', 'BatchNorm1d', 'LayerNorm', 'RMSNorm']);
    const rows = await page.evaluate(
      (n) =>
        [...document.querySelectorAll(`[data-cell="${n}"] .value-table tbody tr`)].map(
          (row) => row.children[0].textContent,
        ),
      training,
    );
    expect(rows).toEqual(labels);
    const bars = await page.evaluate(
      (n) =>
        [...document.querySelectorAll<HTMLProgressElement>(`[data-cell="${n}"] progress`)].map((bar) => [
          bar.value,
          bar.max,
        ]),
      training,
    );
    expect(bars).toEqual([
      [115, 115],
      [115, 115],
      [115, 115],
      [115, 115],
    ]);
  });

  test('what the page showed before the run is what the run shows', async () => {
    const shown = (): Promise<string[]> =>
      page.evaluate(() =>
        [...document.querySelectorAll('.cell-output')].map((output) =>
          [...output.querySelectorAll(':scope > .output-text, :scope > .table-scroll, :scope > .tensor')]
            .map((e) => e.textContent)
            .join(''),
        ),
      );
    const before = await shown();
    expect(before[training]).toContain('training loss 2.301');
    await press(page, 'runAll');
    expect(await untilState(page, before.length - 1, 'done', 'error')).toBe('done');
    expect(await shown()).toEqual(before);
  });

  test('Stop in the middle keeps the curves and the printed lines', async () => {
    await press(page, 'clear');
    await press(page, 'runAll');
    await until(
      page,
      'the first line',
      (n) => document.querySelector(`[data-cell="${n}"] .output-text`)?.textContent?.includes('no normalization'),
      training,
    );
    await press(page, 'stop');
    await untilState(page, training, 'stopped');
    expect(await outputText(page, training)).toContain('no normalization  training loss 2.301');
    const curve = await until(
      page,
      'the curve',
      (n) => document.querySelector(`[data-cell="${n}"] .chart-line.norm-none`)?.getAttribute('d'),
      training,
    );
    expect(curve.split('L').length).toBeGreaterThan(50);
    expect(await textOf(page, `[data-cell="${training}"] .progress:not(.finished) .progress-left`)).toMatch(
      /^ended at/,
    );
    expect(await textOf(page, status)).toContain('Cell 3 was stopped');
  });

  test('an endless loop leaves the page alive, Stop says what must run again, and the next run works', async () => {
    await writeCode(page, 0, 'const kept = 1; kept');
    await pressRun(page, 0);
    await untilState(page, 0, 'done');
    await writeCode(page, 1, 'console.log("before"); while (true) {}');
    await pressRun(page, 1);
    await until(
      page,
      'the printed line',
      () => document.querySelector('[data-cell="1"] .output-text')?.textContent === 'before\n',
    );
    // The page answers while the loop runs: frames come, and another cell can be edited.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await writeCode(page, 2, '"edited meanwhile"');
    expect(await untilState(page, 1, 'running')).toBe('running');

    await press(page, 'stop');
    await untilState(page, 1, 'stopped');
    expect(await outputText(page, 1)).toBe('before\n');
    await untilState(page, 0, 'lost');
    expect(await textOf(page, status)).toContain('Cell 1 must run again');

    await pressRun(page, 0);
    await untilState(page, 0, 'done');
    expect(await outputText(page, 0)).toBe('1');
  });

  test('Stop before anything was shown leaves what stood there', async () => {
    const before = await outputText(page, 1);
    expect(before).toContain('Linear');
    await writeCode(page, 1, 'await new Promise(() => {})');
    await pressRun(page, 1);
    await until(page, 'the run', () =>
      document.querySelector('[data-cell="1"] .cell-state')?.textContent?.includes('run 1, '),
    );
    await press(page, 'stop');
    await untilState(page, 1, 'stopped');
    expect(await outputText(page, 1)).toBe(before);
  });

  test('Restart forgets names and keeps what was shown', async () => {
    await writeCode(page, 0, 'const kept = 5; kept');
    await pressRun(page, 0);
    await untilState(page, 0, 'done');
    await press(page, 'restart');
    await untilState(page, 0, 'lost');
    expect(await outputText(page, 0)).toBe('5');
    await writeCode(page, 1, 'kept');
    await pressRun(page, 1);
    await untilState(page, 1, 'error');
    expect(await textOf(page, '[data-cell="1"] .error-message')).toContain('kept');
  });

  test('a cell’s own button stops it', async () => {
    await writeCode(page, 0, 'for (let i = 0; ; i++) await new Promise((done) => setTimeout(done, 5));');
    await pressRun(page, 0);
    await until(page, 'the engine', () =>
      document.querySelector('[data-cell="0"] .cell-state')?.textContent?.includes('run 1, '),
    );
    await pressRun(page, 0);
    await untilState(page, 0, 'stopped');
  });

  test('an error is shown at its line, in words', async () => {
    await writeCode(page, 0, 'const x = randn([2, 3]);\nconst w = ones([4, 5]);\nx.matmul(w);');
    await pressRun(page, 0);
    await untilState(page, 0, 'error');
    const head = await textOf(page, '[data-cell="0"] .error-head');
    expect(head).toMatch(/^RangeError on line 3$/);
    expect(await textOf(page, '[data-cell="0"] .error-message')).toMatch(/^\[matmul\] expected .*, got /);
    expect(await textOf(page, '[data-cell="0"] .cm-line.at-error')).toBe('x.matmul(w);');
    expect(await textOf(page, status)).toBe('Cell 1 ended in an error: RangeError.');
  });

  test('an error in a cell that nobody edited is marked in the still code', async () => {
    await pressRun(page, training);
    await untilState(page, training, 'error');
    expect(await textOf(page, `[data-cell="${training}"] .line.at-error`)).toContain(
      'new data.TensorDataset(XTrain, yTrain)',
    );
    expect(await textOf(page, `[data-cell="${training}"] .error-message`)).toContain('XTrain');
  });

  test('an error ends Run all', async () => {
    await writeCode(page, 1, 'throw new Error("enough")');
    await press(page, 'runAll');
    await untilState(page, 1, 'error');
    expect(await untilState(page, training, 'still')).toBe('still');
  });

  test('what a cell prints is text, never markup', async () => {
    await writeCode(
      page,
      0,
      [
        'const bad = "<img src=x onerror=alert(1)>"; console.log(bad); table([bad], [[bad]])',
        'lineChart({ title: bad, x: bad, y: bad }).push(bad, 1, 2); progress(bad, 1).update(1, bad)',
        'bad',
      ].join('; '),
    );
    await pressRun(page, 0);
    await untilState(page, 0, 'done');
    await until(page, 'the chart', () => document.querySelector('[data-cell="0"] .chart-label') !== null);
    expect(await page.evaluate(() => document.querySelectorAll('.cell-output img').length)).toBe(0);
    expect(await outputText(page, 0)).toContain('<img src=x');
  });

  test('an engine that cannot be fetched is said in words, and the next run tries again', async () => {
    fixture.site.broken.add('.wasm');
    await writeCode(page, 0, '1');
    await pressRun(page, 0);
    await untilState(page, 0, 'error');
    fixture.site.broken.clear();
    expect(await textOf(page, '[data-cell="0"] .error-message')).toContain('the engine file is missing');
    await pressRun(page, 0);
    await untilState(page, 0, 'done');
    // The browser notes the answer 404 on its console; that was the point.
    const { faults } = fixture.watched;
    faults.splice(0, Infinity, ...faults.filter((fault) => !fault.includes('404')));
  });
});
