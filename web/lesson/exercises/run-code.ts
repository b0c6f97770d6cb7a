/** @file Checks code by running it, and a lesson's exercises by their own solutions. Who runs the code is handed in. */
import { callCode, callsOf, knownResults, resultsIn } from './calls.js';
import { answerOf, type CallResult, checkCode, wrongNumbers } from './check.js';
import type { CodeExercise, Exercise, GuessExercise, Verdict } from './exercise.js';
import type { Operation } from './norms.js';

/** What a run of code came to. */
export interface CodeRun {
  printed: string;
  /** In words, when it did not end well. */
  error: string | null;
}

export type RunCode = (code: string) => Promise<CodeRun>;

/** @param run runs code in a kernel with the library @param code the learner's */
export async function checkCodeAnswer(exercise: CodeExercise, code: string, run: RunCode): Promise<Verdict> {
  const calls = callsOf(exercise);
  const { right, wrong } = await expectedResults(exercise, calls, run);
  const results = await call(run, code, exercise.function, calls);
  if (typeof results === 'string') return { right: false, says: results, misconception: null };
  return checkCode(exercise, calls, results, right, wrong);
}

interface Expected {
  right: unknown[];
  wrong: { name: string; says: string; values: unknown[] }[];
}

async function expectedResults(exercise: CodeExercise, calls: unknown[][], run: RunCode): Promise<Expected> {
  const own: Expected['wrong'] = [];
  for (const { code, says } of exercise.foreseen) {
    const results = await call(run, exercise.code, `(${code})`, calls);
    if (typeof results !== 'string') own.push({ name: says, says, values: valuesOf(results) });
  }
  if (exercise.operation) {
    const { right, wrong } = knownResults(exercise as CodeExercise & { operation: Operation }, calls);
    return { right, wrong: [...own, ...wrong] };
  }
  const results = await call(run, exercise.code, exercise.function, calls);
  if (typeof results === 'string') throw new Error(`the lesson's own solution fails: ${results}`);
  return { right: valuesOf(results), wrong: own };
}

/** Results of the calls, or in words why there are none. */
async function call(run: RunCode, code: string, callee: string, calls: unknown[][]): Promise<CallResult[] | string> {
  const { printed, error } = await run(callCode(code, callee, calls));
  if (error !== null) return error;
  return resultsIn(printed) ?? 'The code printed so much that its results are lost.';
}

function valuesOf(results: readonly CallResult[]): unknown[] {
  return results.map((result) => ('value' in result ? result.value : null));
}

/**
 * What is wrong with an exercise itself.
 * @param series of the chart that the next cell shows, by name; null without a chart
 */
export async function exerciseMistakes(
  exercise: Exercise,
  run: RunCode,
  series: readonly string[] | null,
): Promise<string[]> {
  switch (exercise.kind) {
    case 'number': {
      const answer = answerOf(exercise);
      if (!Number.isFinite(answer)) return [`the right answer is no number: ${answer}`];
      return wrongNumbers(exercise)
        .filter(({ value, says, name }) => name === says && Math.abs(value - answer) <= exercise.tolerance)
        .map(({ value }) => `the wrong answer ${value} is not far enough from the right one, ${answer}`);
    }
    case 'choice':
      return [];
    case 'guess':
      return guessMistakes(exercise, series);
    case 'code':
      return codeMistakes(exercise, run);
  }
}

function guessMistakes({ series: own, foreseen }: GuessExercise, series: readonly string[] | null): string[] {
  if (!series) return ['the next cell shows no chart to compare with'];
  return [own, ...foreseen.map((one) => one.series)]
    .filter((name) => !series.includes(name))
    .map(
      (name) =>
        `the chart of the next cell has no series '${name}', only ${series.map((one) => `'${one}'`).join(', ')}`,
    );
}

async function codeMistakes(exercise: CodeExercise, run: RunCode): Promise<string[]> {
  try {
    const solution = await checkCodeAnswer(exercise, exercise.code, run);
    if (!solution.right) return [`its own solution is not accepted: ${solution.says}`];
    const start = await checkCodeAnswer(exercise, exercise.start, run);
    if (start.right) return ['the code that it starts with is accepted already'];
    const calls = callsOf(exercise);
    const { right, wrong } = await expectedResults(exercise, calls, run);
    return wrong
      .filter(({ values }) => JSON.stringify(values) === JSON.stringify(right))
      .map(({ says }) => `a misconception gives the right results: ${says}`);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
