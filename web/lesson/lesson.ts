/**
 * @file The lesson format: Markdown that reads well anywhere, with cells.
 *
 * - A fence ` ```js ` (or `javascript`, `python`) is a cell; the fence ` ```output ` right after it holds what it
 *   printed when the lesson was last updated. ` ```js static ` is code that is only shown. Fences of other languages
 *   are part of the prose.
 * - ` ```python tab ` right after a cell of the other language is the same in Python: the page shows both as tabs.
 * - ` ```exercise ` is a question that the page checks; its fields are YAML (exercises/exercise.ts).
 * - ` ```figure ` is a live element, or a chart that is computed when the page is made (figure.ts).
 * - Front matter (`title`, `description`, `minutes`, `order`, `lang`) is optional; without it the title is the first
 *   heading.
 * - `$…$` and `$$…$$` are formulas.
 *
 * A lesson keeps every byte of its source: blocks joined are the file, and changing an output changes that fence alone.
 */

import type { Exercise } from './exercises/exercise.js';
import type { Figure } from './figure.js';

export type CellLanguage = 'javascript' | 'python';

/** What stands between two other blocks, be it only a blank line. */
export interface Prose {
  kind: 'prose';
  /** 1-based line of the file where the block starts. */
  line: number;
  raw: string;
}

export interface Cell {
  kind: 'cell';
  line: number;
  /** Line of the file that holds the first line of the source. */
  sourceLine: number;
  language: CellLanguage;
  /** The cell before it in the other language. */
  tab: boolean;
  source: string;
  /** Text of the output fence, each line ended by a line break; null without a fence. */
  output: string | null;
  /** Line of the output fence. */
  outputLine: number | null;
  /** The fences as they are in the file: code, what stands between, output. */
  raw: { code: string; gap: string; output: string };
}

export interface StaticCode {
  kind: 'static';
  line: number;
  language: CellLanguage;
  source: string;
  raw: string;
}

/** A fence that is wrong. It is shown with its message, and the rest of the lesson works. */
export interface Problem {
  kind: 'problem';
  line: number;
  message: string;
  raw: string;
}

export interface ExerciseBlock {
  kind: 'exercise';
  line: number;
  exercise: Exercise;
  raw: string;
}

export interface FigureBlock {
  kind: 'figure';
  line: number;
  figure: Figure;
  raw: string;
}

export type Block = Prose | Cell | StaticCode | ExerciseBlock | FigureBlock | Problem;

export interface Lesson {
  title: string;
  description: string;
  minutes: number | null;
  /** Place among the lessons of a site; null comes last. */
  order: number | null;
  /** Language of its text, a BCP 47 tag; null for English. */
  lang: string | null;
  blocks: Block[];
  /** What stands before the first block: a byte order mark and front matter. */
  head: string;
  /** What is wrong without being a block: in the front matter, or code in a list. */
  warnings: { line: number; message: string }[];
  /** Link definitions of the whole lesson, as markdown-it keeps them: a block may use one of another block. */
  references: Record<string, { title: string; href: string }>;
}

/** The file of a lesson. `serialise(parse(text))` is `text`. */
export function serialise(lesson: Lesson): string {
  return lesson.head + lesson.blocks.map(rawOf).join('');
}

export function rawOf(block: Block): string {
  return block.kind === 'cell' ? block.raw.code + block.raw.gap + block.raw.output : block.raw;
}

/** Printed text as an output fence can hold it: nothing, or lines that end in \n. */
export function storable(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');
  return lines === '' || lines.endsWith('\n') ? lines : `${lines}\n`;
}

/** Whether a cell prints what is stored with it. */
export function matchesStored(cell: Cell, printed: string): boolean {
  return storable(printed) === (cell.output ?? '');
}

/** The cell with other stored output; the same cell when nothing changes. */
export function withOutput(cell: Cell, printed: string): Cell {
  if (matchesStored(cell, printed)) return cell;
  const output = storable(printed);
  const eol = cell.raw.code.includes('\r\n') ? '\r\n' : '\n';
  const code = /[\r\n]$/.test(cell.raw.code) || output === '' ? cell.raw.code : cell.raw.code + eol;
  if (output === '') {
    return { ...cell, output: null, outputLine: null, raw: { code, gap: '', output: '' } };
  }
  const fence = fenceFor(output);
  const body = `${fence}output\n${output}${fence}`.replaceAll('\n', eol);
  // A file that ends with the old fence and no line break goes on ending so.
  const end = cell.raw.output === '' || /[\r\n]$/.test(cell.raw.output) ? eol : '';
  const gap = cell.raw.output === '' ? eol : cell.raw.gap;
  return { ...cell, output, raw: { code, gap, output: body + end } };
}

/** The cell with another source. What it printed was the old source's, and goes; the same cell when nothing changes. */
export function withSource(cell: Cell, source: string): Cell {
  if (source === cell.source) return cell;
  const eol = cell.raw.code.includes('\r\n') ? '\r\n' : '\n';
  const fence = fenceFor(source);
  const info = cell.raw.code
    .split(/[\r\n]/, 1)[0]
    .replace(/^\s*[`~]+/, '')
    .trim();
  const lines = [fence + info, ...source.split(/\r\n?|\n/), fence, ''];
  return { ...cell, source, output: null, outputLine: null, raw: { code: lines.join(eol), gap: '', output: '' } };
}

/** Backticks enough to hold any that `text` has at the start of a line. */
function fenceFor(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/^ *(`{3,})/gm)].map((match) => match[1].length));
  return '`'.repeat(longest + 1);
}
