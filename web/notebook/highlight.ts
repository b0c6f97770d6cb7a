/**
 * @file JavaScript as highlighted lines, with the classes that the editor uses too: a still cell and an edited one look
 * alike. Used at build time.
 */
import { classHighlighter, highlightCode } from '@lezer/highlight';
import { parser } from '@lezer/javascript';
import { html, type Markup } from '../charts/markup.js';
import { toLines } from './code-lines.js';

export function highlightLines(source: string): Markup[] {
  const lines: (Markup | string)[][] = [[]];
  highlightCode(
    source,
    parser.parse(source),
    classHighlighter,
    (text, classes) => lines[lines.length - 1].push(classes === '' ? text : html('span', { class: classes }, text)),
    () => lines.push([]),
  );
  return toLines(lines, source);
}
