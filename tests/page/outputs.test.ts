/** @file Outputs as markup and code as lines. No browser. */
import { describe, expect, test } from 'vitest';
import type { Markup } from '../../web/charts/markup.js';
import type { Output } from '../../web/kernel/protocol.js';
import { highlightLines } from '../../web/notebook/highlight.js';
import { plainLines } from '../../web/notebook/code-lines.js';
import { lessonPage } from '../../web/notebook/lesson-source.js';
import { outputMarkup } from '../../web/notebook/outputs/output-markup.js';
import type { LessonPage } from '../../web/notebook/pages/lesson.js';
import type { Still } from '../../web/notebook/still-outputs.js';

const textOf = (node: Markup | string): string =>
  typeof node === 'string' ? node : node.children.map(textOf).join('');

function all(node: Markup | string, tag: string): Markup[] {
  if (typeof node === 'string') return [];
  return [...(node.tag === tag ? [node] : []), ...node.children.flatMap((child) => all(child, tag))];
}

function tensor(shape: number[], values: number[] | null, dtype = 'float32'): Markup {
  return outputMarkup({ kind: 'tensor', text: 'tensor(…)', dtype, shape, values });
}

const bodyCells = (node: Markup): Markup[] => all(all(node, 'tbody')[0], 'td');

describe('a tensor', () => {
  test('is a table with the number in each cell, tinted by sign and size', () => {
    const cells = bodyCells(tensor([2, 2], [1, -2, 0, 0.5]));
    expect(cells.map(textOf)).toEqual(['1.0000', '−2.0000', '0.0000', '0.5000']);
    expect(cells.map((cell) => cell.attributes.class)).toEqual(['tint-p3', 'tint-n6', 'tint-0', 'tint-p2']);
  });

  test('that is large shows its edges and what they stand for', () => {
    const node = tensor(
      [100, 50],
      Array.from({ length: 5000 }, (_, i) => i),
    );
    const rows = all(all(node, 'tbody')[0], 'tr');
    expect(rows).toHaveLength(11);
    expect(all(rows[0], 'td').map(textOf)).toEqual(['0', '1', '2', '3', '…', '46', '47', '48', '49']);
    expect(textOf(all(rows[10], 'td').at(-1)!)).toBe('4999');
    expect(textOf(node)).toContain('float32, 100 × 50; least 0, mean 2500, greatest 4999');
  });

  test('with more than two dimensions is shown slice by slice', () => {
    const node = tensor(
      [3, 2, 2, 2],
      Array.from({ length: 24 }, (_, i) => i),
    );
    expect(all(node, 'table')).toHaveLength(4);
    expect(textOf(node)).toContain('[1, 1, :, :]');
    expect(textOf(node)).toContain('and 2 more slices');
  });

  test('of whole numbers that are labels has no tint', () => {
    expect(bodyCells(tensor([3], [6, 3, 5], 'int64')).map((cell) => cell.attributes.class)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('marks what is no number', () => {
    const cells = bodyCells(tensor([3], [NaN, Infinity, 1]));
    expect(cells.map((cell) => cell.attributes.class)).toEqual(['not-finite', 'not-finite', 'tint-p6']);
    expect(cells.map(textOf)).toEqual(['NaN', 'Infinity', '1']);
  });

  test.each([
    ['a scalar', [], [2.5]],
    ['an empty one', [0, 3], []],
    ['one whose numbers were not sent', [9000, 9000], null],
  ])('%s is shown as text', (_, shape, values) => {
    expect(textOf(tensor(shape, values))).toBe('tensor(…)');
  });
});

describe('a table', () => {
  test('aligns numbers on the decimal point', () => {
    const node = outputMarkup({
      kind: 'table',
      columns: ['name', 'loss', 'mixed'],
      rows: [
        ['a', 2.301, '1'],
        ['b', '-0.5', 'x'],
        ['c', 12, ''],
      ],
    });
    const columns = all(all(node, 'tbody')[0], 'tr').map((row) => all(row, 'td').map(textOf));
    expect(columns.map(([, loss]) => loss)).toEqual(['2.301', '−0.5\u2007\u2007', '12\u2008\u2007\u2007\u2007']);
    expect(all(node, 'th').map((cell) => cell.attributes.class)).toEqual([undefined, 'number', undefined]);
  });
});

describe('a progress bar', () => {
  test('says what is left', () => {
    const bar = (done: number, secondsLeft: number | null): string =>
      textOf(
        outputMarkup({ kind: 'progress', id: 'p', label: 'LayerNorm', done, total: 200, note: 'step', secondsLeft }),
      );
    expect(bar(50, 12.2)).toBe('LayerNorm25 %, 13 s leftstep');
    expect(bar(50, 600)).toContain('10 min left');
    expect(bar(50, null)).toBe('LayerNorm25 %step');
    expect(bar(200, 0)).toContain('finished');
  });
});

describe('code as lines', () => {
  const source = 'const a = `x\n  ${1}`; // note\n\n  if (a) {\n\treturn;\n  }';

  test.each([
    ['highlighted', highlightLines],
    ['plain', plainLines],
  ])('%s lines keep the text', (_, lines) => {
    const markup = lines(source);
    expect(markup.map(textOf).join('')).toBe(source);
    expect(markup).toHaveLength(6);
  });

  test('keywords and comments have their classes', () => {
    const classes = highlightLines('const a = 1; // b').flatMap((line) =>
      all(line, 'span').map((span) => span.attributes.class),
    );
    expect(classes).toContain('tok-keyword');
    expect(classes).toContain('tok-comment');
  });
});

describe('a lesson page', () => {
  const page = (
    text: string,
    stills: Still[] = [],
    figure: Still = { outputs: [], printed: '' },
  ): Promise<{ page: LessonPage; warnings: string[] }> => {
    const warnings: string[] = [];
    return lessonPage('x', text, {
      runCells: async () => stills,
      runFigure: async () => figure,
      stillOf: async (name, { gain }) => {
        if (gain === 'NaN') throw new TypeError(`[${name}] gain: expected a number`);
        if (gain === 'lost') throw new Error('no engine');
        return { title: 'The <dial>', html: '<p class="still-words">It points at 4.</p>', room: [500, 700] };
      },
      warn: (message, line) => warnings.push(`${line}: ${message}`),
      widgets: ['dial'],
    }).then((made) => ({ page: made, warnings }));
  };
  const printed = (text: string): Still => ({ outputs: [{ kind: 'text', stream: 'stdout', text }], printed: text });

  test('leaves out the heading that repeats the title, and gives the others ids', async () => {
    const { page: made } = await page('# Title\n\ntext\n\n## A & B\n\n## A & B\n');
    expect(made.title).toBe('Title');
    const prose = made.blocks.map((block) => (block.kind === 'prose' ? block.html : '')).join('');
    expect(prose).not.toContain('<h1');
    expect(prose).toContain('<h2 id="a-b">');
    expect(prose).toContain('<h2 id="a-b-2">');
  });

  test('shows a bad fence with its line, and the rest works', async () => {
    const { page: made } = await page('# T\n\n```js maybe\n1\n```\n\n```js\n2\n```\n', [printed('2\n')]);
    expect(made.blocks.map((block) => block.kind)).toEqual(['prose', 'prose', 'prose', 'cell']);
    expect(JSON.stringify(made.blocks)).toContain('Line 3: expected');
  });

  const chart: Output = {
    kind: 'chart',
    id: 'c',
    chart: {
      kind: 'line',
      title: 'Loss',
      x: '',
      y: '',
      series: [
        {
          name: 'a',
          points: [
            [0, 1],
            [1, 2],
          ],
        },
      ],
      rules: [],
    },
  };
  const figure = (...fields: string[]): string => ['Words.', '', '```figure', ...fields, '```', ''].join('\n');

  test('shows the chart of a figure with its caption', async () => {
    const { page: made, warnings } = await page(figure('caption: See *this*.', 'chart: lineChart()'), [], {
      outputs: [chart],
      printed: '',
    });
    const [, block] = made.blocks;
    expect(block).toMatchObject({ kind: 'figure', widget: null, charts: [chart.chart] });
    expect((block as { html: string }).html).toMatch(/<figure class="chart.*<svg.*<figcaption><p>See <em>this<\/em>/s);
    expect(warnings).toEqual([]);
  });

  test('shows a widget as its element, with the chart in its place', async () => {
    const text = figure(
      'widget: dial',
      'attributes: { seed: 3, plain: true, gone: false, says: "a \\"<b>" }',
      'chart: x',
    );
    const { page: made } = await page(text, [], { outputs: [chart], printed: '' });
    const [, block] = made.blocks;
    // Of a widget the chart is only a picture.
    expect(block).toMatchObject({ kind: 'figure', widget: 'dial', charts: [] });
    const inside = /<normlab-dial seed="3" plain="" says="a &quot;&lt;b&gt;">(.*)<\/normlab-dial>/s;
    expect(inside.exec((block as { html: string }).html)?.[1]).toContain('<svg');
  });

  test('shows a widget without a chart as it is before anybody touches it, and keeps room for it', async () => {
    const { page: made, warnings } = await page(figure('widget: dial', 'attributes: { gain: 4 }'));
    expect((made.blocks[1] as { html: string }).html).toBe(
      [
        '<figure class="lesson-figure wide" data-widget="dial" style="--in-column: 500px; --on-phone: 700px">',
        '<normlab-dial gain="4"><span slot="caption">The &lt;dial&gt;</span>' +
          '<div slot="fallback"><p class="still-words">It points at 4.</p></div></normlab-dial>',
        '',
        '',
        '</figure>',
      ].join('\n'),
    );
    expect(warnings).toEqual([]);
  });

  test('has no still for a wrong attribute: the widget says it in its place', async () => {
    const { page: made, warnings } = await page(figure('widget: dial', 'attributes: { gain: NaN }'));
    expect(warnings).toEqual([]);
    expect(JSON.stringify(made.blocks)).toContain('<normlab-dial gain=');
    const other = await page(figure('widget: dial', 'attributes: { gain: lost }'));
    expect(other.warnings).toEqual(["3: the widget's still could not be made: Error: no engine"]);
  });

  test.each<[string, string[], Still, string]>([
    ['an unknown widget', ['widget: rase'], { outputs: [], printed: '' }, "3: there is no widget 'rase'; there are: dial"],
    ['a failing chart', ['chart: x'], { error: 'no x' }, "3: the figure's chart could not be made: no x"],
    ['code without a chart', ['chart: x'], printed('1'), "3: the figure's code shows no chart"],
  ])('warns of %s, and says so in its place', async (_, fields, still, warning) => {
    const { page: made, warnings } = await page(figure(...fields), [], still);
    expect(warnings).toEqual([warning]);
    expect(made.blocks).toMatchObject([{}, { kind: 'figure', widget: null, charts: [] }]);
    expect(JSON.stringify(made.blocks)).toContain('lesson-problem');
    expect(JSON.stringify(made.blocks)).not.toContain('<normlab-');
  });

  const stored = '```js\n1\n```\n\n```output\n1\n```\n';

  test('shows what the cells showed when the page was built, if that is what is stored', async () => {
    const { page: made, warnings } = await page(stored, [
      { outputs: [{ kind: 'text', stream: 'stdout', text: '1\n' }, chart], printed: '1\n' },
    ]);
    expect(made.blocks).toMatchObject([{ outputs: [{ kind: 'text' }, { kind: 'chart' }] }]);
    expect(warnings).toEqual([]);
  });

  test.each<[string, Still, string]>([
    ['prints something else', printed('2\n'), '5: the cell shows something else than what is stored'],
    ['fails', { error: 'TypeError on line 1: no' }, '1: the cell could not be run: TypeError on line 1: no'],
  ])('shows the stored text and warns where a cell %s', async (_, still, warning) => {
    const { page: made, warnings } = await page(stored, [still]);
    expect(made.blocks).toMatchObject([{ kind: 'cell', source: '1', outputs: [{ kind: 'text', text: '1\n' }] }]);
    expect(warnings).toEqual([warning]);
  });
});
