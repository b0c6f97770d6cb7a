/** @file The kernel's side of the protocol: runs the cells that arrive on a port, one after another. */
import { OutputFlow } from './flow.js';
import type { Sink } from './displays.js';
import type { FromKernel, ToKernel } from './protocol.js';
import { type Engine, type RunOptions, type RunResult, Session } from './session.js';

export interface Port {
  postMessage(message: FromKernel): void;
  addEventListener(type: 'message', listener: (event: { data: ToKernel }) => void): void;
}

/** The engine and what the kernel asks of it besides what cells see. */
export interface LoadedEngine {
  engine: Engine;
  memory(): { tensors: number; bytes: number };
  /** Sets what long loops of the engine await about every 16 ms. */
  setYield(yieldToHost: () => Promise<void>): void;
  /** Runs Python cells; left out where they cannot be run. */
  python?: CellRunner;
}

/** What runs cells of a language. */
export interface CellRunner {
  run(source: string, sink: Sink, options: RunOptions & { run: number }): Promise<RunResult>;
}

export interface KernelServer {
  /** Takes an error that nothing caught. */
  uncaught(thrown: unknown): void;
}

/** Serves `port`. @param load fetches and starts the engine; it reports its bytes */
export function serveKernel(
  port: Port,
  load: (onProgress: (loaded: number, total: number) => void) => Promise<LoadedEngine>,
): KernelServer {
  let session: Session | null = null;
  let running: { run: number; flow: OutputFlow } | null = null;
  const cancelled = new Set<number>();

  const loading = load((loaded, total) => port.postMessage({ type: 'loading', loaded, total })).then(
    (loaded) => {
      session = new Session(loaded.engine);
      loaded.setYield(async () => {
        running?.flow.flushIfDue(1);
        await nextTask();
        session?.checkpoint();
      });
      port.postMessage({ type: 'ready' });
      return loaded;
    },
    (error: unknown) => {
      port.postMessage({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
      return null;
    },
  );

  const runCell = async ({ run, source, cell, language }: ToKernel & { type: 'run' }): Promise<void> => {
    const loaded = await loading;
    if (!loaded || !session) return;
    if (cancelled.delete(run)) {
      port.postMessage({ type: 'stopped', run, ms: 0 });
      return;
    }
    const flow = new OutputFlow((outputs) => port.postMessage({ type: 'output', run, outputs }));
    running = { run, flow };
    const runner = language === 'python' ? (loaded.python ?? noPython) : session;
    const result = await runner.run(source, flow, { run, cell });
    running = null;
    if (result.status === 'done' && result.result) flow.output(result.result);
    flow.flush();
    const { ms } = result;
    const names = result.names ?? undefined;
    if (result.status === 'error') port.postMessage({ type: 'error', run, ms, error: result.error, names });
    else if (result.status === 'stopped') port.postMessage({ type: 'stopped', run, ms, names });
    else port.postMessage({ type: 'done', run, ms, memory: memoryOf(loaded), names });
  };

  let queue = Promise.resolve();
  port.addEventListener('message', ({ data }) => {
    if (data.type === 'run') queue = queue.then(() => runCell(data));
    else if (running?.run === data.run) session?.stop();
    else cancelled.add(data.run);
  });
  return { uncaught: (thrown) => session?.uncaught(thrown) };
}

const noPython: CellRunner = {
  run: () => {
    const message = 'Python cells run only in the lessons of a site itself, not in lessons from elsewhere';
    const error = { name: 'NotSupportedError', message, line: null, column: null, hint: null };
    return Promise.resolve({ status: 'error', error, names: null, ms: 0 });
  },
};

function memoryOf(loaded: LoadedEngine): { tensors: number; bytes: number } {
  const { tensors, bytes } = loaded.memory();
  return { tensors, bytes };
}

const channel = new MessageChannel();
const resumes: (() => void)[] = [];
channel.port1.onmessage = () => resumes.shift()?.();
// In Node an open port would keep the process alive.
(channel.port1 as { unref?: () => void }).unref?.();

/** Resolves after the messages that wait now; unlike a timer it is not slowed down in nested or hidden use. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    resumes.push(resolve);
    channel.port2.postMessage(null);
  });
}
