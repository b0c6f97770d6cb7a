/** @file Cells: declarations shared between them, what the last line shows, positions of errors. */
import { describe, expect, it } from 'vitest';
import { plainText } from '../../web/kernel/plain-text.js';
import type { CellError, CellNames, Output } from '../../web/kernel/protocol.js';
import { type Engine, type RunResult, Session } from '../../web/kernel/session.js';

class Notebook {
  readonly session: Session;
  outputs: Output[] = [];

  constructor(engine?: Engine) {
    this.session = new Session(engine);
  }

  run(source: string, cell?: string): Promise<RunResult> {
    this.outputs = [];
    const sink = { output: (output: Output) => void this.outputs.push(output), live: (_id: string, snapshot: () => Output) => void this.outputs.push(snapshot()) };
    return this.session.run(source, sink, { cell });
  }

  /** Text of the last expression, or null; throws what the cell throws. */
  async value(source: string): Promise<string | null> {
    const result = await this.run(source);
    if (result.status === 'error') throw new Error(`${result.error.name}: ${result.error.message}`);
    return result.status === 'done' && result.result ? plainText(result.result).trimEnd() : null;
  }

  async error(source: string): Promise<CellError> {
    const result = await this.run(source);
    if (result.status !== 'error') throw new Error(`expected an error, got ${JSON.stringify(result)}`);
    return result.error;
  }

  async names(source: string): Promise<CellNames | null> {
    return (await this.run(source)).names;
  }

  get printed(): string {
    return this.outputs.map(plainText).join('');
  }
}

/** The value of the last of some cells. */
async function lastValue(...sources: string[]): Promise<string | null> {
  const notebook = new Notebook();
  for (const source of sources.slice(0, -1)) await notebook.value(source);
  return notebook.value(sources[sources.length - 1]);
}

