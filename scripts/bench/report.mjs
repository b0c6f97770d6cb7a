// The figures as a table for people, as JSON, and as the file that the site's page shows.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../steps.mjs';

const figures = path.join('web', 'bench', 'figures.json');

/** name, unit, ours, peers, limit: a peer that was not measured is left out, a limit that there is not is null. */
export function asJson(rows) {
  return rows.map(({ name, unit, ours, peers, limit }) => ({
    name,
    unit,
    ours: rounded(ours.value),
    peers: Object.fromEntries(Object.entries(peers).map(([peer, { value }]) => [peer, rounded(value)])),
    limit: limit ? rounded(limit.value) : null,
  }));
}

/** Writes web/bench/figures.json and gives its path. */
export function save(rows, versions) {
  const round = (_, part) => (typeof part === 'number' ? rounded(part) : part);
  const roundedRows = JSON.parse(JSON.stringify(rows), round);
  const text = { date: new Date().toISOString().slice(0, 10), machine: machine(), versions, rows: roundedRows };
  fs.mkdirSync(path.dirname(path.join(root, figures)), { recursive: true });
  fs.writeFileSync(path.join(root, figures), `${JSON.stringify(text, null, 1)}\n`);
  return figures;
}

/** `versions`: lines that name compilers, browsers and libraries. */
export function asTable(rows, versions) {
  const peers = [...new Set(rows.flatMap((row) => Object.keys(row.peers)))];
  const head = ['row', 'ours', 'unit', 'quartiles', 'limit', 'ours/limit', 'quartiles', 'rate', ...peers];
  const lines = rows.map((row) => [
    row.name,
    digits(row.ours.value),
    row.unit,
    range(row.ours),
    row.limit ? digits(row.limit.value) : '',
    row.limit ? ratioOf(row).toFixed(2) : '',
    row.limit?.ratio ? range(row.limit.ratio) : '',
    row.rate ? `${digits(row.rate.ours)} of ${digits(row.rate.limit)} ${row.rate.unit}` : '',
    ...peers.map((peer) => against(row.peers[peer])),
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...lines].map((line) => line[column].length)));
  const padded = (text, i) => (i === 0 ? text.padEnd(widths[i]) : text.padStart(widths[i]));
  const format = (line) => line.map(padded).join('  ').trimEnd();
  return [machine(), ...versions, '', format(head), ...lines.map(format), '', method, ''].join('\n');
}

function ratioOf({ ours, limit }) {
  return limit.ratio?.value ?? ours.value / limit.value;
}

// "5.60 (9.3x)": the peer's time, and how many times ours that is.
function against(peer) {
  return peer ? `${digits(peer.value)} (${digits(1 / peer.ratio.value)}x)` : '';
}

function digits(value) {
  return value >= 1000 ? value.toFixed(0) : value.toPrecision(3);
}

function range({ low, high }) {
  return low === undefined ? '' : `${digits(low)}..${digits(high)}`;
}

function rounded(value) {
  return Number(value.toPrecision(4));
}

export function machine() {
  const cpus = os.cpus();
  const load = os.loadavg()[0];
  const busy = load > 1.5 * cpus.length ? ', busy with other things: read the ratios, not the times' : '';
  return `${cpus[0].model.trim()}, ${cpus.length} cores, ${os.type()} ${os.release()}, load ${load.toFixed(1)}${busy}`;
}

const method = `\
Every side is warmed up; then all sides of a row take turns in short rounds, forwards and backwards, so that a slow
moment of the machine meets them all. Figures are medians over the rounds, with the quartiles; ratios are medians of
the ratios within a round. Where no unit says otherwise lower is better. Native times and PyTorch's are those of the
processor, the others those of the clock.
step: one training step on 64 digits, 8 x [Linear 64 to 64, norm, tanh], Linear 64 to 10, cross entropy, SGD. The
limit is the same step fused by hand, without a graph (cpp/bench/limit.hpp). Peers run the same network on one thread
from the same weights; their first five losses are checked against ours. A peer's (9.3x) is how many times ours it
takes. The peers in Chromium keep no running statistics for BatchNorm, which spares them a little.
encoder: one training step of a transformer of 6 pre-norm blocks, 64 features, 4 heads, 16 x 64 tokens, causal, Adam, with
the same checks. Node's is of the processor, too.
norm: a fused kernel forward and backward. The least that must move is five matrices: forward reads x and writes y,
backward reads dy and x and writes dx. The limit is the time in which as many bytes are copied in the same memory.
gemm: the limit is the multiply-add peak of four lanes, without memory.
growth: the step with LayerNorm in Chromium while one size doubles four times; the exponent of a power law through the
times, beside that of the matrix products' operations. What does not grow with the size makes it smaller. steps: the
mean over the first and the last tenth of a run of 10,000 steps (2,000 with --quick).
start: from pressing Run to the first cell's result, nothing in the cache, over all lessons. size: gzip, 1 kB = 1000
bytes; a page before anybody touches it. Their limits are the budgets.`;
