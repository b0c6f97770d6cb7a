/** @file What `normlab run` says about cells: JSON, errors with their line, differences. */
import type { CellError } from '../kernel/protocol.js';

/** One cell in the answer to --json. */
export interface CellReport {
  /** From 0. */
  index: number;
  language: string;
  /** What the cell printed and displayed, without progress, charts and times. */
  stdout: string;
  /** The value of its last expression as text. */
  result: string | null;
  error: CellError | null;
  ms: number;
}

export function roundMs(ms: number): number {
  return Math.round(ms * 10) / 10;
}

export function jsonText(reports: readonly CellReport[]): string {
  return `${JSON.stringify(reports, null, 2)}\n`;
}

export interface ErrorPlace {
  file: string;
  source: string;
  /** Line of the file that holds the first line of the source. */
  firstLine: number;
  /** Place in the file of a line of another cell, by its run. */
  placeOf?(run: number, line: number): string | null;
}

/** An error as compilers write it: the place, the line with a mark below, a hint. */
export function errorText(error: CellError, { file, source, firstLine, placeOf }: ErrorPlace): string {
  const what = `${error.name}: ${error.message}`;
  const lines = [
    error.line === null
      ? `${file}:${firstLine}: ${what}`
      : `${file}:${firstLine + error.line - 1}:${error.column}: ${what}`,
  ];
  const text = error.line === null ? undefined : source.split(/\r\n|[\n\r\u2028\u2029]/)[error.line - 1];
  if (text !== undefined && text.length <= 200 && error.column !== null) {
    const number = String(firstLine + error.line! - 1);
    // A tab stays one, so that the mark stands below its character.
    const space = text.slice(0, error.column - 1).replace(/[^\t]/g, ' ');
    lines.push(`  ${number} | ${text}`, `  ${' '.repeat(number.length)} | ${space}^`);
  }
  const from = error.from && placeOf?.(error.from.run, error.from.line);
  if (from) lines.push(`  thrown at ${from}`);
  if (error.hint) lines.push(`  hint: ${error.hint}`);
  return `${lines.join('\n')}\n`;
}

/** Lines that differ, marked - (stored) and +, with a line of what is common around them. */
export function differenceText(stored: string, printed: string): string {
  const before = linesOf(stored);
  const after = linesOf(printed);
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let tail = 0;
  while (
    tail < before.length - start &&
    tail < after.length - start &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail++;
  const middle = alignedLines(before.slice(start, before.length - tail), after.slice(start, after.length - tail));
  const around = [
    ...(start > 0 ? [`    ${before[start - 1]}`] : []),
    ...middle,
    ...(tail > 0 ? [`    ${before[before.length - tail]}`] : []),
  ];
  return around.map((line) => `${line}\n`).join('');
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** Lines in their order; those that both have, as many as can be, are unmarked. */
function alignedLines(before: readonly string[], after: readonly string[]): string[] {
  const removed = (line: string): string => `  - ${line}`;
  const added = (line: string): string => `  + ${line}`;
  if (before.length * after.length > 1_000_000) return [...before.map(removed), ...after.map(added)];
  // common[i][j]: the most lines that before[i…] and after[j…] have in common.
  const common = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      common[i][j] = before[i] === after[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
    }
  }
  const lines: string[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push(`    ${before[i++]}`);
      j++;
    } else if (i < before.length && (j === after.length || common[i + 1][j] >= common[i][j + 1])) {
      lines.push(removed(before[i++]));
    } else {
      lines.push(added(after[j++]));
    }
  }
  return lines;
}
