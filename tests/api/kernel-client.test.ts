/** @file The kernel and its client over their protocol: loading, running, stopping, replacing. */
import { afterEach, describe, expect, it } from 'vitest';
import { Kernel, type KernelState, type WorkerLike } from '../../web/kernel/client.js';
import { plainText } from '../../web/kernel/plain-text.js';
import type { FromKernel, Output, ToKernel } from '../../web/kernel/protocol.js';
import { type LoadedEngine, type Port, serveKernel } from '../../web/kernel/server.js';

type Load = (onProgress: (loaded: number, total: number) => void) => Promise<LoadedEngine>;
type Listener = (event: { data: never; message?: string }) => void;

/** An engine with one loop that yields, as the trainer does. */
const load: Load = async (onProgress) => {
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
class FakeWorker implements WorkerLike {
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

const kernels: Kernel[] = [];
afterEach(() => kernels.splice(0).forEach((kernel) => kernel.close()));

interface Bench {
  kernel: Kernel;
  workers: FakeWorker[];
  states: KernelState[];
  text: () => string;
  onOutput: (outputs: Output[]) => void;
}

function bench(serve: (port: Port) => void = (port) => void serveKernel(port, load)): Bench {
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

function ready(port: Port): void {
  port.postMessage({ type: 'ready' });
}

describe('a kernel', () => {
  it('starts at the first run, with its bytes, and runs cells one after another', async () => {
    const { kernel, workers, states, text, onOutput } = bench();
    expect(kernel.state).toEqual({ name: 'idle' });
    expect(workers).toHaveLength(0);
    const results = await Promise.all([
      kernel.run('const a = 1; console.log("one")', onOutput),
      kernel.run('a + 1', onOutput),
    ]);
    expect(text()).toBe('one\n2\n');
    expect(results).toMatchObject([
      { status: 'done', memory: { tensors: 3, bytes: 120 }, names: { declares: ['a'] }, restarted: false },
      { status: 'done', names: { reads: ['a'] } },
    ]);
    expect(workers).toHaveLength(1);
    expect(states).toEqual([
      { name: 'loading', loaded: 0, total: 0 },
      { name: 'loading', loaded: 10, total: 100 },
      { name: 'loading', loaded: 100, total: 100 },
      { name: 'running' },
      { name: 'running' },
      { name: 'idle' },
    ]);
  });

  it('can be started before', async () => {
    const { kernel, workers } = bench();
    kernel.start();
    kernel.start();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(workers).toHaveLength(1);
    expect(kernel.state).toEqual({ name: 'idle' });
  });

  it('gives errors with their place, and goes on', async () => {
    const { kernel, onOutput, text } = bench();
    expect(await kernel.run('1;\n  null.x', onOutput)).toMatchObject({
      status: 'error',
      error: { name: 'TypeError', line: 2, column: expect.any(Number) },
    });
    expect(await kernel.run('const (', onOutput)).toMatchObject({
      status: 'error',
      error: { name: 'SyntaxError', line: 1 },
    });
    expect(await kernel.run('throw 5', onOutput)).toMatchObject({
      status: 'error',
      error: { message: '5 was thrown' },
    });
    await kernel.run('"still here"', onOutput);
    expect(text()).toBe("'still here'\n");
  });

  it('shows what a finished cell prints later', async () => {
    const { kernel, onOutput, text } = bench();
    await kernel.run('setTimeout(() => console.log("late"), 5)', onOutput);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(text()).toMatch(/late\n$/);
  });

  it('shows a chart of one cell that another extends', async () => {
    const { kernel } = bench();
    const first: Output[] = [];
    await kernel.run('const c = lineChart({ title: "c" })', (outputs) => first.push(...outputs));
    await kernel.run('c.push("a", 1, 2)', () => expect.unreachable());
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(first.at(-1)).toMatchObject({ kind: 'chart', chart: { series: [{ points: [[1, 2]] }] } });
  });
});

describe('stop', () => {
  it('ends a loop at its next yield and keeps the worker and its names', async () => {
    const { kernel, workers, onOutput, text } = bench();
    await kernel.run('let seen = 0', onOutput);
    const running = kernel.run(
      'await fit(1e9, (step) => { seen = step; if (step === 2) console.log("two"); })',
      onOutput,
    );
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(kernel.state).toEqual({ name: 'running' });
    kernel.stop();
    expect(await running).toMatchObject({ status: 'stopped', restarted: false });
    expect(text()).toBe('two\n');
    await kernel.run('seen > 2', onOutput);
    expect(text()).toBe('two\ntrue\n');
    expect(workers).toHaveLength(1);
  });

  it('ends a cell that waits for ever without replacing the worker', async () => {
    const { kernel, workers, onOutput } = bench();
    const running = kernel.run('await new Promise(() => {})', onOutput);
    await new Promise((resolve) => setTimeout(resolve, 30));
    kernel.stop();
    expect(await running).toMatchObject({ status: 'stopped', restarted: false });
    expect(workers).toHaveLength(1);
  });

  it('replaces a worker that does not answer, keeps what it showed, and goes on', async () => {
    const workers: FakeWorker[] = [];
    const kernel = new Kernel({
      createWorker: () => {
        // The first one behaves like `for (;;) console.log(…)`: it shows something and reads no message any more.
        const first = workers.length === 0;
        const worker = new FakeWorker(first ? ready : (port) => void serveKernel(port, load));
        workers.push(worker);
        return worker;
      },
      patience: 50,
    });
    kernels.push(kernel);
    let text = '';
    const onOutput = (outputs: Output[]) => (text += outputs.map(plainText).join(''));
    const endless = kernel.run('for (;;) console.log(1)', onOutput);
    const waiting = kernel.run('2', onOutput);
    await new Promise((resolve) => setTimeout(resolve, 10));
    workers[0].emit('message', {
      type: 'output',
      run: 1,
      outputs: [{ kind: 'text', stream: 'stdout', text: 'kept\n' }],
    });
    await new Promise((resolve) => setTimeout(resolve, 10));
    kernel.stop();
    expect(await waiting).toMatchObject({ status: 'stopped', restarted: false });
    expect(await endless).toMatchObject({ status: 'stopped', restarted: true, ms: expect.any(Number) });
    expect(workers[0].terminated).toBe(true);
    expect(workers[0].received.at(-1)).toEqual({ type: 'stop', run: 1 });
    // What the old worker still says is not heard.
    workers[0].terminated = false;
    workers[0].emit('message', {
      type: 'output',
      run: 1,
      outputs: [{ kind: 'text', stream: 'stdout', text: 'ghost\n' }],
    });
    expect(await kernel.run('3', onOutput)).toMatchObject({ status: 'done' });
    expect(text).toBe('kept\n3\n');
    expect(workers).toHaveLength(2);
  });

  it('while loading drops what waits and loads on', async () => {
    const { kernel, workers, onOutput } = bench();
    const waiting = kernel.run('1', onOutput);
    kernel.stop();
    expect(await waiting).toMatchObject({ status: 'stopped', restarted: false });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(kernel.state).toEqual({ name: 'idle' });
    expect(workers[0].received).toEqual([]);
  });

  it('is not needed when nothing runs', async () => {
    const { kernel, onOutput } = bench();
    kernel.stop();
    expect(await kernel.run('1', onOutput)).toMatchObject({ status: 'done' });
    kernel.stop();
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(await kernel.run('1', onOutput)).toMatchObject({ status: 'done', restarted: false });
  });

  it('pressed twice stops once', async () => {
    const { kernel, workers, onOutput } = bench();
    const running = kernel.run('await fit(1e9)', onOutput);
    await new Promise((resolve) => setTimeout(resolve, 30));
    kernel.stop();
    kernel.stop();
    expect(await running).toMatchObject({ status: 'stopped' });
    expect(workers[0].received.filter((message) => message.type === 'stop')).toHaveLength(1);
  });
});

describe('restart', () => {
  it('forgets the names and drops what waits', async () => {
    const { kernel, workers, onOutput, text } = bench();
    await kernel.run('const a = 1', onOutput);
    const running = kernel.run('await fit(1e9)', onOutput);
    const waiting = kernel.run('a', onOutput);
    await new Promise((resolve) => setTimeout(resolve, 10));
    kernel.restart();
    expect(await running).toMatchObject({ status: 'stopped', restarted: true });
    expect(await waiting).toMatchObject({ status: 'stopped', restarted: true });
    await kernel.run('typeof a', onOutput);
    expect(text()).toBe("'undefined'\n");
    expect(workers.map((worker) => worker.terminated)).toEqual([true, false]);
  });
});

describe('a kernel that cannot start', () => {
  it('says why, and the next run tries again', async () => {
    let tries = 0;
    const { kernel, onOutput } = bench(
      (port) =>
        void serveKernel(port, (progress) =>
          ++tries === 1 ? Promise.reject(new Error('the engine file is missing')) : load(progress),
        ),
    );
    expect(await kernel.run('1', onOutput)).toMatchObject({
      status: 'error',
      error: { name: 'KernelError', message: 'the engine file is missing' },
    });
    expect(kernel.state).toEqual({ name: 'failed', message: 'the engine file is missing' });
    expect(await kernel.run('1', onOutput)).toMatchObject({ status: 'done' });
    expect(kernel.state).toEqual({ name: 'idle' });
  });

  it('because its script is missing or refused', async () => {
    const { kernel, workers, onOutput } = bench(() => {});
    const running = kernel.run('1', onOutput);
    await new Promise((resolve) => setTimeout(resolve, 5));
    workers[0].emit('error', null);
    expect((await running).error?.message).toBe('The kernel could not be started: its script is missing or blocked');
    const refusing = new Kernel({
      createWorker: () => {
        throw new Error('cross-origin');
      },
    });
    expect((await refusing.run('1', onOutput)).error?.message).toBe('The kernel could not be started: cross-origin');
  });

  it('or that dies later is replaced', async () => {
    const { kernel, workers, onOutput } = bench(ready);
    const running = kernel.run('1', onOutput);
    await new Promise((resolve) => setTimeout(resolve, 10));
    workers[0].emit('error', null, 'out of memory');
    expect(await running).toMatchObject({
      status: 'error',
      restarted: true,
      error: { message: 'The kernel ended unexpectedly: out of memory' },
    });
    expect(workers).toHaveLength(2);
  });
});
