/** @file From the Markdown of a lesson to its blocks. */
import type Token from 'markdown-it/lib/token.mjs';
import { parseExercise } from './exercises/parse-exercise.js';
import { FenceMistake } from './fields.js';
import { parseFigure } from './figure.js';
import { parseFrontMatter } from './front-matter.js';
import type { Block, Cell, CellLanguage, ExerciseBlock, FigureBlock, Lesson } from './lesson.js';
import { createMarkdown } from './markdown.js';

const markdown = createMarkdown();

const languages: Record<string, CellLanguage> = {
  js: 'javascript',
  javascript: 'javascript',
  python: 'python',
  py: 'python',
};

/** Words of fences that are no code. */
const fenceWords = ['output', 'exercise', 'figure'];

interface Fence {
  /** Lines of the file, 0-based, the last one not included. */
  start: number;
  end: number;
  /** First word after the marks. */
  word: string;
  rest: string[];
  content: string;
}

/** Parses a lesson. Never throws: what is wrong becomes a problem block or a warning, with its line. */
export function parse(text: string): Lesson {
  const lines = text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
  const bare = lines.map((line, i) => (i === 0 ? line.replace(/^\uFEFF/, '') : line).replace(/[\r\n]+$/, ''));
  const front = parseFrontMatter(bare);
  const state = new BlockReader(lines, front.lines);
  // Blank lines in place of what is read already keep the line numbers.
  const body = bare.map((line, i) => (i < front.lines ? '' : line));
  const environment: { references?: Lesson['references'] } = {};
  let title = front.title;
  let from = front.lines;
  for (;;) {
    const tokens = markdown.parse(body.map((line, i) => (i < from ? '' : line)).join('\n'), environment);
    title ??= headingOf(tokens);
    const restart = state.read(tokens, body);
    if (restart === null) break;
    from = restart;
  }
  state.finish();
  return {
    title: title ?? '',
    description: front.description,
    minutes: front.minutes,
    order: front.order,
    lang: front.lang,
    blocks: state.blocks,
    head: lines.slice(0, front.lines).join('') || (text.startsWith('\uFEFF') ? '\uFEFF' : ''),
    warnings: [...front.warnings, ...state.warnings],
    references: environment.references ?? {},
  };
}

function headingOf(tokens: Token[]): string | null {
  const index = tokens.findIndex((token) => token.type === 'heading_open' && token.tag === 'h1' && token.level === 0);
  if (index < 0) return null;
  return (tokens[index + 1].children ?? []).map((child) => (child.type === 'softbreak' ? ' ' : child.content)).join('');
}

class BlockReader {
  readonly blocks: Block[] = [];
  readonly warnings: Lesson['warnings'] = [];
  private readonly exerciseIds = new Set<string>();

  constructor(
    private readonly lines: readonly string[],
    private position: number,
  ) {
    if (position === 0 && lines.length > 0) this.lines = [lines[0].replace(/^\uFEFF/, ''), ...lines.slice(1)];
  }

  /**
   * Reads the fences of `tokens`. Returns the line from which to parse anew, after a fence that swallowed the next one.
   */
  read(tokens: readonly Token[], body: readonly string[]): number | null {
    for (const token of tokens) {
      if (token.type !== 'fence' || !token.map || token.map[0] < this.position) continue;
      const fence = fenceOf(token);
      const language = Object.hasOwn(languages, fence.word) ? languages[fence.word] : null;
      if (language === null && !fenceWords.includes(fence.word)) continue;
      if (token.level > 0) {
        if (fence.rest[0] !== 'static') {
          const where = `this ${fence.word} fence is inside a list or a quotation`;
          this.warnings.push({
            line: fence.start + 1,
            message: `${where}, so it is only shown: a cell starts at the margin`,
          });
        }
        continue;
      }
      const swallowed = swallowedFence(token, body);
      if (swallowed !== null) {
        this.problem(
          fence.start,
          swallowed,
          `this fence is not closed before line ${swallowed + 1}, where another one starts`,
        );
        return swallowed;
      }
      if (!isClosed(token, body)) this.problem(fence.start, fence.end, 'this fence is never closed');
      else if (language !== null) this.readCode(fence, language);
      else if (fence.word === 'output') this.readOutput(fence);
      else this.readFields(fence, fence.word as 'exercise' | 'figure');
    }
    return null;
  }

  /** Takes the rest of the file as prose. */
  finish(): void {
    this.proseUntil(this.lines.length);
  }

