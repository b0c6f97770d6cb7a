/** @file Parsing a cell, with errors in words and at their place. */
import { type AnyNode, parse, type Program, tokenizer } from 'acorn';
import { type Position, positionIn } from './edits.js';
import { walk } from './ast.js';

/** A cell that cannot run, with the place in its source. */
export class CellSyntaxError extends SyntaxError {
  constructor(
    message: string,
    readonly position: Position,
    readonly hint: string | null = null,
  ) {
    super(message);
    this.name = 'SyntaxError';
  }
}

/** @throws CellSyntaxError */
export function parseCell(source: string): Program {
  let program: Program;
  try {
    program = parse(source, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      allowHashBang: true,
      allowAwaitOutsideFunction: true,
    });
  } catch (error) {
    throw fromAcorn(error as SyntaxError & { pos: number }, source);
  }
  walk(program, (node) => refuseModules(node, source));
  return program;
}

function refuseModules(node: AnyNode, source: string): void {
  const refuse = (message: string, hint: string | null): never => {
    throw new CellSyntaxError(message, positionIn(source, node.start), hint);
  };
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ImportExpression':
      return refuse(
        'A cell cannot import modules',
        'The library needs no import: tensor, nn, optim, data and train are there already.',
      );
    case 'ExportNamedDeclaration':
    case 'ExportDefaultDeclaration':
    case 'ExportAllDeclaration':
      return refuse('A cell cannot export', 'Leave out the word export: cells share their top-level names.');
    case 'MetaProperty':
      if (node.meta.name === 'import') return refuse('import.meta does not exist in a cell', null);
      return;
    default:
  }
}

function fromAcorn(error: SyntaxError & { pos: number }, source: string): CellSyntaxError {
  const plain = error.message.replace(/ \(\d+:\d+\)$/, '');
  const end = source.trimEnd().length;
  if (error.pos >= end) {
    const opener = unclosedBracket(source);
    if (opener !== null)
      return new CellSyntaxError(`'${source[opener]}' is never closed`, positionIn(source, opener), hintFor(source));
    if (plain === 'Unexpected token') {
      return new CellSyntaxError(
        'The cell ends in the middle of an expression',
        positionIn(source, end),
        hintFor(source),
      );
    }
  }
  const token = /^(?:[\p{ID_Continue}$]+|.)/u.exec(source.slice(error.pos))?.[0] ?? '';
  const message = plain === 'Unexpected token' ? `Unexpected '${token}'` : plain;
  return new CellSyntaxError(message, positionIn(source, error.pos), hintFor(source, message));
}

/** A line that ends in a colon, as `def f(x):` and `for x in xs:` do. */
const pythonBlock = /^[ \t]*(?:def \w+\(.*\)|(?:for|if|while|elif|with|class)\b.*|else|try):[ \t]*(?:#.*)?$/m;
const pythonImport = /^(?:from \w[\w.]* )?import \w+[ \t]*(?:as \w+)?$/m;

function hintFor(source: string, message = ''): string | null {
  if (pythonBlock.test(source) || pythonImport.test(source))
    return 'This looks like Python, and the cell is JavaScript.';
  if (/await/.test(message)) return 'await works at the top of a cell and in a function that is marked async.';
  if (/has already been declared/.test(message))
    return 'The name is declared twice in this cell; leave out the second const or let.';
  return null;
}

/** Offset of the innermost bracket that nothing closes, or null. */
function unclosedBracket(source: string): number | null {
  const open: number[] = [];
  try {
    for (const token of tokenizer(source, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true })) {
      if (['(', '[', '{', '${'].includes(token.type.label)) open.push(token.start);
      else if ([')', ']', '}'].includes(token.type.label)) open.pop();
    }
  } catch {
    return null;
  }
  return open.pop() ?? null;
}
