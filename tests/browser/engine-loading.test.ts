/**
 * @file Hosts and pages that make it hard for the engine: wrong types, no file, strict policies, no SIMD, two of it.
 */
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserNames, launch } from './support/browsers.js';
import { outputText, pressRun, textOf, untilState, writeCode } from './support/lesson-driver.js';
import { useLesson } from './support/lesson-fixture.js';
import { servePackage } from './support/package-site.js';
import type { Site } from './support/site.js';

const policyError =
  "[normlab] expected a page whose policy allows WebAssembly ('wasm-unsafe-eval' in its script-src), got one that forbids it";
const htmlPage = '<!doctype html><title>Start page</title>';

describe.each(browserNames)('a lesson in %s', (name) => {
  const fixture = useLesson(name);
  const run = async (code: string): Promise<string> => {
    await writeCode(fixture.page, 0, code);
    await pressRun(fixture.page, 0);
    return untilState(fixture.page, 0, 'done', 'error');
  };
  const errorShown = async (): Promise<string> => {
    const parts = await Promise.all(
      ['.error-message', '.error-hint'].map((part) => textOf(fixture.page, `[data-cell="0"] ${part}`)),
    );
    // What the browser notes about the policy is the point.
    fixture.watched.faults.length = 0;
    return parts.join(' ');
  };
  const alter = (change: Site['alter']): void => {
    fixture.site.alter = change;
  };

  test.each(['text/plain', 'application/octet-stream', 'no type at all'])(
    'the engine starts when the server sends it as %s',
    async (type) => {
      alter((path, { headers }) => {
        if (!path.endsWith('.wasm')) return;
        if (type === 'no type at all') delete headers['Content-Type'];
        else headers['Content-Type'] = type;
      });
      expect(await run('ones([2]).sum().item()')).toBe('done');
      expect(await outputText(fixture.page, 0)).toBe('2');
      alter(null);
    },
  );

  test('a page in place of the engine is said in words', async () => {
    alter((path, answer) => {
      if (!path.endsWith('.wasm')) return;
      answer.headers['Content-Type'] = 'text/html';
      answer.body = Buffer.from(htmlPage);
    });
    expect(await run('1')).toBe('error');
    expect(await errorShown()).toContain('the engine file is missing or damaged: the server sent something else');
    alter(null);
  });

  test('a policy that forbids WebAssembly is said in words', async () => {
    alter((_, { headers }) => {
      headers['Content-Security-Policy'] = "script-src 'self'";
    });
    await fixture.page.reload();
    expect(await run('1')).toBe('error');
    expect(await errorShown()).toContain(policyError);
    alter(null);
  });

  test('a policy that forbids cells but not the engine is said in words', async () => {
    alter((_, { headers }) => {
      headers['Content-Security-Policy'] = "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";
    });
    await fixture.page.reload();
    expect(await run('1')).toBe('error');
    expect(await errorShown()).toContain("This page's security policy forbids running code that is typed in.");
    alter(null);
  });
});

describe.each(browserNames)('the package in %s', (name) => {
  let host: Awaited<ReturnType<typeof servePackage>>;
  let browser: Browser;

  beforeAll(async () => {
    host = await servePackage();
    browser = await launch(name);
  });
  afterAll(async () => {
    await browser?.close();
    host?.close();
  });

  /** Runs code in a fresh page of the host; it may import '/index.js'. */
  async function inPage<T>(code: string): Promise<T> {
    const page = await browser.newPage();
    try {
      await page.goto(host.origin);
      return (await page.evaluate(`(async () => { ${code} })()`)) as T;
    } finally {
      await page.close();
    }
  }

  test("runs under script-src 'self' 'wasm-unsafe-eval' and worker-src 'self'", async () => {
    host.policy = "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";
    const printed = await inPage<string>(`
      const library = await import('/index.js');
      await library.load();
      const norm = new library.nn.BatchNorm1d(2);
      const error = (() => { try { norm(library.ones([1, 2])); } catch (error) { return error.message; } })();
      return String(norm(library.tensor([[1, 2], [3, 4]])).detach()) + error;`);
    expect(printed).toContain(
      'tensor([[-1.0000, -1.0000],\n        [ 1.0000,  1.0000]])[batch_norm] expected more than 1 value',
    );
  });

  test('a policy without WebAssembly rejects load() in words, and again at the next try', async () => {
    host.policy = "script-src 'self'";
    const messages = await inPage<string[]>(`
      const { load } = await import('/index.js');
      const messages = [];
      for (let i = 0; i < 2; i++) await load().catch((error) => messages.push(error.message));
      return messages;`);
    expect(messages).toEqual([policyError, policyError]);
  });

  test('a browser without SIMD is told so', async () => {
    host.policy = null;
    const message = await inPage<string>(`
      WebAssembly.validate = () => false;
      const { load } = await import('/index.js');
      return load().then(() => 'loaded', (error) => error.message);`);
    expect(message).toBe(
      '[normlab] expected a browser with WebAssembly SIMD (all since 2021 to 2023), got one without it',
    );
  });

  test('loaded twice there is one engine and one download; two copies share nothing', async () => {
    host.policy = null;
    host.asked.length = 0;
    const seen = await inPage<Record<string, unknown>>(`
      const first = await import('/index.js');
      await Promise.all([first.load(), first.load()]);
      const again = await import('/index.js?again');
      await again.load();
      const second = await import('/copy/index.js');
      const unloaded = (() => { try { second.ones([1]); } catch (error) { return error.message; } })();
      await second.load();
      const draw = (library) => library.rand([1]).item();
      first.manualSeed(0);
      second.manualSeed(0);
      const norms = [first, second].map((library) => new library.nn.BatchNorm1d(1));
      norms[0](first.tensor([[1], [3]]));
      return {
        unloaded,
        draws: [draw(first), draw(first), draw(second)],
        counts: norms.map((norm) => norm.numBatchesTracked.item()),
        foreign: (() => { try { return first.ones([1]).add(second.ones([1])); } catch (error) { return error.message; } })(),
      };`);
    const [a, b, c] = seen.draws as number[];
    expect(c).toBe(a);
    expect(b).not.toBe(a);
    expect(seen).toMatchObject({
      unloaded: '[normlab] expected a loaded engine; call `await load()` first',
      counts: [1, 0],
      foreign: expect.stringMatching(/^\[add\] expected the other operand to be a tensor or a number/),
    });
    expect(host.asked.filter((path) => path.endsWith('.wasm'))).toEqual(['/normlab.wasm', '/copy/normlab.wasm']);
  });
});
