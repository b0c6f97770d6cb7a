/** @file Exercises as data. What they look like in a lesson is told in web/lesson/README.md. */
import type { MisconceptionName, Operation, Table } from './norms.js';

export type Exercise = NumberExercise | ChoiceExercise | GuessExercise | CodeExercise;

interface Common {
  /** Lasting name, unique in the lesson. */
  id: string;
  /** Markdown, as are hints and solution. */
  question: string;
  hints: string[];
  solution: string;
  /** What the next cell shows is covered until this is answered. */
  predict: boolean;
}

/** A wrong answer that the author foresaw. */
export interface Foreseen<T> {
  value: T;
  says: string;
}

export interface NumberExercise extends Common {
  kind: 'number';
  tolerance: number;
  /** The answer is an entry of an operation's result, or a number. */
  answer: { operation: Operation; input: Table; at: [row: number, column: number]; eps: number } | { value: number };
  /** Mistakes by name, for an operation. */
  misconceptions: MisconceptionName[];
  foreseen: Foreseen<number>[];
}

export interface ChoiceExercise extends Common {
  kind: 'choice';
  options: { text: string; right: boolean; says: string }[];
}

export interface Axis {
  label: string;
  from: number;
  to: number;
}

/** A curve drawn by hand, compared with a series of the chart of the next cell. */
export interface GuessExercise extends Common {
  kind: 'guess';
  x: Axis;
  y: Axis;
  /** Places along x where the curve can be set. */
  points: number;
  series: string;
  /** Mean distance that still counts as right, as a part of the y axis. */
  within: number;
  foreseen: { series: string; says: string }[];
}

export interface CodeExercise extends Common {
  kind: 'code';
  /** Name of the function that the learner writes. */
  function: string;
  start: string;
  /** Without an operation the solution's results on `inputs` are the right ones. */
  operation: Operation | null;
  misconceptions: MisconceptionName[];
  foreseen: { code: string; says: string }[];
  /** Arguments of further calls. */
  inputs: unknown[][];
  /** The author's code; `Common.solution` explains it. */
  code: string;
}

/** What is said to an answer. */
export interface Verdict {
  right: boolean;
  says: string;
  /** The mistake that was recognised, by its name or the author's words. */
  misconception: string | null;
}