describe('shared names', () => {
  it.each([
    ['const', 'const a = 1', 'a + 1'],
    ['let', 'let a = 1', 'a + 1'],
    ['var', 'var a = 1', 'a + 1'],
    ['function', 'function a() { return 1; }', 'a() + 1'],
    ['async function', 'async function a() { return 1; }', '(await a()) + 1'],
    ['generator', 'function* a() { yield 1; }', '[...a()][0] + 1'],
    ['class', 'class A { static one = 1; }', 'A.one + 1'],
    ['array pattern', 'const [, a = 5, ...rest] = [0, undefined, 1, 2]', 'a - rest.length - 1'],
    ['object pattern', 'const { x: { y: [a] }, z = a, ...others } = { x: { y: [1] }, w: 1 }', 'z + others.w'],
    ['var in a loop', 'for (var a = 0; a < 2; a++) {}', 'a'],
    ['var in a block', 'if (true) { try { var a = 2 } finally {} }', 'a'],
    ['awaited', 'const a = await Promise.resolve(1)', 'a + 1'],
  ])('%s', async (_, declaration, use) => {
    expect(await lastValue(declaration, use)).toBe('2');
  });

  it.each([
    ['let in a block', '{ let a = 1; const b = 2; class C {} function f() {} }', ['a', 'b', 'C', 'f']],
    ['loop variable', 'for (let a = 0; a < 1; a++) { const b = 1; }', ['a', 'b']],
    ['catch parameter', 'try { throw new Error("x") } catch (a) { let b }', ['a', 'b']],
    ['inside a function', 'function f(a) { var b; let c; } f()', ['a', 'b', 'c']],
    ['name of an expression', 'const g = function a() {}; const h = class b {}', ['a', 'b']],
  ])('not shared: %s', async (_, source, names) => {
    const notebook = new Notebook();
    await notebook.value(source);
    for (const name of names) expect(await notebook.value(`typeof ${name}`)).toBe("'undefined'");
  });

  it('are assigned to from other cells, also in patterns, loops and updates', async () => {
    const notebook = new Notebook();
    await notebook.value('let a = 1, b = 2, c = 3; function read() { return [a, b, c]; }');
    await notebook.value('a += 10; b++; ({ c } = { c: 5 })');
    expect(await notebook.value('read()')).toBe('[11, 3, 5]');
    await notebook.value('[a, b] = [b, a]; for (c of [7, 8]) {}');
    expect(await notebook.value('[a, b, c]')).toBe('[3, 11, 8]');
    await notebook.value('({ a = 9, x: b = 1, ...c } = { y: 2 }); for (const k in { q: 1 }) a = k;');
    expect(await notebook.value('[a, b, c]')).toBe("['q', 1, { y: 2 }]");
  });

  it('may be declared again, in the same cell and in another one, with another kind', async () => {
    const notebook = new Notebook();
    for (const source of ['const a = 1', 'const a = 2', 'let a = 3', 'function a() { return 4; }', 'class a {}', 'var a = 6']) await notebook.value(source);
    expect(await notebook.value('a')).toBe('6');
    expect(await notebook.value('const a = 7; a')).toBe('7');
  });

  it('have one value: a function sees the cell that ran last', async () => {
    const notebook = new Notebook();
    await notebook.value('const rate = 0.1; const twice = () => 2 * rate; function again() { return twice(); }');
    await notebook.value('const rate = 5');
    expect(await notebook.value('again()')).toBe('10');
  });

  it('may be used in a function before the cell that declares them ran', async () => {
    const notebook = new Notebook();
    await notebook.value('const f = () => later + 1');
    expect((await notebook.error('f()')).message).toBe('later is not defined');
    await notebook.value('let later = 1');
    expect(await notebook.value('f()')).toBe('2');
  });

  it('keep the values they had when a cell fails before its declarations', async () => {
    const notebook = new Notebook();
    await notebook.value('const a = 1; const b = 1');
    await notebook.error('const a = 2; throw new Error("no"); const b = 2; const c = 2');
    expect(await notebook.value('[a, b, typeof c]')).toBe("[2, 1, 'undefined']");
  });

  it('are constants where they are const', async () => {
    const notebook = new Notebook();
    await notebook.value('const a = 1; const set = () => { a = 2; }');
    for (const source of ['\na = 2', '\na++', '\nset()']) {
      expect(await notebook.error(source)).toMatchObject({ name: 'TypeError', message: 'Assignment to constant variable.', line: 2, hint: expect.stringContaining('let') });
    }
  });

  it('are not confused with properties, labels, parameters and shadowing names', async () => {
    const notebook = new Notebook();
    await notebook.value('const a = 1; const o = { a: 2, b: { a: 3 } };');
    expect(await notebook.value('o.a + o.b.a + o["a"]')).toBe('7');
    expect(await notebook.value('({ a, b: a, [a]: a, a() { return a; } }).a()')).toBe('1');
    expect(await notebook.value('((a, b = a) => a + b)(5)')).toBe('10');
    expect(await notebook.value('a: for (;;) { break a; }\n(function a() { return typeof a; })()')).toBe("'function'");
    expect(await notebook.value('{ let a = 9; (() => a)(); } a')).toBe('1');
    expect(await notebook.value('class K { a = a; static s = a; #p = a; get p() { return this.#p; } has(x) { return #p in x; } }; const k = new K(); [k.a, K.s, k.p, k.has(k)]')).toBe('[1, 1, 1, true]');
    expect(await notebook.value('`${a}${`${a}`}`')).toBe("'11'");
    expect(await notebook.value('(function () { return arguments[0] + a; })(1)')).toBe('2');
    expect(await notebook.value('(function (f = () => a) { var a = 7; return f(); })()')).toBe('1');
    expect(await notebook.value('switch (a) { case 1: let a = 5; } a')).toBe('1');
  });

  it('are called without a receiver', async () => {
    const notebook = new Notebook();
    await notebook.value('function me() { return this; } const tag = function (parts) { return [this, parts[0]]; };');
    expect(await notebook.value('me() === undefined && tag`x`[0] === undefined && me?.() === undefined')).toBe('true');
  });

  it('of the host are there, those of the kernel are not', async () => {
    expect(await lastValue('Math.max(1, [2].length) + parseInt("3")')).toBe('4');
    for (const name of ['postMessage', 'close', 'process', 'self', 'name']) expect(await lastValue(`typeof ${name}`)).toBe("'undefined'");
    expect(await lastValue('const Math = { max: () => 5 };', 'Math.max(1)')).toBe('5');
    expect(await lastValue('const name = "n"; const f = () => name;', 'f()')).toBe("'n'");
  });

  it('run in strict mode: an undeclared name is an error with a hint', async () => {
    expect(await new Notebook().error('undeclared = 1')).toMatchObject({ name: 'ReferenceError', message: 'undeclared is not defined', line: 1, hint: expect.stringContaining('let or const') });
  });

  it('of the engine can be used and shadowed', async () => {
    const notebook = new Notebook({ globals: { randn: () => 'engine' } });
    expect(await notebook.value('randn()')).toBe("'engine'");
    expect((await notebook.error('randn = 1')).message).toBe('Assignment to constant variable.');
    await notebook.value('const randn = () => "mine"');
    expect(await notebook.value('randn()')).toBe("'mine'");
  });

  it('of a named cell go when it runs again without them, and what it made is freed', async () => {
    const freed: string[] = [];
    let scopes = 0;
    const openScope = () => {
      const scope = `scope ${++scopes}`;
      return { close: () => void freed.push(`close ${scope}`), dispose: () => void freed.push(`dispose ${scope}`) };
    };
    const notebook = new Notebook({ globals: {}, openScope });
    await notebook.run('const a = 1; const b = 2', 'one');
    await notebook.run('const c = 3', 'two');
    expect(freed).toEqual(['close scope 1', 'close scope 2']);
    await notebook.run('const a = (', 'one');
    expect(freed).toHaveLength(2);
    await notebook.run('const a = 5', 'one');
    expect(freed.slice(2)).toEqual(['dispose scope 1', 'close scope 3']);
    expect(await notebook.value('[a, typeof b, c]')).toBe("[5, 'undefined', 3]");
  });
});

