/** @file Code exercises with the real engine: right code, every mistake in code, and what the command says. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import * as library from '../../web/api/index.js';
import { runCommand } from '../../web/cli/command.js';
import { TerminalSink } from '../../web/cli/terminal-sink.js';
import { engineFrom } from '../../web/kernel/engine.js';
import { Session } from '../../web/kernel/session.js';
import type { CodeExercise, Verdict } from '../../web/lesson/exercises/exercise.js';
import { checkCodeAnswer } from '../../web/lesson/exercises/run-code.js';
import { type ExerciseBlock, parse } from '../../web/lesson/index.js';
import { loadEngine } from '../api/engine.js';

beforeAll(() => loadEngine());

const example = readFileSync(path.resolve(import.meta.dirname, '../../examples/averages.md'), 'utf8');
const asked = parse(example)
  .blocks.filter((block): block is ExerciseBlock => block.kind === 'exercise')
  .map(({ exercise }) => exercise)
  .find((exercise): exercise is CodeExercise => exercise.kind === 'code')!;

async function check(code: string, exercise = asked): Promise<Verdict> {
  const session = new Session(engineFrom(library));
  return checkCodeAnswer(exercise, code, async (source) => {
    const sink = new TerminalSink({ stdout: () => {}, stderr: () => {}, progress: false });
    const result = await session.run(source, sink, { cell: 'x' });
    return { printed: sink.printed, error: result.status === 'error' ? result.error.message : null };
  });
}

/** LayerNorm with one part changed. */
const norm = (change: Partial<Record<'axis' | 'centre' | 'variance' | 'root', string>> = {}): string => {
  const {
    axis = '1',
    centre = `x.sub(x.mean(${axis}, { keepdim: true }))`,
    variance,
    root = 'v.add(eps).sqrt()',
  } = change;
  return `function layerNorm(x, eps = 1e-5) {
    const c = ${centre};
    const v = ${variance ?? `c.mul(c).mean(${axis}, { keepdim: true })`};
    return c.div(${root});
  }`;
};

describe('code', () => {
  it('that is right is accepted, also as arrays and with other words around it', async () => {
    expect(await check(norm())).toMatchObject({ right: true, says: 'Right, for all 5 inputs.' });
    expect(
      (
        await check(
          'const layerNorm = (x, eps) => functional.layerNorm(x, x.shape[1], { eps }).toArray(); console.log("hi")',
        )
      ).right,
    ).toBe(true);
  });

  it.each([
    ['wrong axis', norm({ axis: '0' })],
    ['n-1', norm({ variance: 'x.var(1, { keepdim: true })' })],
    ['eps outside the root', norm({ root: 'v.sqrt().add(eps)' })],
    ['eps missing', norm({ root: 'v.sqrt()' })],
    ['not centred', norm({ centre: 'x' })],
    ['divided by the variance', norm({ root: 'v.add(eps)' })],
    ['not divided', norm({ root: '1' })],
  ])('with the mistake "%s" has it named', async (name, code) => {
    expect(await check(code)).toMatchObject({ right: false, misconception: name });
  });

  it('that fails, or gives something else, is told by its input', async () => {
    expect((await check('function layerNorm(x) { return x.mean(7); }')).says).toMatch(
      /^For \[\[.*your function fails: \[mean\]/,
    );
    expect((await check(norm({ root: 'v.add(eps).sqrt().mul(2)' }))).says).toMatch(
      /layerNorm should give \[\[.*, yours gives \[\[/,
    );
    expect((await check('function other() {}')).says).toContain('layerNorm is not defined');
    expect((await check('const = 1')).right).toBe(false);
  });

  it('without an operation is compared with the author’s own', async () => {
    const own = {
      ...asked,
      operation: null,
      misconceptions: [],
      function: 'square',
      inputs: [[2], [[1, 2]]],
      code: 'const square = (x) => typeof x === "number" ? x * x : x.mul(x)',
      foreseen: [{ code: '(x) => typeof x === "number" ? 2 * x : x.mul(2)', says: 'That doubles.' }],
    };
    expect((await check('const square = (x) => typeof x === "number" ? x ** 2 : x.mul(x)', own)).right).toBe(true);
    expect(await check('const square = (x) => typeof x === "number" ? x + x : x.add(x)', own)).toMatchObject({
      right: false,
      says: 'That doubles.',
    });
  });
});

describe('normlab run', () => {
  async function run(text: string): Promise<{ code: number; stderr: string }> {
    const folder = mkdtempSync(path.join(tmpdir(), 'normlab-'));
    const file = path.join(folder, 'a.md');
    writeFileSync(file, text);
    let stderr = '';
    const { code } = await runCommand(['run', file], {
      stdout: () => {},
      stderr: (words) => void (stderr += words.replaceAll(`${folder}/`, '')),
      isTerminal: false,
      loadEngine: async () => engineFrom(library),
      siteKit: () => '',
      running: () => undefined,
      onUncaught: () => {},
      fail: () => {},
    });
    rmSync(folder, { recursive: true });
    return { code, stderr };
  }

  it('accepts the lesson', async () => {
    expect((await run(example)).code).toBe(0);
  });

  it.each([
    [
      'a solution that is wrong',
      example.replace('variance.add(eps).sqrt()', 'variance.sqrt()'),
      "exercise 'write-layer-norm': its own solution is not accepted: eps is missing",
    ],
    [
      'a start that is right already',
      example.replace('return x;', 'return functional.layerNorm(x, x.shape[1], { eps });'),
      "exercise 'write-layer-norm': the code that it starts with is accepted already",
    ],
    [
      'a foreseen mistake that is right',
      '```exercise\nid: a\nkind: number\nquestion: Q\nanswer: 2\nmisconceptions: [{ value: 2, says: No. }]\n```\n',
      "a.md:1: exercise 'a': the wrong answer 2 is not far enough",
    ],
    [
      'a guess without its curve',
      '```exercise\nid: a\nkind: guess\nquestion: Q\nseries: s\nx: { label: x, from: 0, to: 1 }\ny: { label: y, from: 0, to: 1 }\n```\n\n```js\nlineChart({ title: "t" }).push("other", 1, 1)\n```\n',
      "the chart of the next cell has no series 's', only 'other'",
    ],
  ])('refuses %s', async (_, text, words) => {
    const { code, stderr } = await run(text);
    expect(code).toBe(1);
    expect(stderr).toContain(words);
  });
});
