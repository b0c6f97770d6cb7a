/** @file The time in which Python starts is none of the cell's: `--timeout` begins after it. */
import { beforeEach, expect, it, vi } from 'vitest';
import { useCommand } from './use-command.js';

const events: string[] = [];
const { file, normlab } = useCommand();
const running = (what: string | null): void => void events.push(what === null ? 'ends' : 'runs');

vi.mock('../../web/python/node.js', () => ({
  pythonInNode: {
    loadPyodide: async () => {
      events.push('starts');
      return {
        registerJsModule: () => {},
        FS: { mkdirTree: () => {}, writeFile: () => {} },
        runPython: () => {},
        pyimport: () => ({ run: () => JSON.stringify({ names: null, value: null, error: null }) }),
      };
    },
    readLibrary: async () => ({}),
  },
}));
vi.mock('../../web/python/bridge.js', () => ({ createBridge: () => ({}), prepareBridge: async () => {} }));
beforeEach(() => void (events.length = 0));

it('of a file', async () => {
  expect((await normlab(['run', file('one.py', '1'), '--timeout', '9'], { running })).code).toBe(0);
  expect(events).toEqual(['starts', 'runs', 'ends']);
});

it('of a lesson, whose JavaScript cells do not wait for it', async () => {
  const lesson = '# One\n\n```js\n1\n```\n\n```python\n1\n```\n\n```python\n2\n```\n';
  expect((await normlab(['run', file('one.md', lesson), '--timeout', '9'], { running })).code).toBe(0);
  expect(events).toEqual(['runs', 'ends', 'starts', 'runs', 'ends', 'runs', 'ends']);
});
