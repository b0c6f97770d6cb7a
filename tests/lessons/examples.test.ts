/** @file Every lesson of examples/ runs in Node and prints what it stores. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as library from '../../web/api/index.js';
import { runCommand } from '../../web/cli/command.js';
import { engineFrom } from '../../web/kernel/engine.js';
import { parse } from '../../web/lesson/index.js';
import { loadEngine } from '../api/engine.js';

const folder = path.resolve(import.meta.dirname, '../../examples');
const lessons = readdirSync(folder).filter((name) => name.endsWith('.md'));

interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

const runs = new Map<string, Promise<Ran>>();

/** Runs a lesson once, for all tests that look at it. */
function run(name: string): Promise<Ran> {
  if (!runs.has(name)) runs.set(name, runLesson(path.join(folder, name)));
  return runs.get(name)!;
}

async function runLesson(file: string): Promise<Ran> {
  let stdout = '';
  let stderr = '';
  const { code } = await runCommand(['run', file], {
    stdout: (text) => void (stdout += text),
    stderr: (text) => void (stderr += text),
    isTerminal: false,
    loadEngine: async () => {
      await loadEngine();
      return engineFrom(library);
    },
    siteKit: () => '',
    onUncaught: () => undefined,
    running: () => undefined,
    fail: () => undefined,
  });
  return { code, stdout, stderr };
}

describe.each(lessons)('examples/%s', (name) => {
  // Seconds where the machine has nothing else to do; other test files may run beside it.
  it('prints what it stores', { timeout: 180_000 }, async () => {
    const result = await run(name);
    expect(result.code, result.stderr).toBe(0);
  });

  it('stores the output of every cell, and has no fence that is wrong', () => {
    const lesson = parse(readFileSync(path.join(folder, name), 'utf8'));
    expect(lesson.warnings).toEqual([]);
    const cells = lesson.blocks.filter((block) => block.kind === 'cell');
    expect(cells.length).toBeGreaterThan(0);
    for (const block of lesson.blocks) expect(block.kind).not.toBe('problem');
    for (const cell of cells) expect(cell.output, `cell at line ${cell.line}`).not.toBeNull();
  });
});

it("the digits lesson prints PyTorch's lines", async () => {
  const lines = (await run('digits.md')).stdout.split('\n');
  expect(lines).toContain('no normalization  training loss 2.301   val accuracy 0.081');
  expect(lines).toContain('BatchNorm1d       training loss 0.134   val accuracy 0.961');
  const layer = lines.find((line) => line.startsWith('LayerNorm         training'))!;
  const [, loss, accuracy] = /loss ([\d.]+) +val accuracy ([\d.]+)/.exec(layer)!.map(Number);
  expect(loss).toBeGreaterThan(0.1);
  expect(loss).toBeLessThan(1);
  expect(accuracy).toBeGreaterThanOrEqual(0.65);
});

describe('the lesson that the README shows', () => {
  it('prints what it stores', async () => {
    const readme = readFileSync(path.resolve(folder, '../README.md'), 'utf8');
    const lesson = /^````markdown\n([^]*?)^````$/m.exec(readme)![1];
    const place = mkdtempSync(path.join(tmpdir(), 'normlab-'));
    const file = path.join(place, 'lesson.md');
    writeFileSync(file, lesson);
    const result = await runLesson(file);
    rmSync(place, { recursive: true });
    expect(result.code, result.stderr).toBe(0);
    expect(result.stdout).toContain('-97.8651');
  });
});
