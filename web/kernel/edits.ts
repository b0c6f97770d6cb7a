/**
 * @file Insertions into source text that keep its lines, and the way back from a position in the result to one in the
 * source.
 */

export interface Position {
  /** 1-based. */
  line: number;
  /** 1-based, in UTF-16 units, as V8 and SpiderMonkey count. */
  column: number;
}

interface Edit {
  start: number;
  end: number;
  text: string;
  closes: boolean;
}

interface Piece {
  /** Offset in the result. */
  at: number;
  /** Offset in the source. */
  source: number;
  /** Whether the piece is the source's own text. */
  kept: boolean;
  /** Whether it stands for some of the source's text. */
  replaces: boolean;
}

export class Edits {
  private readonly edits: Edit[] = [];

  constructor(private readonly source: string) {}

  /** Puts `text` before the character at `at`; of two insertions at one place the first made comes first. */
  open(at: number, text: string): void {
    this.edits.push({ start: at, end: at, text, closes: false });
  }

  /** Puts `text` after the character that ends at `at`, before anything that is opened there. */
  close(at: number, text: string): void {
    this.edits.push({ start: at, end: at, text, closes: true });
  }

  replace(start: number, end: number, text: string): void {
    this.edits.push({ start, end, text, closes: false });
  }

  /** The edited text between `prefix` and `suffix`. No edit may hold a line break: lines stay the source's lines. */
  apply(prefix: string, suffix: string): EditedText {
    const ordered = this.edits
      .map((edit, order) => ({ edit, order }))
      .sort(
        (a, b) => a.edit.start - b.edit.start || Number(b.edit.closes) - Number(a.edit.closes) || a.order - b.order,
      );
    let code = prefix;
    let position = 0;
    const pieces: Piece[] = [];
    const keep = (end: number): void => {
      if (end <= position) return;
      pieces.push({ at: code.length, source: position, kept: true, replaces: false });
      code += this.source.slice(position, end);
      position = end;
    };
    for (const { edit } of ordered) {
      keep(edit.start);
      pieces.push({ at: code.length, source: edit.start, kept: false, replaces: edit.end > edit.start });
      code += edit.text;
      position = Math.max(position, edit.end);
    }
    keep(this.source.length);
    const end = code.length;
    return new EditedText(code + suffix, this.source, pieces, end);
  }
}

export class EditedText {
  private readonly codeLines: number[];

  constructor(
    readonly code: string,
    private readonly source: string,
    private readonly pieces: readonly Piece[],
    private readonly end: number,
  ) {
    this.codeLines = lineStarts(code);
  }

  /** Where a position of the result is in the source, or null for text that belongs to no place in it. */
  toSource({ line, column }: Position): Position | null {
    const start = this.codeLines[line - 1];
    if (start === undefined) return null;
    const at = start + column - 1;
    if (this.pieces.length === 0 || at < this.pieces[0].at || at > this.end) return null;
    const index = lastNotAbove(this.pieces.length, (i) => this.pieces[i].at, at);
    const piece = this.pieces[index];
    const before = this.pieces[index - 1];
    // V8 gives the bracket of `(0, box.v)(…)` as the place of the call; in the source that is where the name starts.
    if (piece.kept && at === piece.at && before?.replaces && this.code[at] === '(')
      return positionIn(this.source, before.source);
    return positionIn(this.source, piece.kept ? piece.source + at - piece.at : piece.source);
  }

  positionAt(offset: number): Position {
    return positionIn(this.source, offset);
  }
}

export function positionIn(text: string, offset: number): Position {
  const lines = lineStarts(text);
  const line = lastNotAbove(lines.length, (i) => lines[i], offset);
  return { line: line + 1, column: offset - lines[line] + 1 };
}

/** Offsets at which lines start, with the line breaks of ECMAScript. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) starts.push(match.index + match[0].length);
  return starts;
}

function lastNotAbove(count: number, key: (index: number) => number, value: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (key(middle) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
