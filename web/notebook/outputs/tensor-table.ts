/** @file A tensor as a table of numbers, tinted by sign and size; of a large one the edges, with a word on the rest. */
import { html, type Markup, scrollable } from '../../charts/markup.js';
import type { Output } from '../../kernel/protocol.js';

type Tensor = Extract<Output, { kind: 'tensor' }>;

/** Longest side shown whole; beyond it only `edge` entries at either end. */
const whole = { rows: 12, columns: 10 };
const edge = { rows: 5, columns: 4 };
/** Slices of a tensor with more than two dimensions that are shown before the rest is left to the text. */
const maxSlices = 4;
const tintSteps = 6;

export function tensorMarkup(tensor: Tensor): Markup {
  const { shape, dtype, values } = tensor;
  if (values === null || shape.length === 0 || values.length === 0) {
    return html('pre', { class: 'output-text' }, tensor.text);
  }
  const columns = shape.at(-1)!;
  const rows = shape.length > 1 ? shape.at(-2)! : 1;
  const sliceCount = values.length / (rows * columns);
  const write = numberWriter(values);
  const tint = dtype.startsWith('float') ? tintOf(values) : () => null;
  const slices = Array.from({ length: Math.min(sliceCount, maxSlices) }, (_, i) =>
    scrollable(
      sliceCount > 1 ? `Slice ${sliceName(i, shape)}` : 'Tensor',
      sliceCount > 1 && html('p', { class: 'tensor-caption' }, sliceName(i, shape)),
      sliceTable(
        values.slice(i * rows * columns, (i + 1) * rows * columns),
        rows,
        columns,
        shape.length > 1,
        write,
        tint,
      ),
    ),
  );
  return html(
    'div',
    { class: 'tensor' },
    html('p', { class: 'tensor-caption' }, caption(tensor, values, write)),
    ...slices,
    sliceCount > maxSlices && html('p', { class: 'tensor-caption' }, `and ${sliceCount - maxSlices} more slices`),
    html('details', {}, html('summary', {}, 'As text'), html('pre', { class: 'output-text' }, tensor.text)),
  );
}

function sliceTable(
  values: number[],
  rows: number,
  columns: number,
  numberRows: boolean,
  write: (value: number) => string,
  tint: (value: number) => string | null,
): Markup {
  const shownRows = shownIndices(rows, whole.rows, edge.rows);
  const shownColumns = shownIndices(columns, whole.columns, edge.columns);
  const cell = (row: number, column: number): Markup => {
    const value = values[row * columns + column];
    return html('td', { class: Number.isFinite(value) ? tint(value) : 'not-finite' }, write(value));
  };
  return html(
    'table',
    { class: 'tensor-table' },
    html(
      'thead',
      {},
      html(
        'tr',
        {},
        numberRows && html('td', {}),
        ...shownColumns.map((column) =>
          column === null ? html('td', { class: 'skipped' }, '…') : html('th', { scope: 'col' }, String(column)),
        ),
      ),
    ),
    html(
      'tbody',
      {},
      ...shownRows.map((row) =>
        html(
          'tr',
          {},
          numberRows &&
            (row === null ? html('td', { class: 'skipped' }, '⋮') : html('th', { scope: 'row' }, String(row))),
          ...shownColumns.map((column) =>
            row === null || column === null
              ? html('td', { class: 'skipped' }, row === null ? '⋮' : '…')
              : cell(row, column),
          ),
        ),
      ),
    ),
  );
}

/** 0 … n−1, or both ends with a null between them. */
function shownIndices(count: number, most: number, ends: number): (number | null)[] {
  if (count <= most) return Array.from({ length: count }, (_, i) => i);
  const head = Array.from({ length: ends }, (_, i) => i);
  return [...head, null, ...head.map((i) => count - ends + i)];
}

function caption({ shape, dtype }: Tensor, values: number[], write: (value: number) => string): string {
  const size = `${dtype}, ${shape.join(' × ')}`;
  const finite = values.filter(Number.isFinite);
  const lost = values.length - finite.length;
  const notFinite = lost > 0 ? `, ${lost} not finite` : '';
  if (finite.length <= whole.columns || dtype === 'bool') return size + notFinite;
  const mean = finite.reduce((sum, value) => sum + value, 0) / finite.length;
  const [low, high] = finite.reduce(([a, b], value) => [Math.min(a, value), Math.max(b, value)], [Infinity, -Infinity]);
  const meanText = mean.toPrecision(4).replace('-', '−');
  return `${size}; least ${write(low)}, mean ${meanText}, greatest ${write(high)}${notFinite}`;
}

/** Writes all numbers with the same decimals, so that right-aligned columns align on the point. */
function numberWriter(values: number[]): (value: number) => string {
  const finite = values.filter(Number.isFinite);
  const sizes = finite.filter((value) => value !== 0).map(Math.abs);
  const largest = sizes.reduce((a, b) => Math.max(a, b), 0);
  const least = sizes.reduce((a, b) => Math.min(a, b), Infinity);
  const write =
    finite.every(Number.isInteger) && largest < 1e9
      ? (value: number) => String(value)
      : largest >= 1e6 || (largest > 0 && largest < 1e-3) || least < 1e-7
        ? (value: number) => value.toExponential(3)
        : (value: number) => value.toFixed(largest >= 1000 ? 2 : 4);
  return (value) => (Number.isFinite(value) ? write(value) : String(value)).replace('-', '−');
}

/** Tint class by value over the largest size: `tint-n6` … `tint-0` … `tint-p6`. */
function tintOf(values: number[]): (value: number) => string {
  const largest = values.filter(Number.isFinite).reduce((a, b) => Math.max(a, Math.abs(b)), 0);
  return (value) => {
    const step = largest > 0 ? Math.round((value / largest) * tintSteps) : 0;
    return step === 0 ? 'tint-0' : `tint-${step < 0 ? 'n' : 'p'}${Math.abs(step)}`;
  };
}

function sliceName(index: number, shape: number[]): string {
  const outer = shape.slice(0, -2);
  const position = outer.map((_, axis) => {
    const below = outer.slice(axis + 1).reduce((product, size) => product * size, 1);
    return Math.floor(index / below) % outer[axis];
  });
  return `[${position.join(', ')}, :, :]`;
}
