/** @file A kernel and its client in one thread. */
import { afterEach } from 'vitest';
import { Kernel, type KernelState, type WorkerLike } from '../../web/kernel/client.js';
import { plainText } from '../../web/kernel/plain-text.js';
import type { FromKernel, Output, ToKernel } from '../../web/kernel/protocol.js';
import { type LoadedEngine, type Port, serveKernel } from '../../web/kernel/server.js';

type Load = (onProgress: (loaded: number, total: number) => void) => Promise<LoadedEngine>;
type Listener = (event: { data: never; message?: string }) => void;

/** An engine with one loop that yields, as the trainer does. */
export const load: Load = async (onProgress) => {
  onProgress(10, 100);
  await Promise.resolve();
  onProgress(100, 100);
  let yieldToHost = async (): Promise<void> => {};
  return {
    engine: {
      globals: {
        fit: async (steps: number, onStep: (step: number) => void = () => {}) => {
          for (let step = 1; step <= steps; step++) {
            onStep(step);
            await yieldToHost();
          }
          return steps;
        },
      },
    },
    memory: () => ({ tensors: 3, bytes: 120 }),
    setYield: (fn) => {
      yieldToHost = fn;
    },
  };
};

/** A worker in this thread: messages are copied and arrive later, and none arrives after terminate(). */
export class FakeWorker implements WorkerLike {
  terminated = false;
  readonly received: ToKernel[] = [];
  private readonly toPage = new Map<string, Listener[]>();
  private readonly toKernel: ((event: { data: ToKernel }) => void)[] = [];

  constructor(serve: ((port: Port) => void) | null) {
    serve?.({
      postMessage: (message) => this.emit('message', structuredClone(message)),
      addEventListener: (_type, listener) => void this.toKernel.push(listener),
    });
  }

  addEventListener(type: string, listener: Listener): void {
    this.toPage.set(type, [...(this.toPage.get(type) ?? []), listener]);
  }

  postMessage(message: ToKernel): void {
    const data = structuredClone(message);
    this.received.push(data);
    setTimeout(() => {
      if (!this.terminated) for (const listener of this.toKernel) listener({ data });
    });
  }

  emit(type: string, data: FromKernel | null, message?: string): void {
    setTimeout(() => {
      if (!this.terminated)
        for (const listener of this.toPage.get(type) ?? []) listener({ data: data as never, message });
    });
  }

  terminate(): void {
    this.terminated = true;
  }
}

/** Closed after each test. */
export const kernels: Kernel[] = [];
afterEach(() => kernels.splice(0).forEach((kernel) => kernel.close()));

export interface Bench {
  kernel: Kernel;
  workers: FakeWorker[];
  states: KernelState[];
  text: () => string;
  onOutput: (outputs: Output[]) => void;
}

export function bench(serve: (port: Port) => void = (port) => void serveKernel(port, load)): Bench {
  const workers: FakeWorker[] = [];
  const states: KernelState[] = [];
  let text = '';
  const kernel = new Kernel({
    createWorker: () => {
      const worker = new FakeWorker(serve);
      workers.push(worker);
      return worker;
    },
    patience: 150,
  });
  kernels.push(kernel);
  kernel.onState((state) => states.push(state));
  return {
    kernel,
    workers,
    states,
    text: () => text,
    onOutput: (outputs) => (text += outputs.map(plainText).join('')),
  };
}

export function ready(port: Port): void {
  port.postMessage({ type: 'ready' });
}
