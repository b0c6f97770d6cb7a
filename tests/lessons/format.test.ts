/** @file The lesson format: what is read, and that nothing is lost. */
import { describe, expect, it } from 'vitest';
import { type Block, type Cell, parse, serialise, withOutput } from '../../web/lesson/index.js';

const fence = '```';

function lesson(...lines: string[]): string {
  return lines.join('\n') + '\n';
}

function cells(text: string): Cell[] {
  return parse(text).blocks.filter((block): block is Cell => block.kind === 'cell');
}

function kinds(text: string): Block['kind'][] {
  return parse(text)
    .blocks.filter((block) => block.kind !== 'prose' || block.raw.trim() !== '')
    .map((block) => block.kind);
}

function problems(text: string): { line: number; message: string }[] {
  return parse(text).blocks.flatMap((block) =>
    block.kind === 'problem' ? [{ line: block.line, message: block.message }] : [],
  );
}

describe('reading', () => {
  it('finds prose, cells with their output and static code', () => {
    const text = lesson(
      '# A title',
      '',
      'Words.',
      '',
      fence + 'js',
      'const a = 1;',
      'a',
      fence,
      '',
      fence + 'output',
      '1',
      fence,
      'More.',
      fence + 'js static',
      'shown',
      fence,
    );
    const { title, blocks } = parse(text);
    expect(title).toBe('A title');
    expect(kinds(text)).toEqual(['prose', 'cell', 'prose', 'static']);
    expect(blocks[1]).toMatchObject({
      line: 5,
      sourceLine: 6,
      language: 'javascript',
      source: 'const a = 1;\na',
      output: '1\n',
      outputLine: 10,
    });
    expect(blocks[3]).toMatchObject({ line: 14, source: 'shown' });
  });

  it('knows JavaScript and Python by either name, and leaves other languages in the prose', () => {
    const text = lesson(
      fence + 'javascript',
      '1',
      fence,
      fence + 'py',
      '2',
      fence,
      fence + 'python',
      '3',
      fence,
      fence + 'text',
      '4',
      fence,
      fence,
      '5',
      fence,
    );
    expect(cells(text).map((cell) => [cell.language, cell.source])).toEqual([
      ['javascript', '1'],
      ['python', '2'],
      ['python', '3'],
    ]);
    expect(kinds(text)).toEqual(['cell', 'cell', 'cell', 'prose']);
  });

  it('takes a tab for the cell before it in the other language', () => {
    const text = lesson(
      fence + 'js', 'a', fence, '', fence + 'output', '1', fence, '', fence + 'python tab', 'b', fence, fence + 'output', '2', fence,
    );
    expect(cells(text)).toMatchObject([
      { language: 'javascript', tab: false, source: 'a', output: '1\n' },
      { language: 'python', tab: true, source: 'b', output: '2\n' },
    ]);
    expect(serialise(parse(text))).toBe(text);
    expect(withOutput(cells(text)[1], '3\n').raw.code).toBe(fence + 'python tab\nb\n' + fence + '\n');
    expect(cells(lesson(fence + 'python', 'b', fence, fence + 'js tab', 'a', fence)).map(({ tab }) => tab)).toEqual([false, true]);
  });

  it.each([
    ['first in the lesson', ['```python tab', 'b', '```'], 1],
    ['after words', ['```js', 'a', '```', 'words', '```python tab', 'b', '```'], 5],
    ['after code that is only shown', ['```js static', 'a', '```', '```python tab', 'b', '```'], 4],
    ['in the language of its cell', ['```python', 'a', '```', '```python tab', 'b', '```'], 4],
    ['after another tab', ['```js', 'a', '```', '```python tab', 'b', '```', '```js tab', 'c', '```'], 7],
  ])('names a tab that is %s', (_, lines, line) => {
    expect(problems(lesson(...lines))).toMatchObject([{ line, message: expect.stringContaining('a tab must come right after a cell in') }]);
  });

  it('tells an empty output fence from none', () => {
    expect(cells(lesson(fence + 'js', fence, fence + 'output', fence))[0].output).toBe('');
    expect(cells(lesson(fence + 'js', fence))[0].output).toBeNull();
  });

  it('takes the title from a heading with marks and code in it', () => {
    expect(parse('Setext *and* `code`\n===\n').title).toBe('Setext and code');
    expect(parse('no heading\n').title).toBe('');
  });

  it('keeps fences inside fences as they are', () => {
    const text = lesson('````md', fence + 'js', 'not a cell', fence, '````', '~~~js', 'a tilde cell', fence, '~~~');
    expect(cells(text).map((cell) => cell.source)).toEqual(['a tilde cell\n```']);
    const long = lesson('````js', '`x`', fence + 'js', fence, '````');
    expect(cells(long)[0].source).toBe('`x`\n```js\n```');
  });

  it('takes indented code for prose and a slightly indented fence for a cell', () => {
    expect(kinds(lesson('    ```js', '    no', '    ```'))).toEqual(['prose']);
    expect(cells(lesson('  ```js', '  a', '    b', '  ```'))[0].source).toBe('a\n  b');
  });

  it('warns of a cell inside a list', () => {
    const { warnings, blocks } = parse(lesson('- item', '', '  ```js', '  1', '  ```'));
    expect(blocks.map((block) => block.kind)).toEqual(['prose']);
    expect(warnings).toEqual([{ line: 3, message: expect.stringContaining('inside a list') }]);
  });
});

