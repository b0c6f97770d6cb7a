/** @file The page's side of the worker that all its widgets share: started with the first run, and again after a crash. */
import { engineFiles } from './engine-files.js';
import type { FromWorker, ToWorker } from './protocol.js';

export interface Handlers<O, P> {
  part(value: P): void;
  done(value: O): void;
  error(message: string): void;
}

/** One widget's line to the engine. */
export class Session<I, O, P = never> {
  private readonly id = ++lastSession;
  private lastRun = 0;
  private halted = false;
  private handlers: Handlers<O, P> | null = null;

  constructor(private readonly widget: string) {}

  /** Starts a run; an earlier one of this session is given up. */
  run(input: I, handlers: Handlers<O, P>): void {
    this.handlers = handlers;
    const isNew = !sessions.has(this.id);
    sessions.set(this.id, this as unknown as Session<unknown, unknown>);
    if (isNew && this.halted) this.pause(true);
    send({ type: 'run', session: this.id, run: ++this.lastRun, widget: this.widget, input });
  }

  /** Halts a long run where it is, but for some turns, or goes on with it. */
  pause(on: boolean, turns = 0): void {
    this.halted = on;
    if (sessions.has(this.id)) send({ type: 'pause', session: this.id, on, turns });
  }

  close(): void {
    this.handlers = null;
    if (sessions.delete(this.id)) send({ type: 'close', session: this.id });
  }

  /** @internal */
  take(message: Exclude<FromWorker, { type: 'failed' | 'memory' }>): void {
    if (message.run !== this.lastRun || !this.handlers) return;
    if (message.type === 'part') this.handlers.part(message.value as P);
    else if (message.type === 'done') this.handlers.done(message.value as O);
    else this.handlers.error(message.message);
  }

  /** @internal */
  fail(message: string): void {
    this.handlers?.error(message);
  }
}

let lastSession = 0;
let worker: Worker | null = null;
const sessions = new Map<number, Session<unknown, unknown>>();

function send(message: ToWorker): void {
  try {
    worker ??= start();
    worker.postMessage(message);
  } catch (error) {
    failAll(noWorker(error instanceof Error ? error.message : String(error)));
  }
}

function start(): Worker {
  const made = createWorker(engineFiles.worker);
  made.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.type === 'failed') stop(made, data.message);
    else if (data.type !== 'memory') sessions.get(data.session)?.take(data);
  };
  made.onerror = (event) => {
    event.preventDefault();
    stop(made, event.message || 'it is missing, or forbidden');
  };
  made.postMessage({
    type: 'load',
    wasmUrl: engineFiles.wasm.href,
    digitsUrl: engineFiles.digits.href,
  } satisfies ToWorker);
  return made;
}

/** A worker by address must be of the page's own origin; a script that it imports need not. */
function createWorker(url: URL): Worker {
  if (url.origin === self.origin) return new Worker(url);
  const start = `importScripts(${JSON.stringify(url.href)})`;
  const script = `try { ${start} } catch (error) { postMessage({ type: 'failed', message: String(error) }) }`;
  return new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
}

/** The next run starts another. */
function stop(broken: Worker, reason: string): void {
  broken.terminate();
  if (worker === broken) worker = null;
  failAll(noWorker(reason));
}

function noWorker(reason: string): string {
  const { origin } = engineFiles.worker;
  return (
    `[widgets] the worker could not be started: ${reason}. ` +
    `A policy of the page must allow it: script-src ${origin}, worker-src ${origin === self.origin ? origin : 'blob:'}`
  );
}

function failAll(message: string): void {
  for (const session of [...sessions.values()]) session.fail(message);
}
