/** @file Every fact of facts.md is taught where the map says so. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { lessons, sections } from './reading.js';

const map = readFileSync(path.resolve(import.meta.dirname, 'facts.md'), 'utf8');
const rows = map
  .split('\n')
  .filter((line) => /^\| [ABC]\d/.test(line))
  .map((line) => {
    // The words to find may hold bars of their own.
    const parts =
      /^\| ([ABC]\d+) \| (.+?) \| \[[^\]]+\]\(\.\.\/\.\.\/examples\/([\w-]+\.md)(?:#([^)]+))?\) \| (.+) \|$/.exec(line);
    if (parts === null) throw new Error(`a row of facts.md is not as expected: ${line}`);
    const [, id, fact, name, anchor = '', words] = parts;
    return { id, fact, name, anchor, words };
  });

describe('the map of facts', () => {
  it('numbers them without gaps, for each source', () => {
    for (const source of ['A', 'B', 'C']) {
      const numbers = rows.filter(({ id }) => id.startsWith(source)).map(({ id }) => Number(id.slice(1)));
      expect(numbers.length).toBeGreaterThan(10);
      expect(numbers).toEqual(numbers.map((_, i) => i + 1));
    }
  });

  it.each(rows)('$id is taught in $name#$anchor', ({ name, anchor, words }) => {
    const lesson = lessons.find((one) => one.name === name);
    expect(lesson, `examples/${name}`).toBeDefined();
    const section = sections(lesson!.text).get(anchor);
    expect(section, `the heading #${anchor} in ${name}`).toBeDefined();
    expect(section!.text.replace(/\s+/g, ' ')).toContain(words.replace(/\s+/g, ' '));
  });
});
