/** @file Exercises: the fence, and that every mistake is named for any input. */
import { describe, expect, it } from 'vitest';
import { checkChoice, checkGuess, checkNumber, sameValue } from '../../web/lesson/exercises/check.js';
import type { ChoiceExercise, GuessExercise, NumberExercise } from '../../web/lesson/exercises/exercise.js';
import {
  apply,
  misapply,
  type MisconceptionName,
  misconceptions,
  type Operation,
  operations,
} from '../../web/lesson/exercises/norms.js';
import { type ExerciseBlock, parse, serialise } from '../../web/lesson/index.js';

const fence = (...lines: string[]): string => ['```exercise', ...lines, '```', ''].join('\n');
const exerciseIn = <T>(...lines: string[]): T => (parse(fence(...lines)).blocks[0] as ExerciseBlock).exercise as T;
const problemIn = (...lines: string[]): string => {
  const [block] = parse(fence(...lines)).blocks;
  return block.kind === 'problem' ? `${block.line}: ${block.message}` : `none: ${block.kind}`;
};

const number = ['id: a', 'kind: number', 'question: How much?'];

describe('the fence', () => {
  it('is an exercise, and its bytes are kept', () => {
    const text = `words\n\n${fence(...number, 'answer: 2.5')}more\n`;
    const { blocks } = parse(text);
    expect(blocks.map(({ kind }) => kind)).toEqual(['prose', 'exercise', 'prose']);
    expect(blocks[1]).toMatchObject({
      line: 3,
      exercise: { id: 'a', kind: 'number', answer: { value: 2.5 }, tolerance: 0.01 },
    });
    expect(serialise(parse(text))).toBe(text);
  });

  it.each([
    [[...number], '1: this exercise is wrong: expected answer: a number, got none'],
    [[...number, 'answer: two'], 'expected answer: a number, got "two"'],
    [[...number, 'answer: 1', 'colour: red'], "got 'colour'"],
    [['id: a b', ...number.slice(1), 'answer: 1'], "expected id of letters, digits and dashes, got 'a b'"],
    [['id: a', 'kind: essay'], 'expected kind: one of number, choice, guess, code, got "essay"'],
    [['just words'], "expected lines like 'question: …'"],
    [[...number, 'answer: [1'], 'line 6: Flow sequence'],
    [[...number, 'operation: layer norm', 'input: [[1, 2], [3]]', 'at: [0, 0]'], 'all of one length'],
    [[...number, 'operation: layer norm', 'input: [[1, 2]]', 'at: [1, 0]'], 'got [1, 0]'],
    [[...number, 'operation: group norm', 'input: [1]', 'at: [0, 0]'], 'expected operation: one of layer norm'],
    [
      [...number, 'operation: layer norm', 'input: [1, 2]', 'at: [0, 0]', 'misconceptions: [upside down]'],
      "got 'upside down'",
    ],
    [
      ['id: a', 'kind: choice', 'question: Q', 'options: [{ text: A }, { text: B }]'],
      "expected an option with 'right: true'",
    ],
    [
      [
        'id: a',
        'kind: guess',
        'question: Q',
        'series: s',
        'x: { label: x, from: 0, to: 0 }',
        'y: { label: y, from: 0, to: 1 }',
      ],
      'to go up',
    ],
    [['id: a', 'kind: code', 'question: Q', 'function: f', 'start: x', 'code: y'], 'expected an operation, or inputs'],
    [[...number, 'answer: 1', 'tolerance: -1'], 'expected tolerance: a number from 0 on, got -1'],
    [[...number, 'answer: 1', 'predict: yes'], 'expected predict: true or false, got "yes"'],
    [
      [...number, 'answer: 1', 'hints:', '  - Take: care'],
      "expected hint: a text (in quotation marks where it holds ': '), got {",
    ],
    [[...number, 'answer: 1', 'eps: 1'], 'expected eps only with an operation'],
    [
      [...number, 'answer: 1', 'operation: layer norm', 'input: [1, 2]', 'at: [0, 0]'],
      'expected an answer or an operation, got both',
    ],
    [[...number, 'operation: layer norm', 'input: [1, 2]', 'at: [0, 0]', 'eps: -1'], 'expected eps: a number from 0'],
    [[...number, 'answer: 1', 'misconceptions: [{ value: 2, say: No. }]'], "expected one of value, says, got 'say'"],
    [
      ['id: a', 'kind: choice', 'question: Q', 'options: [{ text: A }, { text: B, right: yes }]'],
      'expected right: true or false, got "yes"',
    ],
    [
      ['id: a', 'kind: guess', 'question: Q', 'series: s', 'x: { label: x, from: 0, to: 1, log: true }'],
      "expected one of label, from, to, got 'log'",
    ],
    [['a: &x [1]', 'b: [*x, *x]'], 'Alias resolution is disabled'],
  ])('that is wrong fails alone, in words: %j', (lines, words) => {
    expect(problemIn(...lines)).toContain(words);
    const whole = `${fence(...lines)}\n${fence(...number, 'answer: 1')}`;
    expect(parse(whole).blocks.filter(({ kind }) => kind === 'exercise')).toHaveLength(1);
  });

  it('may not have the id of another', () => {
    const one = fence(...number, 'answer: 1');
    expect(parse(one + one).blocks.map(({ kind }) => kind)).toEqual(['exercise', 'problem']);
  });
});

