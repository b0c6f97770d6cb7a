/**
 * @file The page's side of the kernel: starts it when it is needed, runs cells one after another, and can always stop
 * them.
 */
import type { CellError, CellNames, FromKernel, Output, ToKernel } from './protocol.js';

/** What is used of a Worker. */
export interface WorkerLike {
  postMessage(message: ToKernel): void;
  terminate(): void;
  addEventListener(type: 'message', listener: (event: { data: FromKernel }) => void): void;
  addEventListener(type: 'error' | 'messageerror', listener: (event: { message?: string }) => void): void;
}

export interface KernelOptions {
  /** Makes a worker that serves the protocol, such as web/notebook/worker.ts. */
  createWorker: () => WorkerLike | Promise<WorkerLike>;
  /** How long a stopped cell may take to end before its worker is replaced, ms. */
  patience?: number;
  now?: () => number;
}

export type KernelState =
  /** Nothing runs; before the first run nothing is loaded either. */
  | { name: 'idle' }
  /** Bytes of the engine; `total` is 0 while it is unknown. */
  | { name: 'loading'; loaded: number; total: number }
  | { name: 'running' }
  /** The kernel could not be started, in a sentence. The next run tries again. */
  | { name: 'failed'; message: string };

export interface KernelResult {
  status: 'done' | 'error' | 'stopped';
  ms: number;
  /** Set when `status` is 'error'. */
  error: CellError | null;
  memory: { tensors: number; bytes: number } | null;
  names: CellNames | null;
  /** The worker was replaced: nothing that earlier cells made is there any more, and they must run again. */
  restarted: boolean;
}

type Language = (ToKernel & { type: 'run' })['language'];

interface Job {
  run: number;
  source: string;
  cell: string | undefined;
  language: Language | undefined;
  onOutput: (outputs: Output[]) => void;
  started: number;
  resolve: (result: KernelResult) => void;
}

/** Runs whose late outputs (a timer, a chart that a later cell extends) still find their way. */
const maxListeners = 500;

export class Kernel {
  private worker: WorkerLike | null = null;
  /** Counts workers: messages of one that was replaced are ignored. */
  private generation = 0;
  private ready = false;
  private active: Job | null = null;
  private queue: Job[] = [];
  private runs = 0;
  private current: KernelState = { name: 'idle' };
  private readonly stateListeners = new Set<(state: KernelState) => void>();
  private readonly outputListeners = new Map<number, (outputs: Output[]) => void>();
  private stopTimer: ReturnType<typeof setTimeout> | null = null;
  private readonly patience: number;
  private readonly now: () => number;

  constructor(private readonly options: KernelOptions) {
    this.patience = options.patience ?? 250;
    this.now = options.now ?? (() => performance.now());
  }

  get state(): KernelState {
    return this.current;
  }

  /** Calls `listener` at each change of the state; the result ends that. */
  onState(listener: (state: KernelState) => void): () => void {
    this.stateListeners.add(listener);
    return () => this.stateListeners.delete(listener);
  }

  /** Loads the engine now instead of at the first run. */
  start(): void {
    if (this.worker || this.current.name === 'loading') return;
    this.setState({ name: 'loading', loaded: 0, total: 0 });
    void this.connect(++this.generation);
  }

  /**
   * Runs a cell after those that wait. Never rejects: what went wrong is in the result.
   * @param cell the cell's lasting name; its earlier run is freed
   * @param language JavaScript unless said otherwise
   */
  run(
    source: string,
    onOutput: (outputs: Output[]) => void,
    { cell, language }: { cell?: string; language?: Language } = {},
  ): Promise<KernelResult> {
    return new Promise((resolve) => {
      this.queue.push({ run: ++this.runs, source, cell, language, onOutput, started: 0, resolve });
      this.start();
      this.next();
    });
  }

  /**
   * Ends the running cell and drops those that wait. A cell that does not end by itself soon is ended with its worker.
   */
  stop(): void {
    const dropped = this.queue.splice(0);
    for (const job of dropped) job.resolve(stopped(0, false));
    if (!this.active) {
      this.settle();
      return;
    }
    if (this.stopTimer !== null) return;
    this.worker?.postMessage({ type: 'stop', run: this.active.run });
    // A busy page may find the answer and the timer waiting together: the second timer lets the answer in first.
    this.stopTimer = setTimeout(() => {
      this.stopTimer = setTimeout(() => this.replace(), 20);
    }, this.patience);
  }

