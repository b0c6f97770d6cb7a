/** @file The help page: keys, cells, and everything that cells can call. */
import { html, type Markup, toHtml } from '../../charts/markup.js';
import type { Entry, Reference } from '../reference/reference.js';
import { type PageAssets, pageHtml } from './shell.js';

const keys: [key: string, does: string][] = [
  ['Enter', 'on a cell’s code: opens the editor'],
  ['Esc', 'leaves the editor; on an open list: closes it'],
  ['Ctrl Enter', 'runs the cell'],
  ['Shift Enter', 'runs the cell and goes on to the next'],
  ['Ctrl Space', 'lists names; arrow keys choose, Enter takes'],
  ['Tab', 'in the editor: indents; elsewhere: the next control'],
  ['Ctrl Z', 'undoes, also a reset'],
  ['Arrow keys', 'on a chart’s slider: read the curves; on a wide table or formula: scroll'],
];

const answers: [question: string, answer: string][] = [
  [
    'What language is a cell?',
    'JavaScript, or Python in some lessons. Names are shared between the cells of a language, and the value of the last ' +
      'line is shown. In JavaScript await works anywhere.',
  ],
  [
    'A cell runs for ever.',
    'Stop ends it, whatever it does. If it does not end by itself the engine starts afresh, and ' +
      'the page says which cells must run again.',
  ],
  [
    'A cell is marked stale.',
    'It was run with code or values that have changed since. Run it again, or press Run all.',
  ],
  [
    'Where is my work?',
    'In this browser, at every keystroke. More › Copy a link puts your changes into a link; nothing ' +
      'leaves the page before you send it. More › Download makes a file.',
  ],
  [
    'Whose cells are safe?',
    'Lessons and changes from elsewhere never run before you press Run, and then in a sandbox without this site’s ' +
      'storage and without the network.',
  ],
  ['Without network?', 'After the first visit the site works offline.'],
];

/** @param python names of each Python module and class that cells have */
export function helpPageHtml(reference: Reference, python: Record<string, string[]>, assets: PageAssets): string {
  const main = html(
    'main',
    { class: 'page help' },
    html(
      'header',
      { class: 'title-block' },
      html('h1', {}, 'Help'),
      html('p', { class: 'summary' }, 'Keys, cells, and every name that a cell can use.'),
    ),
    html('h2', { id: 'keys' }, 'Keys'),
    html(
      'dl',
      { class: 'help-keys' },
      ...keys.map(([key, does]) => html('div', {}, html('dt', {}, html('kbd', {}, key)), html('dd', {}, does))),
    ),
    html('h2', { id: 'cells' }, 'Cells'),
    html(
      'dl',
      { class: 'help-answers' },
      ...answers.map(([question, answer]) => html('div', {}, html('dt', {}, question), html('dd', {}, answer))),
    ),
    html('h2', { id: 'names' }, 'Names'),
    html(
      'p',
      {},
      'The names and their defaults are PyTorch’s, written as JavaScript writes them: ',
      html('code', {}, 'elementwise_affine'),
      ' is ',
      html('code', {}, 'elementwiseAffine'),
      '.',
    ),
    ...sections(reference),
    ...pythonSection(python),
  );
  return pageHtml(
    {
      title: 'Help · Normlab',
      description: 'Keys, cells, and every name that a Normlab cell can use.',
      main: toHtml(main),
    },
    assets,
    'help.html',
  );
}

function sections({ names, types }: Reference): Markup[] {
  const plain = names.filter(({ kind }) => kind !== 'namespace');
  const spaces = names.filter(({ kind }) => kind === 'namespace');
  return [
    section('Functions', 'functions', plain, ''),
    ...spaces.map((space) => section(space.name, space.name, space.members ?? [], `${space.name}.`, space.doc)),
    ...Object.keys(types).flatMap((name) => typeSection(types, name) ?? []),
  ];
}

/** What objects of a class have; of a class that has all that another has, only what is its own. */
function typeSection(types: Reference['types'], name: string): Markup | null {
  const members = types[name];
  const base = baseOf(types, name);
  const own = members.filter((entry) => !types[base ?? '']?.some((other) => other.signature === entry.signature));
  if (own.length === 0) return null;
  const title = `What ${withArticle(name)} has`;
  const more = base === null ? '' : `Besides what ${withArticle(base)} has.`;
  return section(title, `type-${name.toLowerCase()}`, own, '.', more);
}

/** The largest other class whose names are all among those of this one. */
function baseOf(types: Reference['types'], name: string): string | null {
  const names = new Set(types[name].map((entry) => entry.name));
  const bases = Object.keys(types).filter(
    (other) => types[other].length < names.size && types[other].every((entry) => names.has(entry.name)),
  );
  return bases.sort((a, b) => types[b].length - types[a].length)[0] ?? null;
}

function withArticle(name: string): string {
  return `${/^(?:[AEIO]|L1|LR|MSE|RMS|SGD)/.test(name) ? 'an' : 'a'} ${name}`;
}

function section(title: string, id: string, entries: Entry[], prefix: string, doc = ''): Markup {
  return html(
    'details',
    { class: 'help-section', id },
    html(
      'summary',
      {},
      html('h3', {}, title),
      html('span', {}, `${entries.length} ${entries.length === 1 ? 'name' : 'names'}`),
    ),
    doc !== '' && html('p', {}, doc),
    html('dl', { class: 'help-names' }, ...entries.map((entry) => entryMarkup(entry, prefix))),
  );
}

function entryMarkup({ signature, doc, options = [] }: Entry, prefix: string): Markup {
  const isNew = signature.startsWith('new ');
  return html(
    'div',
    {},
    html('dt', {}, html('code', {}, `${isNew ? 'new ' : ''}${prefix}${signature.replace(/^new /, '')}`)),
    html(
      'dd',
      {},
      doc,
      options.length > 0 &&
        html(
          'ul',
          {},
          ...options.map((option) =>
            html(
              'li',
              {},
              html('code', {}, `${option.name}: ${option.type}`),
              option.doc === '' ? '' : ` ${option.doc}`,
            ),
          ),
        ),
    ),
  );
}

function pythonSection(python: Record<string, string[]>): Markup[] {
  const words =
    'Python cells have the standard library and these parts of PyTorch, NumPy and scikit-learn: same names, numbers, ' +
    'printing and errors as PyTorch 1.13. What is not here says so. The same code runs on real PyTorch.';
  return [
    html('h2', { id: 'python' }, 'Names in Python'),
    html('p', {}, words),
    ...Object.entries(python).flatMap(([module, names]) => [
      html('h3', {}, html('code', {}, module)),
      html('p', { class: 'help-python' }, ...names.flatMap((name, at) => [at > 0 && ', ', html('code', {}, name)])),
    ]),
  ];
}