describe('a bad fence fails alone', () => {
  const good = [fence + 'js', 'good', fence];

  it('with an unknown word', () => {
    const text = lesson(fence + 'js statik', '1', fence, ...good);
    expect(problems(text)).toEqual([
      { line: 1, message: "expected 'js', 'js static' or 'js tab' after the marks, got 'statik'" },
    ]);
    expect(cells(text).map((cell) => cell.source)).toEqual(['good']);
  });

  it('when it is not closed before the next one', () => {
    const text = lesson(
      '# T',
      fence + 'js',
      'const a = 1;',
      '',
      'Words that were meant as prose.',
      '',
      ...good,
      fence + 'output',
      '1',
      fence,
    );
    expect(problems(text)).toEqual([
      { line: 2, message: 'this fence is not closed before line 7, where another one starts' },
    ]);
    expect(cells(text)).toMatchObject([{ source: 'good', line: 7, output: '1\n' }]);
  });

  it('when a cell is not closed before its output', () => {
    const text = lesson(fence + 'js', 'a', fence + 'output', '1', fence, ...good);
    expect(problems(text).map(({ line }) => line)).toEqual([1, 3]);
    expect(cells(text).map((cell) => cell.source)).toEqual(['good']);
  });

  it('when it is never closed', () => {
    const text = lesson(...good, fence + 'js', 'a', '', 'b');
    expect(problems(text)).toEqual([{ line: 4, message: 'this fence is never closed' }]);
    expect(cells(text)).toHaveLength(1);
  });

  it('when an output has no cell', () => {
    expect(problems(lesson('words', fence + 'output', '1', fence))).toEqual([
      { line: 2, message: 'an output fence must come right after its cell' },
    ]);
    expect(problems(lesson(...good, fence + 'output', '1', fence, fence + 'output', '2', fence))).toHaveLength(1);
    expect(problems(lesson(...good, 'words', fence + 'output', '1', fence))).toHaveLength(1);
  });
});