/** Tables that no author has thought of. */
function randomTable(seed: number): number[][] {
  let state = seed * 7919 + 1;
  const next = (): number => (state = (state * 48271) % 2147483647) / 2147483647;
  const columns = 3 + Math.floor(next() * 3);
  return Array.from({ length: 3 }, () => Array.from({ length: columns }, () => Math.round(20 * next() - 8)));
}

describe('a number', () => {
  const exercise = (operation: Operation, input: number[][]): NumberExercise =>
    exerciseIn(...number, `operation: ${operation}`, `input: ${JSON.stringify(input)}`, 'at: [1, 2]', 'eps: 0.5');

  it.each(Object.keys(operations) as Operation[])(
    'of %s is accepted, and every mistake is named, for any input',
    (operation) => {
      let named = 0;
      for (let seed = 1; seed <= 40; seed++) {
        const input = randomTable(seed);
        const asked = exercise(operation, input);
        const target = apply(operation, input, 0.5)[1][2];
        expect(checkNumber(asked, target.toFixed(3)).right).toBe(true);
        for (const name of Object.keys(misconceptions) as MisconceptionName[]) {
          const wrong = misapply(name, operation, input, 0.5)?.[1][2];
          if (wrong === undefined || !Number.isFinite(wrong) || Math.abs(wrong - target) <= 0.02) continue;
          const verdict = checkNumber(asked, wrong.toFixed(3));
          expect(verdict.right).toBe(false);
          // Two mistakes may give the same number; then one of them is named.
          expect(verdict.misconception, `${name} on ${JSON.stringify(input)}`).not.toBeNull();
          const said = verdict.misconception as MisconceptionName;
          if (said in misconceptions) expect(misapply(said, operation, input, 0.5)![1][2]).toBeCloseTo(wrong, 1);
          if (said === name) named++;
        }
      }
      expect(named).toBeGreaterThan(150);
    },
  );

  it('may be typed as people write it', () => {
    const asked = exerciseIn<NumberExercise>(...number, 'answer: -0.75');
    for (const text of ['-0.75', '−0.75', ' –0,75 ', '-.754', '-7.5e-1'])
      expect(checkNumber(asked, text).right, text).toBe(true);
    expect(checkNumber(asked, '0.75')).toMatchObject({ right: false, misconception: 'sign' });
    for (const text of ['', 'x', '1,000,000', '0.8']) expect(checkNumber(asked, text).right, text).toBe(false);
  });

  it('that the author foresaw is answered with the author’s words', () => {
    const asked = exerciseIn<NumberExercise>(
      ...number,
      'answer: 2',
      'misconceptions: [{ value: 4, says: Take the root. }]',
    );
    expect(checkNumber(asked, '4')).toEqual({ right: false, says: 'Take the root.', misconception: 'Take the root.' });
  });
});

describe('a choice', () => {
  it('says what the author wrote, and names the wrong one', () => {
    const asked = exerciseIn<ChoiceExercise>(
      'id: a',
      'kind: choice',
      'question: Q',
      'options:',
      '  - { text: A, says: No. }',
      '  - { text: B, right: true }',
    );
    expect(checkChoice(asked, 0)).toEqual({ right: false, says: 'No.', misconception: 'A' });
    expect(checkChoice(asked, 1)).toEqual({ right: true, says: 'Right.', misconception: null });
    expect(checkChoice(asked, -1).says).toBe('Choose one.');
  });
});

describe('a drawn guess', () => {
  const asked = exerciseIn<GuessExercise>(
    'id: a',
    'kind: guess',
    'question: Q',
    'x: { label: step, from: 0, to: 100 }',
    'y: { label: loss, from: 0, to: 4 }',
    'series: learns',
    'misconceptions: [{ series: stays, says: That is the other one. }]',
  );
  const curve = (height: (x: number) => number): [number, number][] =>
    Array.from({ length: 101 }, (_, x) => [x, height(x)]);
  const series = new Map([
    ['learns', curve((x) => 4 - 0.03 * x + (x % 2 ? 0.1 : -0.1))],
    ['stays', curve(() => 3.9)],
  ]);
  const drawn = (height: (x: number) => number): number[] => [0, 20, 40, 60, 80, 100].map(height);

  it('is right when it is near, and named when it is nearer to another', () => {
    expect(
      checkGuess(
        asked,
        drawn((x) => 3.8 - 0.03 * x),
        series,
      ).right,
    ).toBe(true);
    expect(
      checkGuess(
        asked,
        drawn(() => 3.7),
        series,
      ),
    ).toMatchObject({ right: false, misconception: 'stays' });
    expect(
      checkGuess(
        asked,
        drawn(() => 0),
        series,
      ),
    ).toMatchObject({ right: false, says: 'Your line is too low.' });
    expect(
      checkGuess(
        asked,
        drawn((x) => 0.04 * x),
        series,
      ).says,
    ).toBe('Your line goes another way.');
  });

  it('waits for the curve', () => {
    expect(
      checkGuess(
        asked,
        drawn(() => 0),
        new Map(),
      ).says,
    ).toContain('Run the cell below');
  });
});

it('results are compared with tolerance, by shape, and NaN equals NaN', () => {
  expect(sameValue([[1, 2]], [[1.0005, 1.999]])).toBe(true);
  expect(sameValue([[1, 2]], [[1.1, 2]])).toBe(false);
  expect(sameValue([[1, 2]], [1, 2])).toBe(false);
  expect(sameValue([NaN, Infinity], [NaN, Infinity])).toBe(true);
  expect(sameValue([NaN], [0])).toBe(false);
  expect(sameValue(undefined, 1)).toBe(false);
});
