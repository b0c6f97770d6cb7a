/** @file What the page and the worker of its widgets tell each other. Values are plain data. */

export type ToWorker =
  | { type: 'load'; wasmUrl: string; digitsUrl: string }
  /** A new run ends the one that the session had. */
  | { type: 'run'; session: number; run: number; widget: string; input: unknown }
  /** `turns`: how often the run may go on nevertheless. */
  | { type: 'pause'; session: number; on: boolean; turns: number }
  | { type: 'close'; session: number }
  /** Asks what the engine holds: for tests, and for who looks for a leak. */
  | { type: 'memory' };

export type FromWorker =
  | { type: 'failed'; message: string }
  | { type: 'memory'; tensors: number; bytes: number; nodes: number }
  /** Something to show before the end. */
  | { type: 'part'; session: number; run: number; value: unknown }
  | { type: 'done'; session: number; run: number; value: unknown }
  | { type: 'error'; session: number; run: number; message: string };

/** How a widget's numbers are computed. Runs in the worker. */
export type Compute<I, O, P = never> = (input: I, run: Run<P>) => O | Promise<O>;

export interface Run<P = never> {
  /** Shows something before the end. */
  post(part: P): void;
  /** Whether it is halted: what is known so far should be shown. */
  readonly paused: boolean;
  /**
   * Lets others run; to be awaited about every 16 ms. Waits while the widget is not seen, and throws when the run is
   * no longer wanted. In the middle of a turn (`isTurn` false) it does not wait.
   */
  breathe(isTurn?: boolean): Promise<void>;
  /** Calls `body` as the owner of all tensors and layers that it makes; the end of the run frees them. */
  own<T>(body: () => T): T;
}
