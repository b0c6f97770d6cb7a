/** @file Completion in the editor: the library's names with their docs, and what objects have. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { html, toDom } from '../charts/markup.js';
import { type Entry, lookUp, type Reference } from './reference/reference.js';

/** @param reference what the library offers */
export function completeFrom(reference: Reference): (context: CompletionContext) => CompletionResult | null {
  return (context) => {
    const word = context.matchBefore(/[\w$]*/)!;
    const before = context.state.doc.sliceString(0, word.from);
    if (isTextOrComment(before.slice(before.lastIndexOf('\n') + 1))) return null;
    const entries = before.endsWith('.') ? membersOf(reference, before) : namesAt(reference, context, word);
    return entries && { from: word.from, options: entries.map(toCompletion), validFor: /^[\w$]*$/ };
  };
}

function namesAt({ names }: Reference, context: CompletionContext, word: { from: number; to: number }): Entry[] | null {
  return context.explicit || word.to > word.from ? names : null;
}

/** What may follow the dot at the end of `before`. */
export function membersOf(reference: Reference, before: string): Entry[] | null {
  const path = /(?<![\w$.)\]])([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)\.$/.exec(before)?.[1].split('.');
  // After a bracket: what a call gives. Most of them give tensors.
  if (!path) return /[)\]]\.$/.test(before) ? (reference.types.Tensor ?? null) : null;
  const known = lookUp(reference, path);
  if (known) return known.members ?? null;
  if (path[0] in globalThis) return null;
  return path.length === 1 ? typeOf(reference, path[0], before) : null;
}

/** The class of a variable, by how it was last assigned in the text; a tensor where that does not tell. */
function typeOf(reference: Reference, name: string, before: string): Entry[] | null {
  const assigned = [...before.matchAll(/(?:^|[^\w$.])([A-Za-z_$][\w$]*)\s*=\s*(new\s+)?([A-Za-z_$][\w$.]*)\(/g)];
  const last = assigned.filter(([, target]) => target === name).at(-1);
  const made = last && lookUp(reference, last[3].split('.'));
  const className = made && (made.kind === 'class' ? made.name : made.returns);
  return reference.types[className ?? 'Tensor'] ?? null;
}

/** Whether a line ends inside a string or a comment. */
function isTextOrComment(line: string): boolean {
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    if (quote !== '') {
      if (line[i] === '\\') i++;
      else if (line[i] === quote) quote = '';
    } else if (line[i] === '"' || line[i] === "'" || line[i] === '`') quote = line[i];
    else if (line[i] === '/' && line[i + 1] === '/') return true;
  }
  return quote === '"' || quote === "'";
}

function toCompletion(entry: Entry): Completion {
  return {
    label: entry.name,
    type: entry.kind,
    detail: detailOf(entry),
    info: () => toDom(entryMarkup(entry)) as HTMLElement,
  };
}

function detailOf({ kind, signature, name }: Entry): string {
  if (kind === 'namespace') return '';
  return kind === 'property' ? signature.slice(name.length) : signature.replace(/^new /, '').slice(name.length);
}

function entryMarkup({ signature, doc, options = [] }: Entry): ReturnType<typeof html> {
  return html(
    'div',
    { class: 'completion-doc' },
    html('code', {}, signature),
    doc !== '' && html('p', {}, doc),
    options.length > 0 &&
      html(
        'ul',
        {},
        ...options.map((option) =>
          html('li', {}, html('code', {}, `${option.name}: ${option.type}`), option.doc && ` ${option.doc}`),
        ),
      ),
  );
}
