/** @file The `console` of a cell: what it prints is an output of the run. */
import { tableOutput } from './displays.js';
import { formatLog, formatValue } from './format.js';
import type { Output } from './protocol.js';

type Stream = 'stdout' | 'stderr';

/** @param show where outputs go at the time of the call */
export function cellConsole(
  show: (output: Output) => void,
  now: () => number,
): Record<string, (...values: unknown[]) => void> {
  let indent = '';
  const counts = new Map<string, number>();
  const timers = new Map<string, number>();
  const print = (stream: Stream, text: string): void => {
    show({ kind: 'text', stream, text: `${indent}${indent ? text.replaceAll('\n', `\n${indent}`) : text}\n` });
  };
  const log = (...values: unknown[]): void => print('stdout', formatLog(values));
  const warn = (...values: unknown[]): void => print('stderr', formatLog(values));
  const elapsed = (label: unknown, ...values: unknown[]): void => {
    const started = timers.get(String(label ?? 'default'));
    const time = started === undefined ? 'no such timer' : `${(now() - started).toFixed(1)} ms`;
    warn(`${String(label ?? 'default')}: ${time}`, ...values);
  };
  const group = (...values: unknown[]): void => {
    if (values.length > 0) log(...values);
    indent += '  ';
  };
  return {
    log,
    info: log,
    debug: log,
    warn,
    error: warn,
    trace: (...values) => warn(...(values.length > 0 ? values : ['trace'])),
    dir: (value) => print('stdout', formatValue(value)),
    assert: (condition, ...values) => {
      if (!condition) warn('Assertion failed:', ...(values.length > 0 ? values : ['no reason given']));
    },
    table: (value) => show(tableOf(value)),
    group,
    groupCollapsed: group,
    groupEnd: () => {
      indent = indent.slice(2);
    },
    count: (label = 'default') => {
      const count = (counts.get(String(label)) ?? 0) + 1;
      counts.set(String(label), count);
      log(`${String(label)}: ${count}`);
    },
    countReset: (label = 'default') => {
      counts.delete(String(label));
    },
    // Times differ from run to run and are no part of a stored output: they go to the other stream.
    time: (label = 'default') => {
      timers.set(String(label), now());
    },
    timeLog: elapsed,
    timeEnd: (label) => {
      elapsed(label);
      timers.delete(String(label ?? 'default'));
    },
    clear: () => {},
  };
}

/** Rows that are arrays or objects, as `console.table` takes them; anything else as it is logged. */
function tableOf(value: unknown): Output {
  if (!Array.isArray(value) || value.length === 0 || value.some((row) => typeof row !== 'object' || row === null)) {
    return { kind: 'text', stream: 'stdout', text: `${formatValue(value)}\n` };
  }
  const rows = value as Record<string, unknown>[];
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return tableOutput(
    columns,
    rows.map((row) => columns.map((column) => row[column] ?? '')),
  );
}