const tricky = [
  '',
  '\n',
  '\r\n\r\n',
  'no line break at the end',
  '\uFEFF# with a mark of byte order\n',
  '\uFEFF---\ntitle: t\n---\ntext',
  '---\ntitle: t\n---\n\n\n```js\n1\n```\n\n\n\n```output\n1\n```\n\n\n',
  '# T\r\n\r\n```js\r\na\r\n```\r\n\r\n```output\r\n1\r\n```\r\nend\r\n',
  'old mac\r```js\r1\r```\rend',
  'mixed\r\n```js\na\r\n```\n```output\r1\n```\r\n',
  '```js\nno end',
  '```js\n```output\n```js\n```',
  '~~~js\n```\n~~~\n~~~output\nx\n~~~',
  '````md\n```js\n```\n````\n',
  '> ```js\n> quoted\n> ```\n- ```js\n  listed\n  ```\n1. a\n\n       ```js\n',
  '    ```js\n    indented\n',
  '```js\n\ttab \t \n```   \n',
  '   ```js\n   a\n   ```\n',
  '```js   static  \n1\n```',
  '``` js\n1\n```\n',
  'a\0b\n```js\n\0\n```\n',
  '```js\n\u2028 \u{1F600}\n```',
  '| a |\n|---|\n| `` ` `` |\n```js\n1\n```\n[x]: y\n',
  '$$\n```js\n1\n```\n$$\n',
  '<pre>\n```js\n1\n```\n</pre>\n',
];

describe('round trip', () => {
  it.each(tricky.map((text) => [JSON.stringify(text), text]))('%s', (_, text) => {
    expect(serialise(parse(text))).toBe(text);
  });

  it('keeps any mixture of lines', () => {
    const pieces = [
      '```js',
      '```',
      '```output',
      '~~~',
      '````',
      '    ',
      '> ',
      '- ',
      '$$',
      'words',
      '',
      '---',
      'title: x',
      '```js static',
      '```figure',
      'chart: x',
      '\uFEFF',
      '\t',
      '# h',
    ];
    const ends = ['\n', '\r\n', '\r', ''];
    let state = 1;
    const next = (count: number): number => (state = (state * 48271) % 2147483647) % count;
    for (let i = 0; i < 3000; i++) {
      let text = '';
      for (let n = next(12); n > 0; n--) text += pieces[next(pieces.length)] + ends[next(ends.length)];
      expect(serialise(parse(text))).toBe(text);
    }
  });
});

describe('changing outputs', () => {
  function update(text: string, printed: string): string {
    const parsed = parse(text);
    return serialise({
      ...parsed,
      blocks: parsed.blocks.map((block) => (block.kind === 'cell' ? withOutput(block, printed) : block)),
    });
  }

  it('changes the fence alone', () => {
    const before = '# T  \n\n```js\na\n```\n\n\n```output\nold\n```\n  tail';
    expect(update(before, 'new\nlines\n')).toBe(before.replace('old', 'new\nlines'));
    expect(update(before, 'old\n')).toBe(before);
    expect(update(before, 'old')).toBe(before);
  });

  it('adds a fence, and takes away one that is not needed', () => {
    expect(update('```js\na\n```\nwords\n', 'x')).toBe('```js\na\n```\n\n```output\nx\n```\nwords\n');
    expect(update('```js\na\n```', 'x')).toBe('```js\na\n```\n\n```output\nx\n```\n');
    expect(update('```js\na\n```\n\n```output\nx\n```\n\nwords\n', '')).toBe('```js\na\n```\n\nwords\n');
  });

  it('keeps the line breaks of the file', () => {
    expect(update('```js\r\na\r\n```\r\n', 'x\ny\n')).toBe('```js\r\na\r\n```\r\n\r\n```output\r\nx\r\ny\r\n```\r\n');
  });

  it.each(['```\n', '  ````js\n```', 'a\rb\r\nc', '\0', '\n', '\n\n', ' ', '~~~', '    ```', '\t```'])(
    'is read back as it was printed: %j',
    (printed) => {
      const once = update('# T\n```js\na\n```\nwords\n', printed);
      expect(parse(once).blocks.map((block) => block.kind)).toEqual(['prose', 'cell', 'prose']);
      expect(update(once, printed)).toBe(once);
      expect(cells(once)[0].output).toBe(
        printed
          .replace(/\r\n?/g, '\n')
          .replace('\0', '\uFFFD')
          .replace(/([^\n])$/, '$1\n'),
      );
    },
  );
});
