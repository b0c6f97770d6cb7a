/** @file What the command's watcher says of a cell that does not end, and when it ends it. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchOver } from '../../web/cli/watch.js';

let said = '';
const codes: number[] = [];
const watch = watchOver({ stderr: (text) => void (said += text), exit: (code) => void codes.push(code) });

beforeEach(() => {
  said = '';
  codes.length = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it('names what takes long, once', () => {
  watch({ what: 'a.md:3: cell 1', timeout: null });
  vi.advanceTimersByTime(9000);
  watch({ what: 'a.md:9: cell 2', timeout: null });
  vi.advanceTimersByTime(9000);
  expect(said).toBe('');
  vi.advanceTimersByTime(60_000);
  expect(said).toBe('a.md:9: cell 2 is still running; Ctrl-C ends it, --timeout SECONDS would, too\n');
  watch({ what: null, timeout: null });
  expect(vi.getTimerCount()).toBe(0);
  expect(codes).toEqual([]);
});

it('ends with 1 after the time that a cell may take', () => {
  watch({ what: 'a.md:3: cell 1', timeout: 0.5 });
  vi.advanceTimersByTime(499);
  expect(said).toBe('');
  vi.advanceTimersByTime(1);
  expect(said).toBe('a.md:3: cell 1 did not end within 0.5 s, so nothing after it was run or stored\n');
  expect(codes).toEqual([1]);
});
