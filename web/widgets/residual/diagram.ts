/** @file A block as a picture: the stream, the branch, and the norm, which can be dragged to its other places. */
import { html, nothing, svg, type TemplateResult } from 'lit';
import { type Place, placeNames } from './run.js';

type Slot = Exclude<Place, 'hyper'>;

const [width, height] = [320, 116];
const [streamY, branchY] = [30, 84];
/** Middle of the norm's box: in the branch, on the stream after the sum, beside the block. */
const slots: Record<Slot, [x: number, y: number]> = { pre: [92, branchY], post: [262, streamY], none: [290, branchY] };
const box = { width: 56, height: 28 };

/** Follows the pointer while the box is dragged. */
export interface Drag {
  x: number;
  y: number;
}

/** @param drag where the box is held, if it is @param moved where it goes; null when it is let go */
export function diagram(
  name: string,
  place: Place,
  drag: Drag | null,
  canMove: boolean,
  moved: (to: Drag | null, dropped: Place | null) => void,
): TemplateResult {
  const slot: Slot = place === 'hyper' ? 'pre' : place;
  const [x, y] = drag ? [drag.x, drag.y] : slots[slot];
  const pointAt = (event: PointerEvent): Drag => {
    const frame = (event.currentTarget as Element).closest('svg')!.getBoundingClientRect();
    return { x: ((event.clientX - frame.left) / frame.width) * width, y: ((event.clientY - frame.top) / frame.height) * height };
  };
  const take = (event: PointerEvent): void => {
    if (!canMove) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    moved(pointAt(event), null);
  };
  const drop = (event: PointerEvent): void => {
    if (!drag) return;
    const to = nearest(pointAt(event));
    moved(null, to === 'pre' && place === 'hyper' ? 'hyper' : to);
  };
  return html`<svg
    class="diagram"
    part="diagram"
    viewBox=${`0 0 ${width} ${height}`}
    role="img"
    aria-label=${`A block of ${name}: ${sayings[place]}`}
  >
    ${place === 'hyper' ? [-8, -4, 4].map((by) => svg`<path class="extra" d=${`M8,${streamY + by}H${width - 8}`}></path>`) : nothing}
    <path d=${`M8,${streamY}H${width - 8}M40,${streamY}V${branchY}H206V${streamY + 10}`}></path>
    <path class="tip" d=${`M201,${streamY + 18}L206,${streamY + 10}L211,${streamY + 18}M${width - 16},${streamY - 5}L${width - 8},${streamY}L${width - 16},${streamY + 5}`}></path>
    <circle cx="206" cy=${streamY} r="10"></circle>
    <path d=${`M201,${streamY}H211M206,${streamY - 5}V${streamY + 5}`}></path>
    ${boxAt(164, branchY, 'f', 'layer')}
    ${canMove
      ? Object.entries(slots).map(([, [slotX, slotY]]) =>
          svg`<rect class="slot" x=${slotX - box.width / 2} y=${slotY - box.height / 2} width=${box.width} height=${box.height} rx="4"></rect>`,
        )
      : nothing}
    <g
      class=${`norm ${canMove ? 'can-move' : ''} ${place === 'none' && !drag ? 'is-out' : ''}`}
      @pointerdown=${take}
      @pointermove=${(event: PointerEvent) => drag && moved(pointAt(event), null)}
      @pointerup=${drop}
      @pointercancel=${() => moved(null, null)}
    >
      ${boxAt(x, y, 'norm', 'norm-box')}
    </g>
  </svg>`;
}

const sayings: Record<Place, string> = {
  pre: `${placeNames.pre}, the norm is inside the branch`,
  post: `${placeNames.post}, the norm is on the stream, after the addition`,
  none: 'the norm is left out',
  hyper: 'pre-norm with four streams instead of one',
};

function boxAt(x: number, y: number, text: string, kind: string): unknown {
  return svg`<rect class=${kind} x=${x - box.width / 2} y=${y - box.height / 2} width=${box.width} height=${box.height} rx="4"></rect>
    <text x=${x} y=${y + 5}>${text}</text>`;
}

function nearest({ x, y }: Drag): Slot {
  const distance = ([slotX, slotY]: [number, number]): number => Math.hypot(slotX - x, slotY - y);
  return (Object.keys(slots) as Slot[]).reduce((best, slot) => (distance(slots[slot]) < distance(slots[best]) ? slot : best));
}
