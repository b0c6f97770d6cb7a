/** @file Stopping and restarting a kernel over its protocol. */
import { describe, expect, it } from 'vitest';
import { Kernel } from '../../web/kernel/client.js';
import { plainText } from '../../web/kernel/plain-text.js';
import type { Output } from '../../web/kernel/protocol.js';
import { serveKernel } from '../../web/kernel/server.js';
import { bench, FakeWorker, kernels, load, ready } from './fake-kernel.js';

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
