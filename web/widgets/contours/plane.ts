/** @file A bowl seen from above: ellipses of equal loss, the way down, and a start that can be dragged. */
import { html, nothing, svg, type TemplateResult } from 'lit';
import { fixed } from '../frame/numbers.js';
import type { Bowl } from './model.js';

export const size = 320;
/** Half of the side of what is shown. */
export const reach = 4.4;

const scale = size / (2 * reach);
/** Loss of the drawn lines, as parts of the loss at distance 4 in the steepest direction. */
const levels = [1, 0.7, 0.45, 0.26, 0.12, 0.04, 0.01];

export function planeX(x: number): number {
  return (x + reach) * scale;
}
export function planeY(y: number): number {
  return (reach - y) * scale;
}

/** The start is a handle where `canDrag`. */
export function plane(
  label: string,
  bowl: Bowl,
  canDrag: boolean,
  drag: (event: PointerEvent) => void,
  key: (event: KeyboardEvent) => void,
): TemplateResult {
  const { path } = bowl;
  const places = path.slice(0, 200).map(([x, y]) => [clamp(planeX(x)), clamp(planeY(y))]);
  const [sx, sy] = path[0];
  return html`<svg
    class="plane"
    viewBox=${`0 0 ${size} ${size}`}
    tabindex=${canDrag ? 0 : nothing}
    role=${canDrag ? 'slider' : 'img'}
    aria-label=${canDrag ? `${label}: start; arrow keys move it` : label}
    aria-valuenow=${canDrag ? sx : nothing}
    aria-valuetext=${canDrag ? `${fixed(sx, 1)}, ${fixed(sy, 1)}` : nothing}
    @pointerdown=${canDrag ? drag : nothing}
    @pointermove=${canDrag ? drag : nothing}
    @keydown=${canDrag ? key : nothing}
  >
    ${ellipses(bowl)}
    <path class="way" d=${`M${places.map((place) => place.join()).join('L')}`}></path>
    ${places.slice(1, 80).map(([x, y]) => svg`<circle class="dot" cx=${x} cy=${y} r="2.2"></circle>`)}
    <path class="least" d=${`M${size / 2 - 5},${size / 2}h10M${size / 2},${size / 2 - 5}v10`}></path>
    <circle class="start" cx=${places[0][0]} cy=${places[0][1]} r="7"></circle>
  </svg>`;
}

function ellipses({ hessian: [a, b, c], eigenvalues: [steep, flat] }: Bowl): TemplateResult[] {
  const angle = (Math.atan2(2 * b, a - c) / 2) * (180 / Math.PI);
  return levels.map((part) => {
    const radius = (eigenvalue: number): number => Math.sqrt((part * 16 * steep) / eigenvalue) * scale;
    return svg`<ellipse class="level" cx=${size / 2} cy=${size / 2} rx=${radius(steep)} ry=${radius(flat)}
      transform=${`rotate(${-angle} ${size / 2} ${size / 2})`}></ellipse>` as TemplateResult;
  });
}

function clamp(value: number): number {
  return Math.round(Math.max(-1e4, Math.min(1e4, value)) * 10) / 10;
}
