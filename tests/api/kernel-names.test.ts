/** @file Names that cells share: declared, read, assigned to, declared again. */
import { describe, expect, it } from 'vitest';
import { engineFrom } from '../../web/kernel/engine.js';
import { lastValue, Notebook } from './kernel-notebook.js';

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
    for (const source of [
      'const a = 1',
      'const a = 2',
      'let a = 3',
      'function a() { return 4; }',
      'class a {}',
      'var a = 6',
    ])
      await notebook.value(source);
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
      expect(await notebook.error(source)).toMatchObject({
        name: 'TypeError',
        message: 'Assignment to constant variable.',
        line: 2,
        hint: expect.stringContaining('let'),
      });
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
    expect(
      await notebook.value(
        'class K { a = a; static s = a; #p = a; get p() { return this.#p; } has(x) { return #p in x; } }; const k = new K(); [k.a, K.s, k.p, k.has(k)]',
      ),
    ).toBe('[1, 1, 1, true]');
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
    for (const name of ['postMessage', 'close', 'process', 'self', 'name'])
      expect(await lastValue(`typeof ${name}`)).toBe("'undefined'");
    expect(await lastValue('const Math = { max: () => 5 };', 'Math.max(1)')).toBe('5');
    expect(await lastValue('const name = "n"; const f = () => name;', 'f()')).toBe("'n'");
  });

  it('run in strict mode: an undeclared name is an error with a hint', async () => {
    expect(await new Notebook().error('undeclared = 1')).toMatchObject({
      name: 'ReferenceError',
      message: 'undeclared is not defined',
      line: 1,
      hint: expect.stringContaining('let or const'),
    });
  });

  it('of the engine can be used and shadowed', async () => {
    const notebook = new Notebook({ globals: { randn: () => 'engine' } });
    expect(await notebook.value('randn()')).toBe("'engine'");
    expect((await notebook.error('randn = 1')).message).toBe('Assignment to constant variable.');
    await notebook.value('const randn = () => "mine"');
    expect(await notebook.value('randn()')).toBe("'mine'");
  });

  it('of a named cell stay when another cell has declared them since', async () => {
    const notebook = new Notebook();
    await notebook.run('const x = 1;', 'first');
    await notebook.run('const x = 2;', 'second');
    await notebook.run('const y = 3;', 'first');
    expect(await notebook.value('x + y')).toBe('5');
    await notebook.run('const z = 4;', 'second');
    expect((await notebook.error('x')).message).toBe('x is not defined');
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
    [
      'after return, throw and a switch case',
      '(() => { return\nf() })()\nswitch (1) { case 1: const b = 1\nf() }\nseen',
      '1',
    ],
    ['template tags and chains', 'const t = () => [1]\nf()\nt`x`.map(f)\nlabel: f()\nseen', '3'],
    ['comments at the end', 'f() // one\n/* two */ seen // three\n// four', '1'],
    ['do and while', 'do f()\nwhile (seen < 3)\nseen', '3'],
  ])('%s', async (_, source, expected) => {
    const notebook = new Notebook();
    await notebook.value('let seen = 0; function f() { seen++ }');
    expect(await notebook.value(source)).toBe(expected);
  });
});

describe('names for marking cells as stale', () => {
  it('are what a cell declares, reads and writes', async () => {
    const notebook = new Notebook();
    await notebook.value('let a, b, c, count = 0');
    expect(
      await notebook.names(
        'const d = a + Math.abs(1); function e(x) { return x + b + d; } count = count + 1; ({ c } = {}); console.log(typeof zz)',
      ),
    ).toEqual({
      declares: ['d', 'e'],
      reads: ['a', 'b', 'count', 'console', 'zz'],
      writes: ['count', 'c'],
    });
    expect(await notebook.names('throw new Error(a)')).toEqual({ declares: [], reads: ['a'], writes: [] });
  });
});

describe('the library as an engine', () => {
  it('gives cells its names but not those of the kernel, and one scope a cell', async () => {
    const log: string[] = [];
    let current: unknown = null;
    class Scope {
      dispose(): void {
        log.push('dispose');
      }
    }
    const enterScope = (scope: Scope | null): Scope | null => {
      const outer = current as Scope | null;
      current = scope;
      return outer;
    };
    const notebook = new Notebook(
      engineFrom({
        Scope,
        enterScope,
        tensor: () => current instanceof Scope,
        load: () => {},
        setYield: () => {},
      } as never),
    );
    expect(await notebook.run('[tensor(), typeof load, typeof setYield, typeof Scope]', 'a')).toMatchObject({
      result: { text: "[true, 'undefined', 'undefined', 'undefined']" },
    });
    expect(current).toBeNull();
    expect(log).toEqual([]);
    await notebook.run('1', 'a');
    expect(log).toEqual(['dispose']);
  });
});
