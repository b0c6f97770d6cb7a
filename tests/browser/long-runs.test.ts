/** @file Runs that are too long, print too much, or sleep: the page stays in the reader's hands. */
import { describe, expect, test } from 'vitest';
import { browserNames, until } from './support/browsers.js';
import { outputText, press, pressRun, textOf, untilState, writeCode } from './support/lesson-driver.js';
import { useLesson } from './support/lesson-fixture.js';

const training = (epochs: number, onStep: string): string => `manualSeed(1);
const set = new data.TensorDataset(randn([64, 8]), randint(0, 3, [64]));
const model = new nn.Sequential(new nn.Linear(8, 16), new nn.BatchNorm1d(16), new nn.Tanh(), new nn.Linear(16, 3));
const optimizer = new optim.SGD(model.parameters(), { lr: 0.1 });
const trainer = new train.Trainer(model, optimizer, new nn.CrossEntropyLoss(), new data.DataLoader(set, { batchSize: 16, shuffle: true }));
const chart = lineChart({ title: 'loss', x: 'step', y: 'loss' });
${onStep}
await trainer.fit({ epochs: ${epochs}, onStep: ({ step, loss }) => { if (step % 50 === 1) chart.push('loss', step, loss); } });
console.log(trainer.progress.step, trainer.progress.loss);`;

describe.each(browserNames)('long runs in %s', (name) => {
  const fixture = useLesson(name);
  const nodes = (): Promise<number> => fixture.page.evaluate(() => document.querySelectorAll('*').length);

  test('a run of a billion epochs can be stopped and keeps its curve', async () => {
    const { page } = fixture;
    await writeCode(page, 0, training(1e9, 'console.log("on");'));
    await pressRun(page, 0);
    await until(
      page,
      'the curve',
      () => document.querySelector('[data-cell="0"] .chart-line, [data-cell="0"] .chart-label') !== null,
    );
    await press(page, 'stop');
    expect(await untilState(page, 0, 'stopped', 'error', 'done')).toBe('stopped');
    expect(await outputText(page, 0)).toContain('on\n');
    expect(await page.evaluate(() => document.querySelectorAll('[data-cell="0"] .chart-label').length)).toBeGreaterThan(
      0,
    );
    await writeCode(page, 1, '6 * 7');
    await pressRun(page, 1);
    await untilState(page, 1, 'done');
  });

  test.each([
    ['a million lines', 'for (let i = 0; i < 1e6; i++) console.log("loss 0.1");', 'done'],
    ['one line of 50 million characters', 'console.log("x".repeat(5e7));', 'done'],
    [
      'a history of a million points',
      'const c = lineChart({ title: "loss", x: "step", y: "loss" }); for (let i = 0; i < 1e6; i++) c.push("loss", i, 1 / (1 + i));',
      'done',
    ],
    ['lines without an end', 'for (;;) { console.log("loss 0.1"); }', 'running'],
  ])('a flood of %s stays bounded, and Stop works', async (_, code, end) => {
    const { page } = fixture;
    const before = await nodes();
    await writeCode(page, 0, code);
    await pressRun(page, 0);
    if (end === 'running') {
      await until(
        page,
        'the flood',
        () => (document.querySelector('[data-cell="0"] .output-text')?.textContent?.length ?? 0) > 1000,
      );
      await press(page, 'stop');
      await untilState(page, 0, 'stopped');
    } else await untilState(page, 0, end);
    expect((await nodes()) - before).toBeLessThanOrEqual(2000);
    const { length } = await outputText(page, 0);
    expect(length).toBeLessThan(1_000_000);
    await writeCode(page, 0, '6 * 7');
    await pressRun(page, 0);
    await untilState(page, 0, 'done');
    expect(await outputText(page, 0)).toBe('42');
  });
});

describe('a tab that sleeps', () => {
  const fixture = useLesson('chromium');

  test('ends with the same bits as one that was awake, and nothing timed out', async () => {
    const { page } = fixture;
    const devtools = await page.createCDPSession();
    const lines: string[] = [];
    for (const sleeps of [false, true]) {
      await writeCode(page, 0, training(600, ''));
      await pressRun(page, 0);
      if (sleeps) {
        await until(page, 'the start', () => document.querySelector('[data-cell="0"] .chart-label') !== null);
        await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
        await new Promise((done) => setTimeout(done, 2000));
        await devtools.send('Page.setWebLifecycleState', { state: 'active' });
      }
      expect(await untilState(page, 0, 'done', 'error', 'stopped')).toBe('done');
      lines.push(await outputText(page, 0));
    }
    expect(lines[0]).toMatch(/^2400 \d/);
    expect(lines[1]).toBe(lines[0]);
    expect(await textOf(page, '.toolbar-status')).not.toMatch(/time/i);
  });
});
