// The figures as a table for people, or as JSON.
import os from 'node:os';

export const unit = 'ms';

/** Design: name, unit, ours, peers, limit. Where a row has no limit it is null. */
export function asJson(rows) {
  const rounded = (value) => (value === null ? null : Number(value.toPrecision(4)));
  return rows.map(({ name, ours, limit }) => ({ name, unit, ours: rounded(ours), peers: {}, limit: rounded(limit) }));
}

/** `versions`: lines that name compilers and browsers. */
export function asTable(rows, versions) {
  const cells = rows.map((row) => [
    row.name,
    digits(row.ours),
    `±${Math.round((100 * row.spread) / row.ours)} %`,
    digits(row.limit),
    row.ratio === null ? '' : row.ratio.toFixed(2) + (row.ratioSpread ? ` ±${row.ratioSpread.toFixed(2)}` : ''),
    row.rate ? `${row.rate.value.toFixed(1)} ${row.rate.unit}` : '',
  ]);
  const head = ['row', `ours ${unit}`, 'spread', `limit ${unit}`, 'ours/limit', 'rate'];
  const widths = head.map((_, column) => Math.max(...[head, ...cells].map((line) => line[column].length)));
  const padded = (text, i) => (i === 0 ? text.padEnd(widths[i]) : text.padStart(widths[i]));
  const format = (line) => line.map(padded).join('  ').trimEnd();
  return [machine(), ...versions, '', format(head), ...cells.map(format), '', explanation].join('\n');
}

function digits(value) {
  return value === null ? '' : value.toPrecision(3);
}

function machine() {
  const cpus = os.cpus();
  const load = os.loadavg()[0];
  const busy = load > cpus.length / 2 ? ', busy with other things: read the ratios, not the times' : '';
  return `${cpus[0].model.trim()}, ${cpus.length} cores, ${os.type()} ${os.release()}, load ${load.toFixed(1)}${busy}`;
}

const explanation = `Times are medians, lower is better; spread is half the distance between the quartiles.
The limit is the same step fused by hand, without a graph (cpp/bench/limit.hpp). ours/limit: in Node and Chromium the
median over rounds that alternate both, natively the ratio of the medians of CPU times.
Norm rows: forward and backward; GB/s counts each matrix that a pass reads or writes once.`;
