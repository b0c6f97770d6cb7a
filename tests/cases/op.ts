/** @file What an operation of the cases is: a run through the public API. */
import type { Float, Input } from './cases.js';

export interface Run {
  dtype: Float;
  /** Gives state that an error must leave as it is. */
  watch(state: () => unknown): void;
}

/** Runs the operation on a case's input; gives tensors, numbers or arrays under the names that the case expects. */
export type Op = (input: Input, run: Run) => Record<string, unknown>;

/** For the kind `behaviour`: does what the case describes and expects what must happen. */
export type Behaviour = (input: Input) => void | Promise<void>;
