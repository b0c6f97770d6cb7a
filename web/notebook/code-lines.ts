/** @file Source text as lines of a still cell. */
import { html, type Markup } from '../charts/markup.js';

/**
 * One `.line` element per line. Each but the last ends in its line break, so that the text of the whole is the source.
 */
export function toLines(lines: (Markup | string)[][], source: string): Markup[] {
  const texts = source.split('\n');
  return lines.map((parts, i) =>
    html('span', { class: 'line', style: indentStyle(texts[i]) }, ...parts, i < lines.length - 1 ? '\n' : null),
  );
}

/** Lines without colours. */
export function plainLines(source: string): Markup[] {
  return toLines(
    source.split('\n').map((line) => [line]),
    source,
  );
}

/**
 * Where a long line goes on when it wraps: two columns right of its own beginning. Null for lines that begin at the
 * edge.
 */
export function indentStyle(line: string): string | null {
  const indent = /^[ \t]*/.exec(line)![0].replaceAll('\t', '  ').length;
  return indent > 0 ? `--indent: ${Math.min(indent, 24)}` : null;
}