describe('lines without semicolons', () => {
  it.each([
    ['f is called on a line of its own', 'const a = 1\nf()\nf()\nseen', '2'],
    ['inside blocks', '{ let a = 1\nf()\n}\nif (true) f()\nelse f()\nfor (const x of [1]) f()\nseen', '3'],
    ['inside functions', 'function g() { const a = 1\nf()\nreturn a\n}\ng()\nseen', '1'],
    ['after return, throw and a switch case', '(() => { return\nf() })()\nswitch (1) { case 1: const b = 1\nf() }\nseen', '1'],
    ['template tags and chains', 'const t = () => [1]\nf()\nt`x`.map(f)\nlabel: f()\nseen', '3'],
    ['comments at the end', 'f() // one\n/* two */ seen // three\n// four', '1'],
    ['do and while', 'do f()\nwhile (seen < 3)\nseen', '3'],
  ])('%s', async (_, source, expected) => {
    const notebook = new Notebook();
    await notebook.value('let seen = 0; function f() { seen++ }');
    expect(await notebook.value(source)).toBe(expected);
  });
});

describe('the last expression', () => {
  it.each<[string, string | null]>([
    ['1 + 1', '2'],
    ['1 + 1;', '2'],
    ['1 + 1 ; // comment', '2'],
    ['1 + 1\n/* comment; */\n;;', '2'],
    ['(1, 2)', '2'],
    ['1, 2', '2'],
    ['({ a: 1 })', '{ a: 1 }'],
    ['[1, "a"]', "[1, 'a']"],
    ["'text'", "'text'"],
    ['`a\nb`', "'a\\nb'"],
    ['null', 'null'],
    ['undefined', null],
    ['await Promise.resolve(3)', '3'],
    ['Promise.resolve(4)', '4'],
    ['await (async () => { await null; return 5; })()', '5'],
    ['() => 1', '[function]'],
    ['(function named() {})', '[function named]'],
    ['(class Named {})', '[class Named]'],
    ['/a/g', '/a/g'],
    ['let a; a = 5', null],
    ['let a = 1; a++; a', '2'],
    ['const a = 1', null],
    ['if (true) 1', null],
    ['for (const a of [1]) a', null],
    ['function f() {}', null],
    ['', null],
    ['// only a comment', null],
    ['true ? 1 : 2', '1'],
    ['!0', 'true'],
    ['new Map([[1, { a: 2 }]])', 'Map(1) { 1 => { a: 2 } }'],
    ['-0', '-0'],
    ['10n', '10n'],
    ['#!/usr/bin/env node\n1', '1'],
  ])('%j', async (source, expected) => {
    expect(await lastValue(source)).toBe(expected);
  });

  it('is a tensor with its values', async () => {
    const tensor = { shape: [2, 2], dtype: 'float32', data: () => new Float32Array([1, 2, 3, 4]), toString: () => 'tensor([[1., 2.],\n        [3., 4.]])' };
    const big = { ...tensor, shape: [101, 100], data: () => new Float32Array(10100) };
    const notebook = new Notebook({ globals: { tensor, big } });
    expect(await notebook.run('tensor')).toMatchObject({ result: { kind: 'tensor', text: String(tensor), dtype: 'float32', shape: [2, 2], values: [1, 2, 3, 4] } });
    expect(await notebook.run('big')).toMatchObject({ result: { kind: 'tensor', values: null, shape: [101, 100] } });
    expect(await notebook.value('({ t: tensor })')).toBe('{\n  t: tensor([[1., 2.],\n          [3., 4.]])\n}');
  });
});

