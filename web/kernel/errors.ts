/**
 * @file Anything that a cell can throw, as an error in words with its place in the cell and, for common mistakes, a
 * hint.
 */
import { restoreNames } from './cell.js';
import type { Position } from './edits.js';
import { formatValue } from './format.js';
import { hintFor } from './hints.js';
import type { CellError } from './protocol.js';
import { CellSyntaxError } from './syntax.js';

/** Thrown inside a cell to end it when a stop was asked for; never shown. */
export class Stopped extends Error {
  override name = 'Stopped';

  constructor() {
    super('the run was stopped');
  }
}

/** A place in the code of some run. */
export interface CodePlace extends Position {
  run: number;
}

export interface ErrorContext {
  /** The run that failed. */
  run: number;
  /** The place of a position in the compiled code of the cell with this name in stack traces, or null. */
  locate(url: string, position: Position): CodePlace | null;
  /** Where the run was when last seen, for errors that carry no place of its code. */
  lastOwn: Position | null;
  /** The last place seen in any cell's code. */
  last: CodePlace | null;
  /** Names that are defined, for suggestions. */
  names(): string[];
}

const maxMessage = 4000;

export function toCellError(thrown: unknown, context: ErrorContext): CellError {
  if (thrown instanceof CellSyntaxError) {
    const { name, message, position, hint } = thrown;
    return { name, message, ...position, hint };
  }
  const { name, message } = describe(thrown);
  const frames = framesOf(thrown, context);
  const top = frames[0] ?? context.last;
  const own = frames.find((frame) => frame.run === context.run) ?? context.lastOwn;
  const error: CellError = {
    name,
    message: message.length > maxMessage ? `${message.slice(0, maxMessage)} …` : message,
    line: own?.line ?? null,
    column: own?.column ?? null,
    hint: hintFor({ name, message, thrown }, context.names()),
  };
  if (top && top.run !== context.run) error.from = { run: top.run, line: top.line, column: top.column };
  return error;
}

function describe(thrown: unknown): { name: string; message: string } {
  if (isWasmException(thrown))
    return { name: 'Error', message: 'internal: the engine threw a C++ exception without a text' };
  if (typeof thrown === 'object' && thrown !== null) {
    try {
      const { name, message } = thrown as { name?: unknown; message?: unknown };
      if (typeof message === 'string') {
        return {
          name: typeof name === 'string' && name ? name : 'Error',
          message: restoreNames(message) || 'an error without a text',
        };
      }
    } catch {
      return { name: 'Error', message: 'something was thrown that cannot be read' };
    }
  }
  if (typeof thrown === 'string') return { name: 'Error', message: thrown || "'' was thrown" };
  return { name: 'Error', message: `${formatValue(thrown)} was thrown` };
}

export function isWasmException(thrown: unknown): boolean {
  const exception = (WebAssembly as { Exception?: abstract new () => unknown }).Exception;
  return exception !== undefined && thrown instanceof exception;
}

/** The frames of an error's stack that are in cells, innermost first. Reads the stacks of V8 and SpiderMonkey. */
function framesOf(thrown: unknown, context: ErrorContext): CodePlace[] {
  const stack = stackOf(thrown);
  const frames: CodePlace[] = [];
  for (const line of stack.split('\n')) {
    const match = /(normlab-cell-\d+):(\d+):(\d+)\)?$/.exec(line.trim());
    if (!match) continue;
    const place = context.locate(match[1], { line: Number(match[2]), column: Number(match[3]) });
    if (place) frames.push(place);
  }
  return frames;
}

/** The stack without the message that V8 puts before it, which may quote anything. */
function stackOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return '';
  try {
    const { stack, message } = thrown as { stack?: unknown; message?: unknown };
    if (typeof stack !== 'string') return '';
    const end = typeof message === 'string' && message ? stack.indexOf(message) : -1;
    const hasHeader = end >= 0 && /^(?:[\p{ID_Continue}$.]+(?: \[\w+\])?: )?$/u.test(stack.slice(0, end));
    return hasHeader ? stack.slice(end + String(message).length) : stack;
  } catch {
    return '';
  }
}