  private readCode(fence: Fence, language: CellLanguage): void {
    const unknown = fence.rest.find((word, i) => i > 0 || (word !== 'static' && word !== 'tab'));
    if (unknown !== undefined) {
      this.problem(
        fence.start,
        fence.end,
        `expected '${fence.word}', '${fence.word} static' or '${fence.word} tab' after the marks, got '${unknown}'`,
      );
      return;
    }
    const tab = fence.rest[0] === 'tab';
    if (tab && !this.canBeTab(fence, language)) {
      const wanted = language === 'python' ? 'JavaScript' : 'Python';
      this.problem(fence.start, fence.end, `a tab must come right after a cell in ${wanted} that has none yet`);
      return;
    }
    this.proseUntil(fence.start);
    const raw = this.take(fence.end);
    const line = fence.start + 1;
    const source = fence.content.replace(/\n$/, '');
    if (fence.rest[0] === 'static') this.blocks.push({ kind: 'static', line, language, source, raw });
    else {
      const parts = { code: raw, gap: '', output: '' };
      this.blocks.push({
        kind: 'cell',
        line,
        sourceLine: line + 1,
        language,
        tab,
        source,
        output: null,
        outputLine: null,
        raw: parts,
      });
    }
  }

  /** Only blank lines stand between a cell and its tab. */
  private canBeTab(fence: Fence, language: CellLanguage): boolean {
    const cell = this.blocks[this.blocks.length - 1];
    const gap = this.lines.slice(this.position, fence.start).join('');
    return cell?.kind === 'cell' && !cell.tab && cell.language !== language && gap.trim() === '';
  }

  /** An exercise or a figure: the content is YAML. */
  private readFields(fence: Fence, kind: 'exercise' | 'figure'): void {
    try {
      if (fence.rest.length > 0) {
        throw new FenceMistake(`expected nothing after '${kind}', got '${fence.rest.join(' ')}'`);
      }
      const block = kind === 'exercise' ? this.exerciseIn(fence) : this.figureIn(fence);
      this.proseUntil(fence.start);
      this.blocks.push({ ...block, line: fence.start + 1, raw: this.take(fence.end) });
    } catch (error) {
      if (!(error instanceof FenceMistake)) throw error;
      const where = error.line === null ? '' : `line ${fence.start + 2 + error.line}: `;
      this.problem(fence.start, fence.end, `this ${kind} is wrong: ${where}${error.message}`);
    }
  }

  private exerciseIn({ content }: Fence): Pick<ExerciseBlock, 'kind' | 'exercise'> {
    const exercise = parseExercise(content);
    if (this.exerciseIds.has(exercise.id)) {
      throw new FenceMistake(`expected an id of its own, got '${exercise.id}' again`);
    }
    this.exerciseIds.add(exercise.id);
    return { kind: 'exercise', exercise };
  }

  private figureIn({ content }: Fence): Pick<FigureBlock, 'kind' | 'figure'> {
    return { kind: 'figure', figure: parseFigure(content) };
  }

  private readOutput(fence: Fence): void {
    const cell = this.blocks[this.blocks.length - 1];
    const gap = this.lines.slice(this.position, fence.start).join('');
    if (cell?.kind !== 'cell' || cell.raw.output !== '' || gap.trim() !== '') {
      this.problem(fence.start, fence.end, 'an output fence must come right after its cell');
      return;
    }
    if (fence.rest.length > 0) {
      this.problem(fence.start, fence.end, `expected nothing after 'output', got '${fence.rest.join(' ')}'`);
      return;
    }
    this.position = fence.start;
    this.attach(cell, fence, gap);
  }

  private attach(cell: Cell, fence: Fence, gap: string): void {
    cell.output = fence.content;
    cell.outputLine = fence.start + 1;
    cell.raw = { code: cell.raw.code, gap, output: this.take(fence.end) };
  }

  private problem(start: number, end: number, message: string): void {
    this.proseUntil(start);
    this.blocks.push({ kind: 'problem', line: start + 1, message, raw: this.take(end) });
  }

  private proseUntil(end: number): void {
    if (end <= this.position) return;
    const line = this.position + 1;
    this.blocks.push({ kind: 'prose', line, raw: this.take(end) });
  }

  private take(end: number): string {
    const raw = this.lines.slice(this.position, end).join('');
    this.position = end;
    return raw;
  }
}

function fenceOf(token: Token): Fence {
  const [word = '', ...rest] = token.info.trim().split(/\s+/);
  return { start: token.map![0], end: token.map![1], word, rest, content: token.content };
}

function isClosed(token: Token, body: readonly string[]): boolean {
  const [start, end] = token.map!;
  return end - start > 1 && isClosingLine(body[end - 1], token.markup);
}

function isClosingLine(line: string, markup: string): boolean {
  const marks = line.trim();
  return /^ {0,3}\S/.test(line) && marks.length >= markup.length && [...marks].every((mark) => mark === markup[0]);
}

/**
 * Line inside a fence that opens another fence of a lesson with the same marks: the author forgot to close the first.
 */
function swallowedFence(token: Token, body: readonly string[]): number | null {
  const [start, end] = token.map!;
  for (let line = start + 1; line < end; line++) {
    const match = /^ {0,3}(`{3,}|~{3,})[ \t]*([A-Za-z]+)(?:[ \t]+(?:static|tab))?[ \t]*$/.exec(body[line]);
    if (match?.[1] !== token.markup) continue;
    if (fenceWords.includes(match[2]) || Object.hasOwn(languages, match[2])) return line;
  }
  return null;
}
