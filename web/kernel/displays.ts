/** @file What a cell can show besides text and charts: values, tensors, tables and progress. */
import { formatValue } from './format.js';
import type { Output } from './protocol.js';

/** Where a run's outputs go. */
export interface Sink {
  output(output: Output): void;
  /** A display that changes; `snapshot` is called when it is time to show it again. */
  live(id: string, snapshot: () => Output): void;
}

/** Elements of a tensor that are sent to the page; of a larger one only the text is. */
const maxTensorValues = 10_000;
const maxTableRows = 1000;

export interface TensorLike {
  shape: readonly number[];
  dtype: string;
  data: unknown;
}

/** A value as an output. */
export function toOutput(value: unknown): Output {
  return isTensor(value) ? tensorOutput(value) : { kind: 'value', text: formatValue(value) };
}

/** Objects that have shown themselves and are not shown again as the value of a cell. */
const shown = new WeakSet<object>();

export function markShown(value: object): void {
  shown.add(value);
}

export function isShown(value: unknown): boolean {
  return typeof value === 'object' && value !== null && shown.has(value);
}

export function isTensor(value: unknown): value is TensorLike {
  if (typeof value !== 'object' || value === null) return false;
  const { shape, dtype, data } = value as Partial<TensorLike>;
  return Array.isArray(shape) && typeof dtype === 'string' && data !== undefined && !ArrayBuffer.isView(value);
}

function tensorOutput(tensor: TensorLike): Output {
  const shape = [...tensor.shape];
  const count = shape.reduce((product, size) => product * size, 1);
  const values = count <= maxTensorValues ? tensorValues(tensor) : null;
  return { kind: 'tensor', text: String(tensor), dtype: tensor.dtype, shape, values };
}

/** The elements of a tensor, row by row. */
export function tensorValues(tensor: TensorLike): number[] {
  const data: unknown = typeof tensor.data === 'function' ? (tensor.data as () => unknown)() : tensor.data;
  return Array.from(data as ArrayLike<number | bigint>, Number);
}

/** A number, also one in a tensor of one element. */
export function toNumber(value: unknown, what: string): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (isTensor(value) && typeof (value as { item?: unknown }).item === 'function') {
    return toNumber((value as unknown as { item(): unknown }).item(), what);
  }
  throw new TypeError(`${what} to be a number, got ${formatValue(value)}`);
}

export function toText(value: unknown, what: string): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`${what} to be a string, got ${formatValue(value)}`);
}

/** `table(['norm', 'loss'], [['none', 2.301], …])`: a table with a heading for each column. */
export function tableOutput(columns: unknown, rows: unknown): Output {
  if (!Array.isArray(columns))
    throw new TypeError(`[table] expected an array of column names, got ${formatValue(columns)}`);
  if (!Array.isArray(rows)) throw new TypeError(`[table] expected an array of rows, got ${formatValue(rows)}`);
  const cells = rows.slice(0, maxTableRows).map((row: unknown, index) => {
    if (!Array.isArray(row) || row.length !== columns.length) {
      const got = Array.isArray(row) ? `${row.length}` : formatValue(row);
      throw new TypeError(`[table] expected row ${index} to have ${columns.length} values, one a column, got ${got}`);
    }
    return row.map(toTableCell);
  });
  if (rows.length > maxTableRows)
    cells.push(columns.map((_, i) => (i === 0 ? `… ${rows.length - maxTableRows} rows skipped` : '')));
  return {
    kind: 'table',
    columns: columns.map((column) => toText(column, '[table] expected a column name')),
    rows: cells,
  };
}

function toTableCell(value: unknown): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value;
  return isTensor(value) && value.shape.length === 0 ? toNumber(value, '[table] expected a cell') : formatValue(value);
}

/** `progress(label, total)`: a bar that `update(done, note)` moves. */
export class LiveProgress {
  private readonly label: string;
  private readonly total: number;
  private readonly started: number;
  private done = 0;
  private note = '';

  constructor(
    label: unknown,
    total: unknown,
    private readonly id: string,
    private readonly sink: Sink,
    private readonly now: () => number,
  ) {
    this.label = toText(label, '[progress] expected the label');
    this.total = toNumber(total, '[progress] expected the total');
    this.started = now();
    markShown(this);
    this.show();
  }

  update(done: unknown, note: unknown = ''): void {
    this.done = toNumber(done, '[progress] expected done');
    this.note = toText(note, '[progress] expected the note');
    this.show();
  }

  toString(): string {
    return `progress '${this.label}': ${this.done} of ${this.total}`;
  }

  private show(): void {
    // Read now and not in the snapshot: the time left is that of the last update.
    const secondsLeft = this.secondsLeft();
    const { id, label, done, total, note } = this;
    this.sink.live(id, () => ({ kind: 'progress', id, label, done, total, note, secondsLeft }));
  }

  private secondsLeft(): number | null {
    if (this.done >= this.total) return 0;
    const seconds = (this.now() - this.started) / 1000;
    return this.done > 0 && seconds > 0 ? (seconds * (this.total - this.done)) / this.done : null;
  }
}
