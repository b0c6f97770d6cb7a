/** @file Small pictures of all lanes side by side: one ridge per layer, on one axis. */
import { html, svg, type TemplateResult } from 'lit';
import { seriesColors } from '../../charts/series-colors.js';
import { withPower } from '../../charts/words.js';
import { fixed } from '../frame/numbers.js';
import { type Frame, type LaneResult, type LayerFrame, type Spread } from './model.js';

const width = 160;
const rowHeight = 15;

export interface RidgeKind {
  title: string;
  of: (layer: LayerFrame) => Spread;
  /** At the left end, in the middle, at the right end. */
  axis: [string, string, string];
}

export const activations: RidgeKind = {
  title: 'Activations of each layer, first at the top',
  of: (layer) => layer.activations,
  axis: ['−1', '0', '1'],
};
export const gradients: RidgeKind = {
  title: 'Size of their gradients, |g|, on a log axis',
  of: (layer) => layer.gradients,
  axis: ['10⁻¹⁰', '10⁻⁵', '1'],
};

export function ridges(kind: RidgeKind, lanes: readonly LaneResult[], { lanes: frame }: Frame): TemplateResult {
  const colors = seriesColors(lanes.map(({ name }) => name));
  const most = Math.max(1, ...frame.map((layers) => layers.length));
  const height = most * rowHeight + 10;
  return html`<div class="ridges" part="ridges">
    <p class="heading">${kind.title}</p>
    <div class="ridge-lanes">
      ${lanes.map(
        ({ name, broken }, i) =>
          html`<div class=${`ridge-lane ${colors[i]}`}>
            <p class="ridge-name">${name}</p>
            <svg
              viewBox=${`0 0 ${width} ${height}`}
              preserveAspectRatio="none"
              role="img"
              aria-label=${`${name}, ${kind.title}: ${spreadWords(kind, frame[i] ?? [], broken)}`}
            >
              <line class="zero" x1=${width / 2} x2=${width / 2} y1="0" y2=${height}></line>
              ${(frame[i] ?? []).map((layer, row) => ridge(kind.of(layer), row))}
            </svg>
            <p class="ridge-axis" aria-hidden="true">${kind.axis.map((text) => html`<span>${text}</span>`)}</p>
            ${broken ? html`<p class="ridge-broken">NaN from step ${broken.step}, ${broken.layer}</p>` : ''}
          </div>`,
      )}
    </div>
  </div>`;
}

/** Each ridge reaches up to twice its row; the tallest bin of each fills it. */
function ridge({ counts }: Spread, row: number): TemplateResult {
  const base = (row + 1) * rowHeight + 8;
  const tallest = Math.max(1, ...counts);
  const step = width / counts.length;
  const points = counts.map((count, i) => {
    const top = base - (count / tallest) * (rowHeight + 5);
    return `${(i * step).toFixed(1)},${top.toFixed(1)}H${((i + 1) * step).toFixed(1)}`;
  });
  return svg`<g>
    <path class="ridge-fill" d=${`M0,${base}L${points.join('L')}V${base}Z`}></path>
    <path class="ridge-line" d=${`M0,${base}L${points.join('L')}V${base}`}></path>
  </g>` as TemplateResult;
}

function spreadWords(kind: RidgeKind, layers: LayerFrame[], broken: LaneResult['broken']): string {
  if (broken) return `NaN from step ${broken.step}`;
  if (layers.length === 0) return 'none';
  const std = (layer: LayerFrame): string => significant(kind.of(layer).std);
  return `standard deviation ${std(layers[0])} in the first layer, ${std(layers[layers.length - 1])} in the last`;
}

export function significant(value: number): string {
  return Math.abs(value) >= 0.01 || value === 0 ? fixed(value, 3) : withPower(value, 2);
}

/** The numbers behind the pictures. */
export function spreadTable(lanes: readonly LaneResult[], { lanes: frame }: Frame): TemplateResult {
  const most = Math.max(0, ...frame.map((layers) => layers.length));
  return html`<details class="numbers">
    <summary>Numbers per layer</summary>
    <div class="scroll" tabindex="0" role="group" aria-label="Standard deviations per layer">
      <table class="data-table">
        <caption>
          Standard deviation of the activations, and of their gradients
        </caption>
        <thead>
          <tr>
            <th scope="col">layer</th>
            ${lanes.map(
              ({ name }) =>
                html`<th scope="col">${name}</th>
                  <th scope="col">its gradients</th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${Array.from(
            { length: most },
            (_, row) =>
              html`<tr>
                <th scope="row">${row + 1}</th>
                ${frame.map((layers) => {
                  const layer = layers[row];
                  return layer
                    ? html`<td>${significant(layer.activations.std)}</td>
                        <td>${significant(layer.gradients.std)}</td>`
                    : html`<td></td>
                        <td></td>`;
                })}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}
