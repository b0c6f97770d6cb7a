/** @file The lesson with the reader's changes, as Markdown and as a notebook. */
import { describe, expect, it } from 'vitest';
import { parse } from '../../web/lesson/index.js';
import { editedLesson, markdownOf, notebookOf } from '../../web/notebook/download.js';

const text = [
  '---\ntitle: T\n---\n\n# T\n\nWords.\n\n',
  '```js\nconst a = 1;\na\n```\n\n```output\n1\n```\n\nMore.\n\n',
  '```py static\nprint(1)\n```\n\n```js static\nshown\n```\n\n~~~js\n2\n~~~\n',
].join('');
const lesson = JSON.parse(JSON.stringify(parse(text))) as ReturnType<typeof parse>;

describe('Markdown', () => {
  it('without changes is the author’s file', () => {
    expect(markdownOf(editedLesson(lesson, ['const a = 1;\na', '2']))).toBe(text);
  });

  it('has the changed source, without the output of the old', () => {
    const changed = markdownOf(editedLesson(lesson, ['const a = 2;\n`````', '2']));
    expect(changed).toBe(
      text.replace('```js\nconst a = 1;\na\n```\n\n```output\n1\n```\n', '``````js\nconst a = 2;\n`````\n``````\n'),
    );
    const again = parse(changed).blocks.filter((block) => block.kind === 'cell');
    expect(again.map(({ source }) => source)).toEqual(['const a = 2;\n`````', '2']);
  });
});

describe('a notebook', () => {
  it('has a code cell for each cell, with its stored output, and Markdown for the rest', () => {
    const made = JSON.parse(notebookOf(editedLesson(lesson, ['const a = 1;\na', '3'])));
    expect(made).toMatchObject({ nbformat: 4, nbformat_minor: 5, metadata: { language_info: { name: 'javascript' } } });
    expect(made.cells).toMatchObject([
      { cell_type: 'markdown', source: ['# T\n', '\n', 'Words.'] },
      {
        cell_type: 'code',
        execution_count: null,
        source: ['const a = 1;\n', 'a'],
        outputs: [{ output_type: 'stream', name: 'stdout', text: ['1\n'] }],
      },
      { cell_type: 'markdown', source: ['More.'] },
      { cell_type: 'markdown', source: ['```py static\n', 'print(1)\n', '```'] },
      { cell_type: 'markdown', source: ['```js static\n', 'shown\n', '```'] },
      { cell_type: 'code', source: ['3'], outputs: [] },
    ]);
    const ids = made.cells.map((cell: { id: string }) => cell.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9-_]{1,64}$/);
  });

  it('is one of Python where any cell is: tabs are there once, other JavaScript as text', () => {
    const both = parse(
      '# T\n\n```js\na\n```\n\n```output\n1\n```\n\n```python tab\nb\n```\n\n```output\n2\n```\n\n```js\nc\n```\n\n```python\nd\n```\n\n```js tab\ne\n```\n',
    );
    const made = JSON.parse(notebookOf(editedLesson(both, ['a', 'b', 'C', 'D', 'e'])));
    expect(made.metadata).toMatchObject({ kernelspec: { name: 'python3' } });
    expect(made.cells).toMatchObject([
      { cell_type: 'markdown', source: ['# T'] },
      { cell_type: 'code', source: ['b'], outputs: [{ text: ['2\n'] }] },
      { cell_type: 'markdown', source: ['```js\n', 'C\n', '```'] },
      { cell_type: 'code', source: ['D'], outputs: [] },
    ]);
    expect(made.cells).toHaveLength(4);
  });

  it('is one of Python where all cells are', () => {
    const python = parse('# T\n\n```python\nprint(1)\n```\n\n```output\n1\n```\n');
    const made = JSON.parse(notebookOf(python));
    expect(made.metadata).toMatchObject({ kernelspec: { name: 'python3' }, language_info: { name: 'python' } });
    expect(made.cells).toMatchObject([
      { cell_type: 'markdown', source: ['# T'] },
      { cell_type: 'code', source: ['print(1)'], outputs: [{ text: ['1\n'] }] },
    ]);
  });
});
