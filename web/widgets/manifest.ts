/** @file custom-elements.json and the types of the elements, from the widgets' own settings. */
import { attributeOf, entriesOf, type Setting } from './frame/settings.js';
import type { AnyWidget } from './frame/widget.js';

export const commonAttributes = [
  {
    name: 'hide',
    text: 'string',
    description:
      'Names of controls that are left out, with spaces between them; "all" for all, "tools" for Reset and Embed.',
  },
  { name: 'lock', text: 'string', description: 'Names of controls that are shown but cannot be used; "all" for all.' },
  {
    name: 'state',
    text: 'string',
    description: 'Settings as JSON, as state() gives them; what other attributes say later counts.',
  },
  { name: 'theme', text: "'light' | 'dark'", description: 'Colours other than those of the page’s color-scheme.' },
];

export const commonMethods = [
  { name: 'reset', signature: '(): void', description: 'Back to the settings of the attributes.' },
  {
    name: 'run',
    signature: '(): Promise<object>',
    description: 'Computes anew and gives the result; waits while out of view.',
  },
  {
    name: 'state',
    signature: '(next?: object): object',
    description: 'All settings as plain data; given some, takes them over first.',
  },
];

export const commonEvents = [
  {
    name: 'input',
    description:
      'A setting changes by the reader’s hand, also while a handle is dragged. detail: { name, value, state }.',
  },
  { name: 'change', description: 'A setting has changed by the reader’s hand. detail: { name, value, state }.' },
  { name: 'result', description: 'The engine has computed. detail: { result, words, state }.' },
];

export const commonSlots = [
  { name: 'caption', description: 'Replaces the title.' },
  { name: 'fallback', description: 'Shown until the first result, and whenever something is wrong.' },
];

export const commonParts: Record<string, string> = {
  figure: 'The whole.',
  caption: 'The title.',
  controls: 'The settings above the figure.',
  control: 'One setting.',
  body: 'The figure itself.',
  words: 'The result in words.',
  tools: 'Reset and Embed.',
  error: 'What is wrong, where the figure would be.',
};

export const customProperties: [name: string, description: string][] = [
  ['--normlab-font', 'Face of texts and numbers.'],
  ['--normlab-mono', 'Face of code.'],
  ['--normlab-size', 'Size of the text; 16px.'],
  ['--normlab-width', 'Greatest width; 760px.'],
  ['--normlab-paper', 'Background.'],
  ['--normlab-panel', 'Background of buttons and boxes.'],
  ['--normlab-panel-strong', 'The same under the pointer.'],
  ['--normlab-rule', 'Lines.'],
  ['--normlab-ink', 'Text.'],
  ['--normlab-ink-soft', 'Text of labels.'],
  ['--normlab-ink-faint', 'Text of marks.'],
  ['--normlab-error', 'Text of errors.'],
];

/** The type of a setting in TypeScript. */
export function typeOf({ kind, choices = [] }: Setting<unknown>): string {
  if (kind === 'choice') return choices.map((choice) => `'${choice}'`).join(' | ');
  if (kind === 'numbers') return 'readonly number[]';
  return { number: 'number', integer: 'number', flag: 'boolean', text: 'string' }[kind];
}

/** After the schema of custom-elements-manifest, version 1.0.0. */
export function customElementsManifest(widgets: readonly AnyWidget[]): object {
  return {
    schemaVersion: '1.0.0',
    readme: 'README.md',
    modules: widgets.map((widget) => {
      const className = classNameOf(widget);
      return {
        kind: 'javascript-module',
        path: `widgets/${widget.name}.js`,
        declarations: [declarationOf(widget)],
        exports: [
          { kind: 'custom-element-definition', name: `normlab-${widget.name}`, declaration: { name: className } },
        ],
      };
    }),
  };
}

function declarationOf(widget: AnyWidget): object {
  const settings = entriesOf<Record<string, unknown>>(widget.schema);
  return {
    kind: 'class',
    name: classNameOf(widget),
    tagName: `normlab-${widget.name}`,
    customElement: true,
    description: widget.about,
    superclass: { name: 'LitElement', package: 'lit' },
    attributes: [
      ...settings.map(([name, setting]) => ({
        name: attributeOf(name),
        fieldName: name,
        type: { text: typeOf(setting) },
        default: setting.format(setting.default),
        description: setting.description,
      })),
      ...commonAttributes.map(({ name, text, description }) => ({ name, type: { text }, description })),
    ],
    members: [
      ...settings.map(([name, setting]) => ({
        kind: 'field',
        name,
        type: { text: typeOf(setting) },
        default: JSON.stringify(setting.default),
        description: setting.description,
        attribute: attributeOf(name),
      })),
      ...commonMethods.map(({ name, description }) => ({ kind: 'method', name, description })),
    ],
    events: commonEvents.map(({ name, description }) => ({ name, type: { text: 'CustomEvent' }, description })),
    slots: commonSlots,
    cssParts: Object.entries({ ...commonParts, ...widget.parts }).map(([name, description]) => ({ name, description })),
    cssProperties: customProperties.map(([name, description]) => ({ name, description })),
  };
}

export function classNameOf({ name }: AnyWidget): string {
  return `${name.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())}Element`;
}

/** widgets.d.ts: what TypeScript knows after `import 'normlab/widgets'`. */
export function elementTypes(widgets: readonly AnyWidget[]): string {
  const comment = (text: string, indent = ''): string => `${indent}/** ${text} */\n`;
  const members = (widget: AnyWidget): string =>
    entriesOf<Record<string, unknown>>(widget.schema)
      .map(([name, setting]) => `${comment(setting.description, '  ')}  ${name}: ${typeOf(setting)};\n`)
      .join('');
  return [
    `export interface NormlabElement extends HTMLElement {\n${commonMethods
      .map(({ name, signature, description }) => `${comment(description, '  ')}  ${name}${signature};\n`)
      .join('')}}\n`,
    ...widgets.map(
      (widget) =>
        `${comment(widget.about)}export interface ${classNameOf(widget)} extends NormlabElement {\n${members(widget)}}\n`,
    ),
    `declare global {\n  interface HTMLElementTagNameMap {\n${widgets
      .map((widget) => `    'normlab-${widget.name}': ${classNameOf(widget)};\n`)
      .join('')}  }\n}\n`,
  ].join('\n');
}
