/** @file What the command makes of an author's lessons: a site in any folder, and a preview that follows the file. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, openPage } from './support/browsers.js';
import { outputText, pressRun, textOf, untilState } from './support/lesson-driver.js';
import { untilReady } from './support/lesson-fixture.js';
import { serveSite } from './support/site.js';

const command = path.resolve(import.meta.dirname, '../../dist/package/bin.mjs');
let folder: string;
let browser: Browser;

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'normlab-'));
  await fs.writeFile(
    path.join(folder, 'first.md'),
    '# First\n\nWords and $x^2$.\n\n![A wide one](wide.svg)\n\n```js\nconsole.log("seen"); randn([2]).shape\n```\n\n```output\nseen\n[2]\n```\n',
  );
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="100"><rect width="9" height="9"/></svg>';
  await fs.writeFile(path.join(folder, 'wide.svg'), svg);
  await fs.writeFile(path.join(folder, 'second.md'), '# Second\n\n```js\n2 + 2\n```\n');
  browser = await launch('chromium');
});
afterAll(async () => {
  await browser?.close();
  await fs.rm(folder, { recursive: true });
});

/** Of the picture: its own width, and how far the page is wider than the window. */
function pictureWidths(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const picture = document.querySelector('img')!;
    await picture.decode();
    return [picture.naturalWidth, document.documentElement.scrollWidth - innerWidth];
  });
}

test('build makes a site of a folder of lessons', async () => {
  const out = path.join(folder, 'site');
  const built = spawnSync(process.execPath, [command, 'build', folder, '--out', out], { encoding: 'utf8' });
  expect(built.stderr).toContain('2 lessons');
  expect(built.status).toBe(0);
  const site = await serveSite({ folder: out });
  try {
    const { page, faults } = await openPage(browser, site.url);
    expect(
      await page.evaluate(() => [...document.querySelectorAll('.lesson-list a')].map((a) => a.textContent)),
    ).toEqual(['First', 'Second']);
    await Promise.all([page.waitForNavigation(), page.click('.home-start a')]);
    await untilReady(page);
    expect(await outputText(page, 0)).toContain('seen');
    expect(await pictureWidths(page)).toEqual([3000, 0]);
    await pressRun(page, 0);
    await untilState(page, 0, 'done');
    await page.goto(`${site.url}help.html`);
    expect(await textOf(page, 'h1')).toBe('Help');
    await page.close();
    expect(faults).toEqual([]);
  } finally {
    await site.close();
  }
});

test('build tells what is wrong, with the line, and makes the rest', async () => {
  const bad = path.join(folder, 'bad');
  await fs.mkdir(bad);
  await fs.writeFile(path.join(bad, 'a.md'), '# A\n\n```js maybe\n1\n```\n\n```js\n1\n```\n\n```output\n2\n```\n');
  const built = spawnSync(process.execPath, [command, 'build', bad, '--out', path.join(bad, 'site')], {
    encoding: 'utf8',
  });
  expect(built.status).toBe(1);
  expect(built.stderr).toContain('a.md:3: expected');
  expect(built.stderr).toContain('a.md:11: the cell shows something else than what is stored');
  expect(await fs.readFile(path.join(bad, 'site', 'a.html'), 'utf8')).toContain('<h1>A</h1>');
  await fs.writeFile(path.join(bad, 'index.md'), '# I\n');
  const taken = spawnSync(process.execPath, [command, 'build', bad, '--out', path.join(bad, 'site')], {
    encoding: 'utf8',
  });
  expect(taken.status).toBe(2);
  expect(taken.stderr).toContain("expected another name than 'index.md'");
});

test.each([
  ['a cell', '```js\nfor (;;);\n```\n', 'loop.md:3: cell 1'],
  ['a chart', '```figure\nchart: for (;;);\n```\n', "loop.md:3: the figure's chart"],
  [
    'an exercise',
    '```exercise\n{ id: e, kind: code, question: Q, function: f, operation: layer norm, start: x, code: for (;;); }\n```\n',
    "loop.md:3: exercise 'e'",
  ],
])('%s without an end is ended by --timeout, and named', async (_, fence, place) => {
  await fs.writeFile(path.join(folder, 'loop.md'), `# Loop\n\n${fence}`);
  const ran = spawnSync(process.execPath, [command, 'run', 'loop.md', '--timeout', '2'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
  });
  await fs.rm(path.join(folder, 'loop.md'));
  expect(ran.stderr).toContain(`${place} did not end within 2 s`);
  expect(ran.status).toBe(1);
});

test('preview shows the lesson, and again when the file changes', async () => {
  const file = path.join(folder, 'first.md');
  const server: ChildProcess = spawn(process.execPath, [command, 'preview', file], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    const address = await new Promise<string>((resolve, reject) => {
      server.stderr!.on('data', (text: Buffer) => {
        const found = /http:\/\/localhost:\d+/.exec(String(text));
        if (found) resolve(found[0].replace('localhost', '127.0.0.1'));
      });
      server.on('exit', () => reject(new Error('the preview ended')));
    });
    const { page, faults } = await openPage(browser, address);
    await untilReady(page);
    expect(await textOf(page, 'h1')).toBe('First');
    expect((await pictureWidths(page))[0]).toBe(3000);
    await pressRun(page, 0);
    await untilState(page, 0, 'done');
    const changed = (await fs.readFile(file, 'utf8')).replace('# First', '# First, changed');
    await Promise.all([page.waitForNavigation(), fs.writeFile(file, changed)]);
    expect(await textOf(page, 'h1')).toBe('First, changed');
    await page.close();
    expect(faults).toEqual([]);
  } finally {
    server.kill();
  }
});