describe('await', () => {
  it('works at the top, in for await, and in functions of other cells', async () => {
    const notebook = new Notebook();
    await notebook.value('const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms, ms)); async function* count(n) { for (let i = 0; i < n; i++) { await wait(1); yield [i, i * i]; } }');
    expect(await notebook.value('let sum = 0;\nfor await (const [i, square] of count(4)) sum += i + square;\nsum')).toBe('20');
    expect(await notebook.value('const all = await Promise.all([wait(2), wait(1)]); all')).toBe('[2, 1]');
    expect(await notebook.value('if (await wait(1)) { await wait(1); } else { throw 1 } sum')).toBe('20');
  });
});

describe('names for marking cells as stale', () => {
  it('are what a cell declares, reads and writes', async () => {
    const notebook = new Notebook();
    await notebook.value('let a, b, c, count = 0');
    expect(await notebook.names('const d = a + Math.abs(1); function e(x) { return x + b + d; } count = count + 1; ({ c } = {}); console.log(typeof zz)')).toEqual({
      declares: ['d', 'e'],
      reads: ['a', 'b', 'count', 'console', 'zz'],
      writes: ['count', 'c'],
    });
    expect(await notebook.names('throw new Error(a)')).toEqual({ declares: [], reads: ['a'], writes: [] });
  });
});

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
    ['in a promise that nobody awaits', 'const p = (async () => {\n  await null;\n  null.x;\n})();\nawait new Promise((r) => setTimeout(r, 5));', 3],
    ['of a number that is thrown', '1;\nthrow 5;', 2],
    ['of a number thrown in a function', 'function f() {\n  if (true) throw 5;\n}\n\nf();', 2],
    ['of undefined thrown after an await', 'await null;\nconst f = async () => {\n  await null;\n  throw undefined;\n};\nawait f();', 4],
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
    await notebook.value('// run 1\nfunction outer(g) {\n  return g();\n}\nfunction bad() {\n  return null.x;\n}\nfunction thrower() {\n  throw 7;\n}');
    expect(await notebook.error('1;\n2;\n  bad();')).toMatchObject({ line: 3, column: 3, from: { run: 1, line: 6 } });
    expect(await notebook.error('1;\nouter(() => {\n  null.x });')).toMatchObject({ line: 3 });
    expect(await notebook.error('1;\nthrower();')).toMatchObject({ line: 2, message: '7 was thrown', from: { run: 1, line: 9 } });
    expect((await notebook.error('null.x')).from).toBeUndefined();
  });

  it('survives a stack that quotes another cell', async () => {
    const notebook = new Notebook();
    await notebook.value('1');
    expect(await notebook.error('1;\nthrow new Error("at f (normlab-cell-1:1:1)\\n at normlab-cell-1:1:1");')).toMatchObject({ line: 2 });
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
    ['throw new Proxy({}, { get() { throw 1 }, ownKeys() { throw new Error("p") } })', 'Error', 'something was thrown that cannot be read'],
    ['JSON.parse("{")', 'SyntaxError', expect.stringContaining('JSON')],
    ['await Promise.reject(6)', 'Error', '6 was thrown'],
    ['await Promise.any([])', 'AggregateError', 'All promises were rejected'],
  ])('%s', async (source, name, message) => {
    expect(await new Notebook().error(source)).toMatchObject({ name, message, line: 1 });
  });

  it('also an exception of wasm', async () => {
    const { Exception, Tag } = WebAssembly as unknown as { Exception: new (tag: unknown, values: unknown[]) => unknown; Tag: new (type: unknown) => unknown };
    const exception = new Exception(new Tag({ parameters: ['i32'] }), [4]);
    expect((await new Notebook({ globals: { exception } }).error('throw exception')).message).toContain('C++ exception');
  });

  it('with the names that the cell has', async () => {
    const notebook = new Notebook();
    await notebook.value('const value = 5, list = undefined;');
    expect((await notebook.error('value()')).message).toBe('value is not a function');
    expect((await notebook.error('value.x()')).message).toBe('value.x is not a function');
    expect((await notebook.error('for (const x of value) {}')).message).toBe('value is not iterable');
    expect((await notebook.error('const { q } = list')).message).toBe("Cannot destructure property 'q' of 'list' as it is undefined.");
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

describe('what a cell shows', () => {
  it('console and display, in order', async () => {
    const notebook = new Notebook();
    await notebook.run('console.log("a", 1, [2], { b: "c" }); display(1, "s"); console.error("e"); console.log("%d of %s", 1, "x", "y")');
    expect(notebook.outputs).toEqual([
      { kind: 'text', stream: 'stdout', text: "a 1 [2] { b: 'c' }\n" },
      { kind: 'value', text: '1' },
      { kind: 'value', text: "'s'" },
      { kind: 'text', stream: 'stderr', text: 'e\n' },
      { kind: 'text', stream: 'stdout', text: '1 of x y\n' },
    ]);
  });

  it('groups, counts and tables of the console', async () => {
    const notebook = new Notebook();
    await notebook.run('console.group("g"); console.log("a\\nb"); console.groupEnd(); console.count(); console.count(); console.assert(1 > 2, "no"); console.table([{ a: 1, b: "x" }, { a: 22 }])');
    expect(notebook.printed).toBe('g\n  a\n  b\ndefault: 1\ndefault: 2\nAssertion failed: no\n a  b\n 1  x\n22\n');
  });

  it('tables with headings, numbers to the right', async () => {
    const notebook = new Notebook();
    await notebook.run('table(["norm", "loss"], [["none", 2.301], ["BatchNorm", 0.13]])');
    expect(notebook.outputs).toEqual([{ kind: 'table', columns: ['norm', 'loss'], rows: [['none', 2.301], ['BatchNorm', 0.13]] }]);
    expect(notebook.printed).toBe('norm        loss\nnone       2.301\nBatchNorm   0.13\n');
    expect((await notebook.error('table(["a"], [[1, 2]])')).message).toBe('[table] expected row 0 to have 1 values, one a column, got 2');
    expect((await notebook.error('table("a", [])')).message).toBe("[table] expected an array of column names, got 'a'");
  });

  it('charts and progress, again at each change and not as a value', async () => {
    const notebook = new Notebook();
    const result = await notebook.run('const c = lineChart({ title: "Loss", x: "step", y: "loss", rules: [{ y: 2.3, label: "guess" }] }); c.push("a", 0, 1); c.push("b", 1, 2); c');
    expect(result).toMatchObject({ status: 'done', result: null });
    expect(notebook.outputs).toHaveLength(3);
    expect(notebook.outputs[2]).toEqual({
      kind: 'chart',
      id: 'chart-1',
      chart: { title: 'Loss', x: 'step', y: 'loss', rules: [{ y: 2.3, label: 'guess' }], series: [{ name: 'a', points: [[0, 1]] }, { name: 'b', points: [[1, 2]] }] },
    });
    await notebook.run('const p = progress("train", 4); p.update(1, "epoch 1"); p.update(4); p');
    expect(notebook.outputs.map((output) => output.kind === 'progress' && [output.done, output.note])).toEqual([[0, ''], [1, 'epoch 1'], [4, '']]);
    expect(notebook.outputs[2]).toMatchObject({ kind: 'progress', label: 'train', total: 4, secondsLeft: 0 });
    expect((await notebook.error('c.push("a", 0, "x")')).message).toBe("[lineChart] expected y to be a number, got 'x'");
    expect((await notebook.error('c.push(1, 2)')).message).toBe('[lineChart] expected the series to be a string, got 1');
  });

  it('is bounded in depth and length', async () => {
    const notebook = new Notebook();
    const text = async (source: string) => (await notebook.value(source)) ?? '';
    expect(await text('const loop = { a: 1 }; loop.self = loop; loop')).toBe('{ a: 1, self: [Circular] }');
    expect(await text('let deep = 1; for (let i = 0; i < 10000; i++) deep = [deep]; deep')).toBe('[[[[[…]]]]]');
    expect(await text('Array.from({ length: 1e6 }, (_, i) => i)')).toMatch(/98, 99,\s+… 999900 more\n\]$/);
    expect((await text('"x".repeat(5e6)')).length).toBeLessThan(60_000);
    expect((await text('Array(100).fill(Array(100).fill(Array(100).fill("x".repeat(1000))))')).length).toBeLessThan(60_000);
    expect(await text('[, 1]')).toBe('[empty, 1]');
    expect(await text('({ get a() { throw 1 } })')).toBe('{ a: [Getter] }');
    expect(await text('new Float32Array([1, 2.5])')).toBe('Float32Array(2) [1, 2.5]');
    expect(await text('class P { x = 1 } new P()')).toBe('P { x: 1 }');
    expect(await text('[{ toString() { throw new Error("t") } }]')).toBe('[[cannot be shown: t]]');
    expect(await text("\"it's\"")).toBe('"it\'s"');
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

describe('stop', () => {
  async function stopWhile(source: string): Promise<{ result: RunResult; notebook: Notebook }> {
    const tick = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      notebook.session.checkpoint();
    };
    const notebook: Notebook = new Notebook({ globals: { tick } });
    const done = notebook.run(source);
    setTimeout(() => notebook.session.stop(), 10);
    return { result: await done, notebook };
  }

  it.each([
    ['at a yield of the engine', 'let n = 0; for (;;) { n++; await tick(); }'],
    ['at an await of its own', 'let n = 0; for (;;) { n++; await new Promise((resolve) => setTimeout(resolve, 1)); }'],
    ['although it catches everything', 'let n = 0; for (;;) { n++; try { await tick(); } catch {} }'],
    ['while it waits for ever', 'let n = 1; await new Promise(() => {});'],
    ['and its error says something else', 'let n = 1; try { for (;;) await tick(); } catch { throw new Error("cleanup"); }'],
  ])('%s', async (_, source) => {
    const { result, notebook } = await stopWhile(source);
    expect(result.status).toBe('stopped');
    expect(await notebook.value('n > 0')).toBe('true');
  });

  it('ends a loop that was left behind, at its next step', async () => {
    const { notebook } = await stopWhile('let n = 0; let go; await new Promise((resolve) => { go = resolve; }); for (;;) { n++; await null; }');
    await notebook.value('go()');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await notebook.value('n')).toBe('1');
  });

  it('does nothing when nothing runs', async () => {
    const notebook = new Notebook();
    notebook.session.stop();
    expect(await notebook.value('await null; 1')).toBe('1');
  });
});
