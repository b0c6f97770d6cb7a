/** @file Pictures of tables of numbers as SVG files that need nothing else; in the light colours. */
import { type Markup, svg, toHtml } from '../../charts/markup.js';
import { lightColors } from '../../charts/standalone.js';

export interface StillCell {
  lines: string[];
  /** Number of its group, for its hue; none is plain. */
  group?: number;
  isHeading?: boolean;
  isFaint?: boolean;
}

export interface StillTable {
  caption: string;
  rows: StillCell[][];
}

/** As --group-0 … in frame.css. */
const groupColors = ['#dbe9f6', '#f6e3cb', '#dcecd8', '#eddff3', '#f7dbdb', '#d8eeee'];
const cellWidth = 92;
const lineHeight = 19;
const margin = 16;

export function tablesStill(title: string, tables: readonly StillTable[], words: string): string {
  const children: Markup[] = [text(margin, margin + 14, title, 17, 600)];
  let top = margin + 34;
  let width = 360;
  for (const { caption, rows } of tables) {
    if (caption !== '') children.push(text(margin, top + 14, caption, 14, 600));
    top += caption === '' ? 0 : 24;
    for (const row of rows) {
      const height = Math.max(...row.map(({ lines }) => lines.length)) * lineHeight + 10;
      row.forEach((cell, column) => children.push(...cellMarkup(cell, margin + column * cellWidth, top, height)));
      width = Math.max(width, margin * 2 + row.length * cellWidth);
      top += height + 2;
    }
    top += 12;
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
      svg('rect', { width, height, fill: lightColors.paper }),
      ...children,
    ),
  );
}

function cellMarkup({ lines, group, isHeading, isFaint }: StillCell, x: number, y: number, height: number): Markup[] {
  const fill = group === undefined ? null : groupColors[group % groupColors.length];
  const first = y + (height - lines.length * lineHeight) / 2 + 14;
  const color = isFaint ? lightColors['ink-faint'] : lightColors.ink;
  return [
    ...(fill ? [svg('rect', { x, y, width: cellWidth - 2, height, fill })] : []),
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
