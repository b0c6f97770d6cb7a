/** @file The picture of a widget as an SVG file that needs nothing else; in the light colours. */
import { kindOf, titleOf } from '../../charts/chart.js';
import { type Markup, svg, toHtml } from '../../charts/markup.js';
import type { ChartSpec } from '../../charts/spec.js';
import { lightColors, lightStyles } from '../../charts/standalone.js';
import { hueOf } from './groups.js';
import type { ChartRow, NumberCell, NumberTable, Picture } from './picture.js';

const cellWidth = 92;
const lineHeight = 19;
const margin = 16;
const gap = 24;
const chartWidth = 720;
const leastWidth = 360;

/** What stands below each other in the file. */
interface Part {
  width: number;
  height: number;
  children: Markup[];
}

/** @param words the result in words: below the picture, and its name for those who can't see it */
export function stillSvg({ title, charts = [], tables = [] }: Picture, words: string): string {
  const parts = [...charts.map(rowPart), ...tables.map(tablePart)];
  const width = Math.max(leastWidth, ...parts.map((part) => part.width)) + 2 * margin;
  const children: Markup[] = [text(margin, margin + 14, title, 17, 600)];
  let top = margin + 38;
  for (const part of parts) {
    children.push(placed(part, margin, top));
    top += part.height + gap / 2;
  }
  for (const line of wrap(words, Math.floor((width - 2 * margin) / 7))) {
    children.push(text(margin, top + 12, line, 14, 400));
    top += lineHeight;
  }
  const height = top + margin;
  return toHtml(
    svg(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        role: 'img',
        'aria-label': words,
        viewBox: `0 0 ${width} ${height}`,
        width,
        height,
      },
      charts.length > 0 ? svg('style', {}, lightStyles()) : null,
      svg('rect', { width, height, fill: lightColors.paper }),
      ...children,
    ),
  );
}

function placed({ children }: Part, x: number, y: number): Markup {
  return svg('g', { transform: `translate(${x} ${y})` }, ...children);
}

function rowPart(charts: ChartRow): Part {
  const width = (chartWidth - gap * (charts.length - 1)) / charts.length;
  const parts = charts.map((chart) => chartPart(chart, width));
  return {
    width: chartWidth,
    height: Math.max(...parts.map(({ height }) => height)),
    children: parts.map((part, i) => placed(part, i * (width + gap), 0)),
  };
}

function chartPart(chart: ChartSpec, width: number): Part {
  const { children, height } = kindOf(chart).draw(chart, width);
  const head = chart.title === '' ? 0 : 28;
  return {
    width,
    height: head + height,
    children: [
      head > 0 ? text(0, 14, titleOf(chart), 14, 600) : svg('g', {}),
      svg('g', { class: 'chart-picture', transform: `translate(0 ${head})` }, ...children),
    ],
  };
}

function tablePart({ caption, rows }: NumberTable): Part {
  const children: Markup[] = caption === '' ? [] : [text(0, 14, caption, 14, 600)];
  let top = caption === '' ? 0 : 24;
  const names = rows.map(([first]) => (first.isHeading ? first.lines[0].length * 7.4 + 14 : 0));
  const left = Math.max(cellWidth, ...names) - cellWidth;
  for (const row of rows) {
    const height = Math.max(...row.map(({ lines }) => lines.length)) * lineHeight + 10;
    row.forEach((cell, column) =>
      children.push(...cellMarkup(cell, column === 0 ? 0 : left + column * cellWidth, top, height)),
    );
    top += height + 2;
  }
  return { width: left + Math.max(...rows.map((row) => row.length)) * cellWidth, height: top, children };
}

function cellMarkup({ lines, group, isHeading, isFaint }: NumberCell, x: number, y: number, height: number): Markup[] {
  const first = y + (height - lines.length * lineHeight) / 2 + 14;
  const color = isFaint ? lightColors['ink-faint'] : lightColors.ink;
  return [
    ...(group === undefined ? [] : [svg('rect', { x, y, width: cellWidth - 2, height, fill: hueOf(group)[0] })]),
    ...lines.map((line, i) => {
      const bold = isHeading || (lines.length > 1 && i === lines.length - 1);
      return text(
        x + (isHeading ? 0 : cellWidth - 12),
        first + i * lineHeight,
        line,
        14,
        bold ? 600 : 400,
        isHeading ? 'start' : 'end',
        color,
      );
    }),
  ];
}

function text(
  x: number,
  y: number,
  words: string,
  size: number,
  weight: number,
  anchor = 'start',
  fill = lightColors.ink,
): Markup {
  return svg(
    'text',
    { x, y, fill, 'font-family': lightColors.sans, 'font-size': size, 'font-weight': weight, 'text-anchor': anchor },
    words,
  );
}

function wrap(words: string, room: number): string[] {
  const lines: string[] = [''];
  for (const word of words.split(' ')) {
    const last = lines[lines.length - 1];
    if (last !== '' && last.length + word.length >= room) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}
