/** @file The kernel and its client over their protocol: loading, running, failing to start. */
import { describe, expect, it } from 'vitest';
import { Kernel } from '../../web/kernel/client.js';
import type { Output } from '../../web/kernel/protocol.js';
import { serveKernel } from '../../web/kernel/server.js';
import { bench, load, ready } from './fake-kernel.js';

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
    await expect.poll(() => kernel.state).toEqual({ name: 'idle' });
    expect(workers).toHaveLength(1);
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
    await expect.poll(text).toMatch(/late\n$/);
  });

  it('shows a chart of one cell that another extends', async () => {
    const { kernel } = bench();
    const first: Output[] = [];
    await kernel.run('const c = lineChart({ title: "c" })', (outputs) => first.push(...outputs));
    await kernel.run('c.push("a", 1, 2)', () => expect.unreachable());
    const chart = { kind: 'chart', chart: { series: [{ points: [[1, 2]] }] } };
    await expect.poll(() => first.at(-1)).toMatchObject(chart);
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
    await expect.poll(() => workers.length).toBe(1);
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
    await expect.poll(() => kernel.state.name).toBe('running');
    workers[0].emit('error', null, 'out of memory');
    expect(await running).toMatchObject({
      status: 'error',
      restarted: true,
      error: { message: 'The kernel ended unexpectedly: out of memory' },
    });
    expect(workers).toHaveLength(2);
  });
});
