/** @file Stopping a cell that runs in a session. */
import { describe, expect, it } from 'vitest';
import type { RunResult } from '../../web/kernel/session.js';
import { Notebook } from './kernel-notebook.js';

describe('stop', () => {
  async function stopWhile(source: string): Promise<{ result: RunResult; notebook: Notebook }> {
    const tick = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      notebook.session.checkpoint();
    };
    const notebook: Notebook = new Notebook({ globals: { tick } });
    const done = notebook.run(source);
    setTimeout(() => notebook.session.stop(), 10);
    return { result: await done, notebook };
  }

  it.each([
    ['at a yield of the engine', 'let n = 0; for (;;) { n++; await tick(); }'],
    ['at an await of its own', 'let n = 0; for (;;) { n++; await new Promise((resolve) => setTimeout(resolve, 1)); }'],
    ['although it catches everything', 'let n = 0; for (;;) { n++; try { await tick(); } catch {} }'],
    ['while it waits for ever', 'let n = 1; await new Promise(() => {});'],
    [
      'and its error says something else',
      'let n = 1; try { for (;;) await tick(); } catch { throw new Error("cleanup"); }',
    ],
  ])('%s', async (_, source) => {
    const { result, notebook } = await stopWhile(source);
    expect(result.status).toBe('stopped');
    expect(await notebook.value('n > 0')).toBe('true');
  });

  it('ends a loop that was left behind, at its next step', async () => {
    const { notebook } = await stopWhile(
      'let n = 0, go; const gate = () => new Promise((resolve) => { go = resolve; }); for (;;) { await gate(); n++; }',
    );
    await notebook.value('go()');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await notebook.value('n')).toBe('1');
  });

  it('does nothing when nothing runs', async () => {
    const notebook = new Notebook();
    notebook.session.stop();
    expect(await notebook.value('await null; 1')).toBe('1');
  });
});
