/** @file Errors of cells: in words, with their place, whatever is thrown. */
import { describe, expect, it } from 'vitest';
import { type ErrorContext, toCellError } from '../../web/kernel/errors.js';
import { Notebook } from './kernel-notebook.js';

describe('syntax errors', () => {
  it.each([
    ['const a = 1;\nconst b = ;', 2, 11, "Unexpected ';'"],
    ['let x = 1;\n  let x = 2;', 2, 7, "Identifier 'x' has already been declared"],
    ['f(\n  [1, 2\n);', 3, 1, "Unexpected ')'"],
    ['if (true) {\n  f(1);\n', 1, 11, "'{' is never closed"],
    ['const a = 1 +', 1, 14, 'The cell ends in the middle of an expression'],
    ['a\n"text', 2, 1, 'Unterminated string constant'],
    ['function f() {\n  await g();\n}', 2, 3, "Cannot use keyword 'await' outside an async function"],
    ['\n  return 1', 2, 3, "'return' outside of function"],
    ['\nimport fs from "fs"', 2, 1, 'A cell cannot import modules'],
    ['const x = await import("y")', 1, 17, 'A cell cannot import modules'],
    ['export const x = 1', 1, 1, 'A cell cannot export'],
    ['x = import.meta.url', 1, 5, 'import.meta does not exist in a cell'],
    ['const emoji = "\u{1F600}"; \u{1F600}', 1, 21, "Unexpected character '\u{1F600}'"],
    ['a\r\nb c', 2, 3, "Unexpected 'c'"],
  ])('%j', async (source, line, column, message) => {
    expect(await new Notebook().error(source)).toMatchObject({ name: 'SyntaxError', message, line, column });
  });

  it('have hints', async () => {
    const hint = async (source: string) => (await new Notebook().error(source)).hint;
    expect(await hint('def f(x):\n  return x')).toContain('Python');
    expect(await hint('import torch')).toContain('Python');
    expect(await hint('import { tensor } from "normlab"')).toContain('needs no import');
    expect(await hint('const f = () => { await 1 }')).toContain('async');
  });
});

describe('the place of a runtime error', () => {
  it.each([
    ['at the top', 'const a = 1;\n\n  null.x;', 3],
    ['in a function', 'function f() {\n  throw new Error("x");\n}\nf();', 2],
    ['in a callback', '[1].map(\n  (x) => x.y.z,\n);', 2],
    ['in a class', 'class A {\n  constructor() { this.f(); }\n  f() { null.x }\n}\nnew A();', 3],
    ['after an await', 'await null;\nawait null;\nnull.x;', 3],
    ['in an async function', 'async function f() {\n  await null;\n  null.x;\n}\nawait f();', 3],
    ['in a timer that is awaited', 'await new Promise((_, reject) =>\n  setTimeout(() => reject(new Error("x"))));', 2],
    [
      'in a promise that nobody awaits',
      'const p = (async () => {\n  await null;\n  null.x;\n})();\nawait new Promise((r) => setTimeout(r, 5));',
      3,
    ],
    ['of a number that is thrown', '1;\nthrow 5;', 2],
    ['of a number thrown in a function', 'function f() {\n  if (true) throw 5;\n}\n\nf();', 2],
    [
      'of undefined thrown after an await',
      'await null;\nconst f = async () => {\n  await null;\n  throw undefined;\n};\nawait f();',
      4,
    ],
    ['of an undefined name', 'let a = 1\n\nnope', 3],
    ['of a name used too early', '1;\nconsole.log(b);\nconst b = 1;', 2],
    ['with too deep a recursion', 'function f() {\n  return f() + 1;\n}\nf();', 2],
    ['behind \\r\\n', '1;\r\n2;\r\nnull.x', 3],
    ['in a rejected engine call', '1;\nawait engine();', 2],
  ])('%s', async (_, source, line) => {
    const engine = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      throw new RangeError('engine');
    };
    const notebook = new Notebook({ globals: { engine } });
    const unhandled = (reason: unknown): void => notebook.session.uncaught(reason);
    process.on('unhandledRejection', unhandled);
    expect((await notebook.error(source)).line).toBe(line);
    process.off('unhandledRejection', unhandled);
  });

  it('has the column in the source, whatever was inserted before it', async () => {
    const notebook = new Notebook();
    await notebook.value('const o = {}; const f = () => 1;');
    expect(await notebook.error('f() + f() + o.a.b')).toMatchObject({ line: 1, column: 17 });
    expect(await notebook.error('const g = () => f() + o.a.b; g()')).toMatchObject({ line: 1, column: 27 });
    expect(await notebook.error('await f(); o()')).toMatchObject({ line: 1, column: 12 });
  });

  it('is the calling line for an error in an earlier cell, with the place there', async () => {
    const notebook = new Notebook();
    await notebook.value(
      '// run 1\nfunction outer(g) {\n  return g();\n}\nfunction bad() {\n  return null.x;\n}\nfunction thrower() {\n  throw 7;\n}',
    );
    expect(await notebook.error('1;\n2;\n  bad();')).toMatchObject({ line: 3, column: 3, from: { run: 1, line: 6 } });
    expect(await notebook.error('1;\nouter(() => {\n  null.x });')).toMatchObject({ line: 3 });
    expect(await notebook.error('1;\nthrower();')).toMatchObject({
      line: 2,
      message: '7 was thrown',
      from: { run: 1, line: 9 },
    });
    expect((await notebook.error('null.x')).from).toBeUndefined();
  });

  it('survives a stack that quotes another cell', async () => {
    const notebook = new Notebook();
    await notebook.value('1');
    expect(
      await notebook.error('1;\nthrow new Error("at f (normlab-cell-1:1:1)\\n at normlab-cell-1:1:1");'),
    ).toMatchObject({ line: 2 });
  });
});

