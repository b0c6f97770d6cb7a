/** @file The bench page: the latest committed figures, how they were measured, and the same measurement here. */
import { chartMarkup } from '../../charts/chart.js';
import { html, type Markup, scrollable, toHtml } from '../../charts/markup.js';
import { highlightLines } from '../highlight.js';
import { untilScript } from '../until-script.js';
import { benchCell } from './bench-cell.js';
import { benchCharts, type BenchFigures, type BenchRow, type BenchValue } from './bench-figures.js';
import { dataBlock, type PageAssets, pageHtml } from './shell.js';

const method = [
  'Every side is warmed up; then all sides of a row take turns in short rounds, forwards and backwards, so that a ' +
    'slow moment of the machine meets them all. Figures are medians over the rounds.',
  'The step is the digits lesson’s: batch 64, eight times Linear, norm and tanh, a last Linear, cross entropy, SGD. ' +
    'The limit is the same step fused by hand, without a graph. Peers run the same network from the same weights on ' +
    'one thread, and their first five losses are checked against Normlab’s before anything is timed.',
  'A norm must move five matrices: forward reads x and writes y, backward reads the gradient and x and writes the ' +
    'gradient of x. Beside it stands the bandwidth at which the same memory is copied in the same rounds.',
];
const here =
  'The same step and the same layers, in this browser: about half a minute, in a worker beside the page. For steady ' +
  'figures leave the machine alone meanwhile.';

export function benchPageHtml(figures: BenchFigures, assets: PageAssets): string {
  const charts = benchCharts(figures);
  const main = html(
    'main',
    { class: 'page bench' },
    html(
      'header',
      { class: 'title-block' },
      html('h1', {}, 'How fast it is'),
      html(
        'p',
        { class: 'summary' },
        'One training step of the digits lesson, the norms alone, and how the cost grows.',
      ),
      html('p', { class: 'facts' }, `Measured on ${figures.date}. ${figures.machine}. ${figures.versions.join('; ')}.`),
    ),
    ...charts.map((chart) => html('section', { class: 'wide bench-figure' }, chartMarkup(chart))),
    html('h2', { id: 'here' }, 'On this machine'),
    html('p', {}, here),
    html(
      'div',
      { class: 'bench-bar needs-script' },
      html('button', { type: 'button', class: 'primary', 'data-action': 'runHere', ...untilScript }, 'Run it here'),
      html('button', { type: 'button', 'data-action': 'stopHere', ...untilScript }, 'Stop'),
      html('span', { class: 'bench-words', role: 'status' }, ''),
    ),
    html('p', { class: 'facts without-script' }, 'JavaScript is off: nothing can be measured here.'),
    html('div', { class: 'cell-output wide', 'data-outputs': '' }),
    html(
      'details',
      { class: 'bench-details' },
      html('summary', {}, 'The code that runs'),
      html('pre', { class: 'code', tabindex: 0, 'aria-label': 'Code' }, html('code', {}, ...highlightLines(benchCell))),
    ),
    html('h2', { id: 'method' }, 'Method'),
    ...method.map((text) => html('p', {}, text)),
    html('p', {}, html('code', {}, 'npm run bench'), ' in a clone of the project measures all of it anew.'),
    html('h2', { id: 'rows' }, 'All rows'),
    rowsMarkup(figures.rows),
  );
  return pageHtml(
    {
      title: 'How fast it is · Normlab',
      description: 'Training steps and norms beside a hand-fused limit, PyTorch, jax-js and TensorFlow.js.',
      main: `${toHtml(main)}\n${dataBlock('chart-stills', [charts])}`,
    },
    assets,
    'bench.html',
  );
}

function rowsMarkup(rows: BenchRow[]): Markup {
  const peers = [...new Set(rows.flatMap((row) => Object.keys(row.peers)))];
  const columns = ['row', 'unit', 'Normlab', 'quartiles', 'limit', ...peers];
  const cell = (value: BenchValue | null | undefined): Markup => html('td', {}, value ? digits(value.value) : '');
  return scrollable(
    'All rows',
    html(
      'table',
      { class: 'bench-rows' },
      html('thead', {}, html('tr', {}, ...columns.map((name) => html('th', { scope: 'col' }, name)))),
      html(
        'tbody',
        {},
        ...rows.map((row) =>
          html(
            'tr',
            {},
            html('th', { scope: 'row' }, row.name),
            html('td', {}, row.unit),
            cell(row.ours),
            html('td', {}, row.ours.low === undefined ? '' : `${digits(row.ours.low)} to ${digits(row.ours.high!)}`),
            cell(row.limit),
            ...peers.map((peer) => cell(row.peers[peer])),
          ),
        ),
      ),
    ),
  );
}

function digits(value: number): string {
  return value >= 1000 ? value.toFixed(0) : value.toPrecision(3);
}
