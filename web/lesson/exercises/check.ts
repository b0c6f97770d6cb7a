/** @file Checks answers. Pure: what a function gave is handed in. */
import type { ChoiceExercise, CodeExercise, GuessExercise, NumberExercise, Verdict } from './exercise.js';
import { apply, misapply, misconceptions } from './norms.js';

const correct: Verdict = { right: true, says: 'Right.', misconception: null };

/** The right number. */
export function answerOf({ answer }: NumberExercise): number {
  return 'value' in answer
    ? answer.value
    : apply(answer.operation, answer.input, answer.eps)[answer.at[0]][answer.at[1]];
}

/** Wrong numbers that can be told by name, with what is said to them. */
export function wrongNumbers({
  answer,
  misconceptions: names,
  foreseen,
}: NumberExercise): { name: string; value: number; says: string }[] {
  const own = foreseen.map(({ value, says }) => ({ name: says, value, says }));
  if ('value' in answer) return own;
  const { operation, input, at, eps } = answer;
  const named = names.flatMap((name) => {
    const table = misapply(name, operation, input, eps);
    return table ? [{ name, value: table[at[0]][at[1]], says: misconceptions[name].says(operation) }] : [];
  });
  return [...own, ...named];
}

/** @param text as it was typed; a decimal comma and a minus sign count */
export function checkNumber(exercise: NumberExercise, text: string): Verdict {
  const typed = text
    .trim()
    .replace(/[−–]/g, '-')
    .replace(/^([+-]?\d*),(\d+)$/, '$1.$2');
  const value = typed === '' ? NaN : Number(typed);
  if (!Number.isFinite(value)) return { right: false, says: 'Type a number, for example −0.75.', misconception: null };
  const { tolerance } = exercise;
  const target = answerOf(exercise);
  if (Math.abs(value - target) <= tolerance) return correct;
  const known = wrongNumbers(exercise)
    .filter((wrong) => Math.abs(wrong.value - target) > tolerance)
    .find((wrong) => Math.abs(wrong.value - value) <= tolerance);
  if (known) return { right: false, says: known.says, misconception: known.name };
  const isMirrored = Math.abs(value + target) <= tolerance;
  return {
    right: false,
    says: isMirrored ? 'The size is right, the sign is not.' : 'Not yet.',
    misconception: isMirrored ? 'sign' : null,
  };
}

export function checkChoice({ options }: ChoiceExercise, chosen: number): Verdict {
  const option = options[chosen];
  if (!option) return { right: false, says: 'Choose one.', misconception: null };
  const says = option.says || (option.right ? 'Right.' : 'Not this one.');
  return { right: option.right, says, misconception: option.right ? null : option.text };
}

type Points = readonly (readonly [x: number, y: number])[];

/** @param guess heights at evenly spaced places @param series of the chart, by name */
export function checkGuess(
  exercise: GuessExercise,
  guess: readonly number[],
  series: ReadonlyMap<string, Points>,
): Verdict {
  const target = series.get(exercise.series);
  if (!target) return { right: false, says: 'Run the cell below; then your line is compared.', misconception: null };
  const distance = distanceTo(exercise, guess, target);
  if (distance <= exercise.within) return { right: true, says: 'Close: that is how it goes.', misconception: null };
  const known = exercise.foreseen
    .map((one) => ({
      ...one,
      distance: series.has(one.series) ? distanceTo(exercise, guess, series.get(one.series)!) : Infinity,
    }))
    .filter((one) => one.distance < distance && one.distance <= 1.5 * exercise.within)
    .sort((a, b) => a.distance - b.distance)[0];
  if (known) return { right: false, says: known.says, misconception: known.series };
  const above = guess.filter((y, i) => y > heightAt(target, placeOf(exercise, i))).length;
  const where =
    above === guess.length
      ? 'Your line is too high.'
      : above === 0
        ? 'Your line is too low.'
        : 'Your line goes another way.';
  return { right: false, says: where, misconception: null };
}

/** Place along x of a handle of the drawn curve. */
export function placeOf({ x, points }: GuessExercise, index: number): number {
  return x.from + ((x.to - x.from) * index) / (points - 1);
}

/** Mean distance, as a part of the y axis. */
function distanceTo(exercise: GuessExercise, guess: readonly number[], points: Points): number {
  const { from, to } = exercise.y;
  const clamp = (y: number): number => Math.min(to, Math.max(from, y));
  const total = guess.reduce((sum, y, i) => sum + Math.abs(y - clamp(heightAt(points, placeOf(exercise, i)))), 0);
  return total / guess.length / (to - from);
}

/** Height of a curve at a place, mean of the points around it: training curves are noisy. */
function heightAt(points: Points, x: number): number {
  const finite = points.filter(([, y]) => Number.isFinite(y));
  if (finite.length === 0) return NaN;
  const width = Math.max(1, Math.round(finite.length / 20));
  const nearest = [...finite].sort((a, b) => Math.abs(a[0] - x) - Math.abs(b[0] - x)).slice(0, width);
  return nearest.reduce((sum, [, y]) => sum + y, 0) / nearest.length;
}

/** What a function gave for one input. */
export type CallResult = { value: unknown } | { error: string };

/**
 * @param results of the learner's function
 * @param expected what is right for each call
 * @param wrong what each known mistake gives, with what is said to it
 */
export function checkCode(
  exercise: CodeExercise,
  cases: readonly unknown[][],
  results: readonly CallResult[],
  expected: readonly unknown[],
  wrong: readonly { name: string; says: string; values: readonly unknown[] }[],
): Verdict {
  const failing = results.findIndex((result, i) => 'error' in result || !sameValue(result.value, expected[i]));
  if (failing < 0) return { ...correct, says: `Right, for all ${cases.length} inputs.` };
  const failed = results[failing];
  if ('error' in failed) {
    return {
      right: false,
      says: `For ${describe(cases[failing])} your function fails: ${failed.error}`,
      misconception: null,
    };
  }
  const gives = results.map((result) => ('value' in result ? result.value : null));
  const known = wrong.find(({ values }) => values.every((value, i) => sameValue(gives[i], value)));
  if (known) return { right: false, says: known.says, misconception: known.name };
  const [got, want] = [failed.value, expected[failing]].map(shown);
  return {
    right: false,
    says: `For ${describe(cases[failing])} ${exercise.function} should give ${want}, yours gives ${got}.`,
    misconception: null,
  };
}

/** float32 results of a few operations against double ones. */
const relative = 1e-3;

/** Equal numbers, or arrays of them; NaN equals NaN, a table of one row its row. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') {
    return Object.is(a, b) || a === b || Math.abs(a - b) <= relative * (1 + Math.abs(b));
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((value, i) => sameValue(value, b[i]));
  }
  return a === b;
}

function describe(given: readonly unknown[]): string {
  return given.map((value, i) => (i === 0 ? shown(value) : `eps = ${shown(value)}`)).join(' and ');
}

/** A few digits are enough, and a few numbers. */
function shown(value: unknown): string {
  const write = (one: unknown): unknown =>
    typeof one === 'number' ? Number(one.toPrecision(4)) : Array.isArray(one) ? one.map(write) : one;
  const text =
    typeof value === 'number' && !Number.isFinite(value)
      ? String(value)
      : (JSON.stringify(write(value), (_, one) =>
          typeof one === 'number' && !Number.isFinite(one) ? String(one) : (one as unknown),
        ) ?? 'nothing');
  return text.length > 120
    ? `${text.slice(0, 118)} …`
    : text.replaceAll(',', ', ').replace(/"(NaN|-?Infinity)"/g, '$1');
}