  /** Ends everything and starts afresh: all names are gone. */
  restart(): void {
    for (const job of this.queue.splice(0)) job.resolve(stopped(0, true));
    this.replace();
  }

  /** Ends everything, for a page that closes. */
  close(): void {
    this.disconnect();
    for (const job of this.queue.splice(0)) job.resolve(stopped(0, true));
    this.finish(stopped(this.elapsed(), true));
    this.setState({ name: 'idle' });
  }

  private async connect(generation: number): Promise<void> {
    try {
      const worker = await this.options.createWorker();
      if (generation !== this.generation) {
        worker.terminate();
        return;
      }
      this.worker = worker;
      worker.addEventListener('message', ({ data }) => {
        if (generation === this.generation) this.receive(data);
      });
      const broken = (event: { message?: string }): void => {
        if (generation === this.generation) this.crashed(event.message);
      };
      worker.addEventListener('error', broken);
      worker.addEventListener('messageerror', broken);
    } catch (error) {
      if (generation === this.generation)
        this.fail(`The kernel could not be started: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  private receive(message: FromKernel): void {
    switch (message.type) {
      case 'loading':
        if (!this.ready) this.setState({ name: 'loading', loaded: message.loaded, total: message.total });
        return;
      case 'ready':
        this.ready = true;
        this.settle();
        this.next();
        return;
      case 'failed':
        this.fail(message.message);
        return;
      case 'output':
        this.outputListeners.get(message.run)?.(message.outputs);
        return;
      case 'done':
      case 'error':
      case 'stopped':
        if (message.run !== this.active?.run) return;
        this.finish({
          status: message.type,
          ms: message.ms,
          error: message.type === 'error' ? message.error : null,
          memory: message.type === 'done' ? message.memory : null,
          names: message.names ?? null,
          restarted: false,
        });
        this.settle();
        this.next();
    }
  }

  private next(): void {
    if (!this.ready || this.active) return;
    const job = this.queue.shift();
    if (!job) return;
    this.active = job;
    job.started = this.now();
    this.outputListeners.set(job.run, job.onOutput);
    if (this.outputListeners.size > maxListeners)
      this.outputListeners.delete(this.outputListeners.keys().next().value!);
    this.setState({ name: 'running' });
    const { run, source, cell, language } = job;
    this.worker!.postMessage({ type: 'run', run, source, cell, language });
  }

  private finish(result: KernelResult): void {
    if (this.stopTimer !== null) clearTimeout(this.stopTimer);
    this.stopTimer = null;
    const job = this.active;
    this.active = null;
    job?.resolve(result);
  }

  /** The state that follows from what there is to do. */
  private settle(): void {
    if (this.ready && !this.active && this.queue.length === 0) this.setState({ name: 'idle' });
  }

  private replace(): void {
    this.disconnect();
    this.start();
    this.finish(stopped(this.elapsed(), true));
  }

  private fail(message: string): void {
    this.disconnect();
    const failure = (): KernelResult =>
      failed({ name: 'KernelError', message, line: null, column: null, hint: null }, 0, false);
    this.setState({ name: 'failed', message });
    for (const job of this.queue.splice(0)) job.resolve(failure());
    this.finish(failure());
  }

  private crashed(reason: string | undefined): void {
    if (!this.ready) {
      this.fail(`The kernel could not be started: ${reason || 'its script is missing or blocked'}`);
      return;
    }
    const ms = this.elapsed();
    this.disconnect();
    this.start();
    const message = `The kernel ended unexpectedly: ${reason || 'it probably ran out of memory'}`;
    this.finish(
      failed({ name: 'KernelError', message, line: null, column: null, hint: 'Run the cells above again.' }, ms, true),
    );
  }

  private disconnect(): void {
    this.generation++;
    this.worker?.terminate();
    this.worker = null;
    this.ready = false;
    this.outputListeners.clear();
    if (this.current.name === 'loading') this.current = { name: 'idle' };
  }

  private elapsed(): number {
    return this.active ? this.now() - this.active.started : 0;
  }

  private setState(state: KernelState): void {
    this.current = state;
    for (const listener of this.stateListeners) listener(state);
  }
}

function stopped(ms: number, restarted: boolean): KernelResult {
  return { status: 'stopped', ms, error: null, memory: null, names: null, restarted };
}

function failed(error: CellError, ms: number, restarted: boolean): KernelResult {
  return { status: 'error', ms, error, memory: null, names: null, restarted };
}
