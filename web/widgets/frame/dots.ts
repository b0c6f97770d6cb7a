/** @file Values as dots on a line with its zero; and where they were before, as rings. */
import { html, svg, type TemplateResult } from 'lit';

const height = 22;
const margin = 8;

export function dots(
  values: readonly number[],
  [low, high]: [number, number],
  before: readonly number[] = [],
  width = 190,
): TemplateResult {
  const place = (value: number): number => margin + ((value - low) / (high - low || 1)) * (width - 2 * margin);
  const middle = height / 2;
  const finite = (list: readonly number[]): number[] => list.filter(Number.isFinite);
  return html`<svg class="dots" viewBox=${`0 0 ${width} ${height}`} width=${width} height=${height} aria-hidden="true">
    <line x1=${margin} x2=${width - margin} y1=${middle} y2=${middle}></line>
    <line class="zero" x1=${place(0)} x2=${place(0)} y1="3" y2=${height - 3}></line>
    ${finite(before).map((value) => svg`<circle class="was" cx=${place(value)} cy=${middle} r="4.5"></circle>`)}
    ${finite(values).map((value) => svg`<circle cx=${place(value)} cy=${middle} r="4.5"></circle>`)}
  </svg>`;
}
