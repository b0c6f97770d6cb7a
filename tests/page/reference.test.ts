/** @file The reference for completion and the help page is the library, with its docs. */
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import * as library from '../../web/api/index.js';
import { engineFrom } from '../../web/kernel/engine.js';
import { Session } from '../../web/kernel/session.js';
import { readReference } from '../../web/notebook/reference/read-reference.js';
import { lookUp, type Reference } from '../../web/notebook/reference/reference.js';

let reference: Reference;
beforeAll(() => {
  reference = readReference(path.resolve(import.meta.dirname, '../..'));
}, 60_000);

describe('the reference', () => {
  it('names what cells see: the library, and the displays', async () => {
    const globals = Object.keys(engineFrom(library).globals);
    const session = new Session();
    const seen: string[] = [];
    await session.run('1', { output: () => undefined, live: () => undefined });
    for (const { name } of reference.names) {
      if (globals.includes(name)) continue;
      const result = await session.run(`typeof ${name}`, { output: () => undefined, live: () => undefined });
      expect(result).toMatchObject({ status: 'done', result: { text: expect.stringContaining('function') } });
      seen.push(name);
    }
    expect(globals.filter((name) => !lookUp(reference, [name]))).toEqual([]);
    expect(seen).toEqual(expect.arrayContaining(['display', 'lineChart', 'progress', 'table']));
  });

  it('tells every display that a session offers', () => {
    const offered = Object.keys((new Session() as unknown as { cellGlobals(): object }).cellGlobals());
    const told = reference.names.map(({ name }) => name);
    expect(offered.filter((name) => name !== 'console' && !told.includes(name))).toEqual([]);
  });

  it('has signatures, docs, options and what objects have', () => {
    const norm = lookUp(reference, ['nn', 'LayerNorm'])!;
    expect(norm.signature).toBe('new LayerNorm(normalizedShape: number | number[], options?: LayerNormOptions)');
    expect(norm.doc).toContain('over the last axes');
    expect(norm.options?.map(({ name }) => name)).toEqual(['eps', 'elementwiseAffine', 'bias']);
    expect(lookUp(reference, ['randn'])?.returns).toBe('Tensor');
    const members = reference.types.Tensor.map(({ name }) => name);
    expect(members).toEqual(expect.arrayContaining(['shape', 'mean', 'matmul', 'backward', 'item']));
    expect(members.filter((name) => name === 'raw' || name === 'moveTo' || name === 'weight')).toEqual([]);
  });
});
