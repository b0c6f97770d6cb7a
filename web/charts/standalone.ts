/** @file A chart as an SVG file that needs nothing else: its styles and light colours are in it. */
import { describe, kindOf, titleOf } from './chart.js';
import { svg, toHtml } from './markup.js';
import pictureStyles from './picture.css?raw';
import type { ChartSpec } from './spec.js';

/** The site’s light theme, as in its tokens, without the faces that only its own style sheet knows. */
export const lightColors: Record<string, string> = {
  sans: "'Source Sans 3', 'Source Sans Pro', 'Helvetica Neue', Arial, sans-serif",
  paper: '#fdfdfb',
  rule: '#dededa',
  ink: '#1c1d1f',
  'ink-soft': '#4d4f52',
  'ink-faint': '#65676a',
  error: '#b3261e',
  'norm-none': '#6a6a66',
  'norm-batch': '#b35000',
  'norm-layer': '#1f5fc4',
  'norm-rms': '#0b7a55',
  negative: '#5b3fb0',
  positive: '#b8246a',
};

const margin = 16;
const titleHeight = 28;

/** The styles of what is inside a chart, with the light colours put in. */
export function lightStyles(): string {
  return pictureStyles
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/var\(--([\w-]+)\)/g, (_, name: string) => lightColors[name] ?? `var(--${name})`);
}

export function standaloneSvg(spec: ChartSpec, width: number): string {
  const { children, height } = kindOf(spec).draw(spec, width);
  const [w, h] = [width + 2 * margin, height + titleHeight + 2 * margin];
  const corner = { x: -margin, y: -titleHeight - margin };
  const picture = svg(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      class: 'chart-picture',
      role: 'img',
      'aria-label': describe(spec),
      viewBox: `${corner.x} ${corner.y} ${w} ${h}`,
      width: w,
      height: h,
    },
    svg('style', {}, lightStyles()),
    svg('rect', { ...corner, width: w, height: h, fill: lightColors.paper }),
    svg('text', { class: 'chart-heading', x: 0, y: -titleHeight + 8 }, titleOf(spec)),
    ...children,
  );
  return toHtml(picture);
}
