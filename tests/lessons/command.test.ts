/** @file `normlab run`: what it prints, what it stores, how it ends. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cell, stored, useCommand } from './use-command.js';

const { file, normlab } = useCommand();

describe('a lesson', () => {
  it('ends with 1 for a bad formula, named with its line, in prose and in an exercise', async () => {
    const exercise = '```exercise\nid: e\nkind: number\nquestion: Is $\\frac{2$ right?\nanswer: 1\n```\n';
    const lesson = file('a.md', `# T\n\nA good $x$\nand a bad $\\frac{1$ one.\n\n$$\nx\n\n${exercise}`);
    const { code, stderr } = await normlab(['run', lesson]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^a\.md:4: bad formula \$\\frac\{1\$: .+$/m);
    expect(stderr).toMatch(/^a\.md:6: bad formula .+never closed/m);
    expect(stderr).toMatch(/^a\.md:9: bad formula \$\\frac\{2\$: .+$/m);
  });

  it('prints what its cells print, in order, and ends with 0 when that is stored', async () => {
    const lesson = file(
      'a.md',
      `# T\n${cell('const a = 1;\nconsole.log("one", a)\na + 1')}\n${stored('one 1\n2')}\n${cell('display([a]); console.error("aside")')}`,
    );
    expect(await normlab(['run', lesson])).toEqual({
      code: 0,
      linger: false,
      stdout: 'one 1\n2\n[1]\n',
      stderr: 'cell 1 of 2, a.md:2\ncell 2 of 2, a.md:13\naside\n',
    });
  });

  it('makes the charts of its figures, and tells which cannot be made', async () => {
    const figure = (code: string): string => `\`\`\`figure\nchart: ${code}\n\`\`\`\n`;
    const good = file('a.md', cell('const a = 1') + figure('lineChart()'));
    expect(await normlab(['run', good])).toMatchObject({ code: 0, stdout: '' });
    const bad = file('b.md', cell('const a = 1') + figure('lineChart(a)') + figure('console.log(1)'));
    const { code, stdout, stderr } = await normlab(['run', bad]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain("b.md:4: the figure's chart fails on its line 1: ReferenceError: a is not defined\n");
    expect(stderr).toContain("b.md:7: the figure's code shows no chart\n");
  });

  it('tells what a widget would say of its attributes, and pictures that are not there', async () => {
    const figure = '```figure\nwidget: race\nattributes:\n  lanes: none batch\n  depth: 900\n  colour: red\n```\n';
    file('here.png', '');
    const text = `![here](here.png)\n![gone](gone.png)\n![far](https://e.org/a.png)\n${figure}`;
    const { code, stderr } = await normlab(['run', file('a.md', `${text}\n${figure.replace('race', 'rase')}`)]);
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([
      "a.md:2: there is no picture 'gone.png' beside the lesson",
      "a.md:3: expected the picture 'https://e.org/a.png' to be a file beside the lesson: from there it is not shown",
      'a.md:7: the widget race: lanes: expected batch from 2 to 512 in a lane, got "batch"',
      'a.md:8: the widget race: depth: expected a whole number from 1 to 32, got 900',
      expect.stringMatching(/^a\.md:9: the widget race: expected one of lanes, .*hide, .*, got 'colour'$/),
      expect.stringMatching(/^a\.md:12: there is no widget 'rase'; there are: axes, .*race/),
    ]);
    const good = figure.replace('none batch', 'none; batch').replace('900', '4').replace('colour: red', 'lock: all');
    expect(await normlab(['run', file('b.md', `![here](here.png)\n${good}`)])).toMatchObject({ code: 0, stderr: '' });
  });

  it('tells a stored output that differs by its lines, and ends with 1', async () => {
    const lesson = file(
      'a.md',
      cell('for (const x of ["a", "b", "new", "d", "e"]) console.log(x)') + stored('a\nb\nold\nc\nd\ne'),
    );
    const { code, stderr, stdout } = await normlab(['run', lesson]);
    expect(code).toBe(1);
    expect(stdout).toBe('a\nb\nnew\nd\ne\n');
    expect(stderr).toBe(
      'cell 1 of 1, a.md:1\na.md:4: cell 1 prints something else than what is stored (- stored, + printed)\n    b\n  - old\n  - c\n  + new\n    d\na.md: 1 of 1 cells differ from what is stored; --update stores what they print now\n',
    );
  });

  it('tells an error by its line in the file, marks the place, and goes on', async () => {
    const lesson = file(
      'a.md',
      `# T\n\n${cell('function bad() {\n  return null.x;\n}')}\nWords\n\n${cell('1;\n\tbad();')}${cell('nope')}${cell('console.log("still")')}`,
    );
    const { code, stderr, stdout } = await normlab(['run', lesson]);
    expect(code).toBe(1);
    expect(stdout).toBe('still\n');
    expect(stderr).toContain(
      "a.md:13:2: TypeError: Cannot read properties of null (reading 'x')\n  13 | \tbad();\n     | \t^\n  thrown at a.md:5\n  hint: ",
    );
    expect(stderr).toContain(
      'a.md:16:1: ReferenceError: nope is not defined\n  16 | nope\n     | ^\n  hint: If a cell above makes it',
    );
    expect(stderr).toContain('a.md: 2 of 4 cells failed\n');
  });

  it('tells a person at a terminal what the charts show, and stores none of it', async () => {
    const lesson = file(
      'a.md',
      cell('const c = lineChart({ title: "Loss", x: "step", y: "loss" }); c.push("a", 1, 2); c.push("a", 5, 1)'),
    );
    const words = 'Loss. Line chart of loss against step. a falls from 2.000 to 1.000, step 1 to 5.\n';
    const shown = await normlab(['run', lesson], { isTerminal: true });
    expect(shown.stdout).toBe('');
    expect(shown.stderr).toContain(words);
    expect((await normlab(['run', lesson])).stderr).not.toContain('Line chart');
  });

  it('answers --json with one entry a cell, and nothing else on stdout', async () => {
    const lesson = file(
      'a.md',
      cell('console.log("x"); 5') +
        cell('throw 7') +
        cell('table(["a"], [[1]]); lineChart({}).push("s", 1, 1); progress("p", 2).update(1)'),
    );
    const { code, stdout } = await normlab(['run', lesson, '--json']);
    expect(code).toBe(1);
    const ms = expect.any(Number);
    expect(JSON.parse(stdout)).toEqual([
      { index: 0, language: 'javascript', stdout: 'x\n', result: '5', error: null, ms },
      {
        index: 1,
        language: 'javascript',
        stdout: '',
        result: null,
        ms,
        error: { name: 'Error', message: '7 was thrown', line: 1, column: 1, hint: expect.any(String) },
      },
      { index: 2, language: 'javascript', stdout: 'a\n1\n', result: null, error: null, ms },
    ]);
  });

  it('fails for a bad fence and notes a cell in a list', async () => {
    const { code, stderr } = await normlab(['run', file('a.md', '```js x\n```\n- a\n\n  ```js\n  1\n  ```\n')]);
    expect(code).toBe(1);
    expect(stderr).toBe(
      "a.md:1: expected 'js', 'js static' or 'js tab' after the marks, got 'x'\na.md:5: note: this js fence is inside a list or a quotation, so it is only shown: a cell starts at the margin\n",
    );
  });

  it('without cells needs no engine', async () => {
    expect(await normlab(['run', file('a.md', '# Words\n')], { engine: new Error('not loaded') })).toMatchObject({
      code: 0,
      stderr: '',
    });
  });

  it('shows progress to a person only, and not in what is compared', async () => {
    const lesson = file(
      'a.md',
      cell('const p = progress("train", 2); p.update(1); console.log("done")') + stored('done'),
    );
    expect((await normlab(['run', lesson], { isTerminal: true })).stderr).toContain(
      '\r\u001b[2Ktrain: 0 of 2\r\u001b[2K',
    );
    expect(await normlab(['run', lesson])).toMatchObject({
      code: 0,
      stdout: 'done\n',
      stderr: 'cell 1 of 1, a.md:1\n',
    });
  });
});

describe('--update', () => {
  const before = `---\ntitle: T\n---\r\n# Words  \n\n${cell('console.log("a")')}\n\n${stored('old')}tail\n${cell('2')}${cell('const quiet = 1')}\n${stored('gone')}${cell('throw 1')}${stored('kept')}${cell('console.log("```\\n````")')}\n> end`;

  it('changes the outputs alone, and the second time nothing', async () => {
    const lesson = file('a.md', before);
    const first = await normlab(['run', lesson, '--update']);
    expect(first.code).toBe(1);
    expect(first.stderr).toContain('a.md: stored the output of 4 cells\n');
    const after = readFileSync(lesson, 'utf8');
    expect(after).toBe(
      `---\ntitle: T\n---\r\n# Words  \n\n${cell('console.log("a")')}\n\n${stored('a')}tail\n${cell('2')}\n${stored('2')}${cell('const quiet = 1')}${cell('throw 1')}${stored('kept')}${cell('console.log("```\\n````")')}\n\`\`\`\`\`output\n\`\`\`\n\`\`\`\`\n\`\`\`\`\`\n\n> end`,
    );
    const { mtimeMs } = statSync(lesson);
    const second = await normlab(['run', lesson, '--update']);
    expect(second.stderr).toContain('a.md: all outputs are stored as they are\n');
    expect(readFileSync(lesson, 'utf8')).toBe(after);
    expect(statSync(lesson).mtimeMs).toBe(mtimeMs);
  });

  it('makes the next run end with 0', async () => {
    const lesson = file('a.md', cell('console.log(" a \\r\\n\\n b\\t"); "x"') + stored('old'));
    expect(await normlab(['run', lesson])).toMatchObject({ code: 1 });
    expect(await normlab(['run', lesson, '--update'])).toMatchObject({ code: 0 });
    expect(await normlab(['run', lesson])).toMatchObject({ code: 0 });
  });

  it('stores a flood by its first and last lines', async () => {
    const lesson = file('a.md', cell('for (let i = 0; i < 1e5; i++) console.log(i)'));
    await normlab(['run', lesson, '--update']);
    expect(readFileSync(lesson, 'utf8').split('\n').length).toBeLessThan(1300);
    expect(await normlab(['run', lesson])).toMatchObject({ code: 0 });
  });

  it('leaves a file alone that somebody changed meanwhile', async () => {
    const lesson = file('a.md', cell('touch(); 1'));
    const touch = (): void => writeFileSync(lesson, 'changed');
    const { code, stderr } = await normlab(['run', lesson, '--update'], { engine: { globals: { touch } } });
    expect(code).toBe(1);
    expect(stderr).toContain('the file was changed while its cells ran');
    expect(readFileSync(lesson, 'utf8')).toBe('changed');
  });
});

describe('a file', () => {
  it('is one cell, and its own output is all that is printed', async () => {
    const js = file(
      'a.js',
      '#!/usr/bin/env normlab\nconst a = 2;\nconsole.log("out", a);\nprogress("p", 3);\nawait null;\na * 3\n',
    );
    expect(await normlab(['run', js], { isTerminal: true })).toEqual({
      code: 0,
      linger: true,
      stdout: 'out 2\n',
      stderr: '',
    });
    const { stdout } = await normlab(['run', '--json', js]);
    expect(JSON.parse(stdout)).toEqual([
      { index: 0, language: 'javascript', stdout: 'out 2\n', result: '6', error: null, ms: expect.any(Number) },
    ]);
  });

  it('that fails ends with 1 and says where', async () => {
    expect(await normlab(['run', file('a.js', 'console.log(1)\n\n  oops()\n')])).toEqual({
      code: 1,
      linger: false,
      stdout: '1\n',
      stderr:
        'a.js:3:3: ReferenceError: oops is not defined\n  3 |   oops()\n    |   ^\n  hint: If a cell above makes it, run that cell first. A new name is declared with let or const.\n',
    });
    expect((await normlab(['run', file('b.js', 'f(1')])).stderr).toContain(
      "b.js:1:2: SyntaxError: '(' is never closed\n",
    );
  });
});