describe('anything can be thrown', () => {
  it.each([
    ['throw 5', 'Error', '5 was thrown'],
    ['throw "text"', 'Error', 'text'],
    ['throw undefined', 'Error', 'undefined was thrown'],
    ['throw null', 'Error', 'null was thrown'],
    ['throw { a: 1 }', 'Error', '{ a: 1 } was thrown'],
    ['throw { message: "m", name: "N" }', 'N', 'm'],
    ['throw Symbol("s")', 'Error', 'Symbol(s) was thrown'],
    ['throw new (class MyError extends TypeError { name = "MyError" })("m")', 'MyError', 'm'],
    ['throw new Error("")', 'Error', 'an error without a text'],
    ['throw { get message() { throw 1 } }', 'Error', 'something was thrown that cannot be read'],
    ['throw Object.create(null)', 'Error', '{} was thrown'],
    [
      'throw new Proxy({}, { get() { throw 1 }, ownKeys() { throw new Error("p") } })',
      'Error',
      'something was thrown that cannot be read',
    ],
    ['JSON.parse("{")', 'SyntaxError', expect.stringContaining('JSON')],
    ['await Promise.reject(6)', 'Error', '6 was thrown'],
    ['await Promise.any([])', 'AggregateError', 'All promises were rejected'],
  ])('%s', async (source, name, message) => {
    expect(await new Notebook().error(source)).toMatchObject({ name, message, line: 1 });
  });

  it('also an exception of wasm', async () => {
    const { Exception, Tag } = WebAssembly as unknown as {
      Exception: new (tag: unknown, values: unknown[]) => unknown;
      Tag: new (type: unknown) => unknown;
    };
    const exception = new Exception(new Tag({ parameters: ['i32'] }), [4]);
    expect((await new Notebook({ globals: { exception } }).error('throw exception')).message).toContain(
      'C++ exception',
    );
  });

  it('with the names that the cell has', async () => {
    const notebook = new Notebook();
    await notebook.value('const value = 5, list = undefined;');
    expect((await notebook.error('value()')).message).toBe('value is not a function');
    expect((await notebook.error('value.x()')).message).toBe('value.x is not a function');
    expect((await notebook.error('for (const x of value) {}')).message).toBe('value is not iterable');
    expect((await notebook.error('const { q } = list')).message).toBe(
      "Cannot destructure property 'q' of 'list' as it is undefined.",
    );
    expect((await notebook.error('new value()')).message).toBe('value is not a constructor');
  });

  it('with hints for common mistakes', async () => {
    const notebook = new Notebook({ globals: { manualSeed() {}, Linear: class {}, arange() {} } });
    const hint = async (source: string) => (await notebook.error(source)).hint;
    expect(await hint('model')).toContain('run that cell first');
    expect(await hint('manual_seed(0)')).toBe('Did you mean manualSeed?');
    expect(await hint('aragne(3)')).toBe('Did you mean arange?');
    expect(await hint('print(1)')).toBe('In JavaScript: console.log(…).');
    expect(await hint('Linear(1)')).toContain('new');
    expect(await hint('throw 5')).toContain('throw new Error');
    expect(await hint('const f = () => f(); f()')).toContain('without an end');
    expect(await hint('throw new Error("own")')).toBeNull();
  });
});

describe('stacks of SpiderMonkey', () => {
  const context: ErrorContext = {
    run: 2,
    locate: (url, { line, column }) => ({ run: Number(url.split('-')[2]), line, column }),
    lastOwn: { line: 9, column: 1 },
    last: { run: 2, line: 9, column: 1 },
    names: () => [],
  };

  // As Firefox writes them.
  it.each([
    ['f@normlab-cell-2:2:3\n@normlab-cell-2:7:4\nrun@https://a.org/worker.js:4:96\n', { line: 2, column: 3 }],
    [
      'read@https://a.org/w.js:1:1\nf@normlab-cell-1:2:3\n@normlab-cell-2:5:4\n',
      { line: 5, column: 4, from: { run: 1, line: 2, column: 3 } },
    ],
    ['engine@https://a.org/w.js:10:82\n', { line: 9, column: 1 }],
    ['', { line: 9, column: 1 }],
  ])('%j', (stack, place) => {
    const error = toCellError({ name: 'TypeError', message: 'm', stack }, context);
    expect(error).toEqual({ name: 'TypeError', message: 'm', hint: null, ...place });
  });
});

describe('uncaught errors', () => {
  it('of a finished cell are shown with it', async () => {
    const notebook = new Notebook();
    await notebook.value('1');
    notebook.session.uncaught(new Error('late'));
    expect(notebook.printed).toBe('Uncaught Error: late\n');
  });
});
