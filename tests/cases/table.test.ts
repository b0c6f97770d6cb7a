/** The table says for every case how it is met, and what it names exists. `vitest … -u` writes it anew. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadEngine } from '../api/engine.js';
import { cases } from './cases.js';
import { choices } from './choices.js';
import { elsewhere } from './elsewhere.js';
import { runnerOf } from './registry.js';
import { table } from './table.js';

beforeAll(loadEngine);

const root = path.resolve(import.meta.dirname, '../..');

describe('the public cases', () => {
  it('are 183, each with its own id', () => {
    expect(new Set(cases.map(({ id }) => id)).size).toBe(183);
  });

  it.each(cases.map((each) => [each.id, each] as const))('%s is met in one way', (id, each) => {
    expect([runnerOf(each), elsewhere(id)].filter((way) => way !== null)).toHaveLength(1);
    if (each.expected.kind === 'policy') expect(choices).toHaveProperty([id]);
    const place = elsewhere(id);
    if (place === null) return;
    // The title as it is written there, whichever quotes it has.
    const source = readFileSync(path.join(root, place.file), 'utf8').replaceAll("\\'", "'");
    const title = place.title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    expect(source).toMatch(new RegExp(`\\b(test|it)(\\.each\\b[^]*?)?\\(\\s*['"\`]${title}['"\`]`));
  });

  it('TABLE.md is up to date', async () => {
    await expect(table()).toMatchFileSnapshot('TABLE.md');
  });
});
