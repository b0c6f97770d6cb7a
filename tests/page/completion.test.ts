/** @file What completion offers at a place in the code. */
import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { completeFrom } from '../../web/notebook/completion.js';
import { readReference } from '../../web/notebook/reference/read-reference.js';
import type { Reference } from '../../web/notebook/reference/reference.js';

let reference: Reference;
beforeAll(() => {
  reference = readReference(path.resolve(import.meta.dirname, '../..'));
}, 60_000);

/** Names offered at the end of `text`, or null. */
function offered(text: string, explicit = false): string[] | null {
  const context = new CompletionContext(EditorState.create({ doc: text }), text.length, explicit);
  return completeFrom(reference)(context)?.options.map(({ label }) => label) ?? null;
}

describe('completion', () => {
  it('offers the library and the displays for a word', () => {
    expect(offered('const x = ra')).toEqual(expect.arrayContaining(['randn', 'tensor', 'nn', 'lineChart']));
  });

  it('offers what a namespace has', () => {
    expect(offered('new nn.')).toEqual(expect.arrayContaining(['LayerNorm', 'BatchNorm1d', 'Linear']));
    expect(offered('new nn.La')).toEqual(expect.arrayContaining(['LayerNorm']));
  });

  it('offers what a variable has, by how it was made', () => {
    expect(offered('const net = new nn.Sequential();\nnet.')).toEqual(expect.arrayContaining(['parameters', 'train']));
    expect(offered('const bar = progress("p", 3); bar.')).toEqual(['update']);
    expect(offered('const x = randn([2]);\nx.')).toEqual(expect.arrayContaining(['mean', 'backward']));
    expect(offered('randn([2]).mul(2).')).toEqual(expect.arrayContaining(['mean']));
  });

  it.each(['', 'const x = 1; ', '"ra', "'nn.", '// ra', 'Math.', '5.', 'a.b.'])('offers nothing after %j', (text) => {
    expect(offered(text)).toBeNull();
  });

  it('offers all names when asked', () => {
    expect(offered('const x = ', true)).toEqual(expect.arrayContaining(['randn']));
  });
});
