/**
 * @file Code as highlighted lines, with the classes that the editor uses too: a still cell and an edited one look
 * alike. Used at build time.
 */
import { classHighlighter, highlightCode } from '@lezer/highlight';
import { parser as javascript } from '@lezer/javascript';
import { parser as python } from '@lezer/python';
import { html, type Markup } from '../charts/markup.js';
import type { CellLanguage } from '../lesson/lesson.js';
import { toLines } from './code-lines.js';

const parsers = { javascript, python };

export function highlightLines(source: string, language: CellLanguage = 'javascript'): Markup[] {
  const lines: (Markup | string)[][] = [[]];
  highlightCode(
    source,
    parsers[language].parse(source),
    classHighlighter,
    (text, classes) => lines[lines.length - 1].push(classes === '' ? text : html('span', { class: classes }, text)),
    () => lines.push([]),
  );
  return toLines(lines, source);
}
