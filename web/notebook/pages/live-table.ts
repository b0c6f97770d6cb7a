/** @file The live figure of the front page: one small table, and what each norm makes of it. */
import { html, type Markup, patchChildren } from '../../charts/markup.js';
import { apply, type Operation, type Table } from '../../lesson/exercises/norms.js';
import { untilScript } from '../until-script.js';

const rows = ['Mia', 'Noor', 'Tom'];
const columns = ['maths', 'music', 'sport'];
const start: Table = [
  [92, 60, 70],
  [58, 85, 52],
  [30, 74, 88],
];

const choices: { operation: Operation; name: string; group: string; words: string }[] = [
  {
    operation: 'batch norm',
    name: 'BatchNorm',
    group: 'columns',
    words: 'compares each number with its column: with the others in the same subject.',
  },
  {
    operation: 'layer norm',
    name: 'LayerNorm',
    group: 'rows',
    words: 'compares each number with its row: with the same person’s other marks.',
  },
  {
    operation: 'rms norm',
    name: 'RMSNorm',
    group: 'rows',
    words: 'divides each row by its size and subtracts nothing: no number changes its sign.',
  },
];

export function liveTableMarkup(): Markup {
  return html(
    'section',
    { class: 'live wide', 'aria-label': 'One table, three norms' },
    html(
      'div',
      { class: 'live-body' },
      html(
        'fieldset',
        { class: 'live-choices' },
        html('legend', {}, 'Choose a layer, or type other marks'),
        ...choices.map(({ name, operation }, i) =>
          html(
            'label',
            { class: `norm-${operation.split(' ')[0]}` },
            html('input', { type: 'radio', name: 'norm', value: i, checked: i === 0, ...untilScript }),
            name,
          ),
        ),
      ),
      html(
        'div',
        { class: 'live-tables' },
        html(
          'table',
          { class: 'live-table' },
          headMarkup('marks'),
          html('tbody', {}, ...start.map((values, r) => inputRow(values, r))),
        ),
        html(
          'table',
          { class: 'live-table live-result', 'data-group': choices[0].group },
          headMarkup('after the layer'),
          html('tbody', {}, ...resultRows(start, 0)),
        ),
      ),
      html('p', { class: 'live-words', role: 'status' }, ...wordsOf(0)),
    ),
  );
}

/** Lets the reader change marks and choose a layer. */
export function startLiveTable(section: Element): void {
  const inputs = [...section.querySelectorAll<HTMLInputElement>('input[type="number"]')];
  const radios = [...section.querySelectorAll<HTMLInputElement>('input[type="radio"]')];
  const result = section.querySelector<HTMLElement>('.live-result')!;
  const show = (): void => {
    const choice = radios.findIndex(({ checked }) => checked);
    const table = rows.map((_, r) => columns.map((_, c) => inputs[r * columns.length + c].valueAsNumber || 0));
    result.dataset.group = choices[choice].group;
    patchChildren(result.querySelector('tbody')!, resultRows(table, choice));
    patchChildren(section.querySelector('.live-words')!, wordsOf(choice));
  };
  for (const input of [...inputs, ...radios]) {
    input.disabled = false;
    input.addEventListener('input', show);
  }
}

function headMarkup(label: string): Markup {
  return html(
    'thead',
    {},
    html(
      'tr',
      {},
      html('td', { class: 'live-label' }, label),
      ...columns.map((name) => html('th', { scope: 'col' }, name)),
    ),
  );
}

function inputRow(values: number[], r: number): Markup {
  return html(
    'tr',
    {},
    html('th', { scope: 'row' }, rows[r]),
    ...values.map((value, c) =>
      html(
        'td',
        {},
        html('input', {
          type: 'number',
          value,
          min: 0,
          max: 100,
          ...untilScript,
          'aria-label': `${rows[r]}, ${columns[c]}`,
        }),
      ),
    ),
  );
}

function resultRows(table: Table, choice: number): Markup[] {
  return apply(choices[choice].operation, table, 1e-5).map((values, r) =>
    html(
      'tr',
      {},
      html('th', { scope: 'row' }, rows[r]),
      ...values.map((value) =>
        html(
          'td',
          {},
          value
            .toFixed(2)
            .replace(/^-(?!0\.00$)/, '−')
            .replace('-0.00', '0.00'),
        ),
      ),
    ),
  );
}

function wordsOf(choice: number): (Markup | string)[] {
  const { name, words, operation } = choices[choice];
  return [html('b', { class: `norm-${operation.split(' ')[0]}` }, name), ` ${words}`];
}
