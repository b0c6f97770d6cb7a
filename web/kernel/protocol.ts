/**
 * @file The messages between a page and its kernel (the worker that runs cells). Plain data only, so that any message
 * can be posted, stored or replayed.
 */
import type { ChartSpec } from '../charts/spec.js';

/** One thing that a cell shows. A display with an `id` replaces the earlier display of the same run and id. */
export type Output =
  /** Text with an `id` is the end of a flood ("… n lines skipped" and the last lines): it is replaced, not added to. */
  | { kind: 'text'; stream: 'stdout' | 'stderr'; text: string; id?: string }
  | { kind: 'value'; text: string }
  | { kind: 'tensor'; text: string; dtype: string; shape: number[]; values: number[] | null }
  | { kind: 'table'; columns: string[]; rows: (string | number)[][] }
  | { kind: 'chart'; id: string; chart: ChartSpec }
  | {
      kind: 'progress';
      id: string;
      label: string;
      done: number;
      total: number;
      note: string;
      secondsLeft: number | null;
    };

/** An error of a cell, in words. `line` and `column` are 1-based positions in the cell's own source. */
export interface CellError {
  name: string;
  message: string;
  line: number | null;
  column: number | null;
  hint: string | null;
  /** Where it was thrown, when that is in a function that an earlier run defined; `line` is then the calling line. */
  from?: { run: number; line: number; column: number } | null;
}

/** The names through which cells depend on each other. A change of a cell makes those that read its names stale. */
export interface CellNames {
  declares: string[];
  /** Free names that are not the host's own (Math, Array, …); the engine's names are among them. */
  reads: string[];
  /** Names of other cells that this one assigns to. */
  writes: string[];
}

export type ToKernel =
  /** `cell` is the cell's lasting name: what its earlier run made is freed first. Without it nothing is. */
  | { type: 'run'; run: number; source: string; cell?: string; language?: 'javascript' | 'python' }
  /** Asks a run that yields to end at its next yield; the client replaces the worker when this is not answered. */
  | { type: 'stop'; run: number };

export type FromKernel =
  | { type: 'loading'; loaded: number; total: number }
  | { type: 'ready' }
  | { type: 'failed'; message: string }
  | { type: 'output'; run: number; outputs: Output[] }
  | { type: 'done'; run: number; ms: number; memory: { tensors: number; bytes: number }; names?: CellNames }
  | { type: 'error'; run: number; ms: number; error: CellError; names?: CellNames }
  | { type: 'stopped'; run: number; ms: number; names?: CellNames };
