/**
 * @file A JavaScript cell as a function: its shared names routed through boxes, its last expression returned.
 *
 * The cell's own text stays where it is, line for line; what is inserted:
 * - `box.v` for each name shared between cells (free names; top-level names used inside functions), so that one name
 *   has one value everywhere and a cell that runs again redeclares it. Top-level code uses its own variables directly,
 *   at full speed;
 * - `at(offset)` before top-level statements, awaited and thrown values, and in catch blocks: it tells the place of
 *   errors that carry none (`throw 5`; SpiderMonkey forgets the callers across an await) and lets a stop in.
 */
import type { AnyNode, Program } from 'acorn';
import { walk } from './ast.js';
import { type EditedText, Edits } from './edits.js';
import { analyseNames } from './names.js';
import type { CellNames } from './protocol.js';
import { parseCell } from './syntax.js';

/** What the code of a cell calls. */
export interface CellHost {
  /** Marks the place that runs now, an offset in the source. */
  at(offset: number): void;
  /** Shares a variable; without `write` it is a constant. */
  define(name: string, read: () => unknown, write?: (value: unknown) => void): void;
  box(name: string): NameBox;
}

/** The place of a shared name. */
export interface NameBox {
  /** Its value; reading or writing throws a ReferenceError where there is none. */
  v: unknown;
  /** As `v`, for `typeof`, which gives undefined instead of throwing. */
  readonly t: unknown;
}

export interface TransformedCell {
  text: EditedText;
  /** Names whose boxes the cell takes. */
  boxes: string[];
  names: CellNames;
}

/**
 * @param url name of the cell in stack traces
 * @param isHost whether a free name is the host's own and left alone, for example Math
 * @throws CellSyntaxError
 */
export function transformCell(source: string, url: string, isHost: (name: string) => boolean): TransformedCell {
  const program = parseCell(source);
  const edits = new Edits(source);
  if (source.startsWith('#!')) edits.replace(0, 2, '//');
  markStatements(program, source, edits);
  walk(program, (node, list) => mark(node, list, edits));

  const { declared, shared } = analyseNames(program);
  const boxes = new Set<string>();
  const reads = new Set<string>();
  const writes = new Set<string>();
  for (const { name, node, use, writes: written, free } of shared) {
    if (free && isHost(name)) continue;
    boxes.add(name);
    if (free) (written ? writes : reads).add(name);
    const box = `${boxPrefix}${name}`;
    edits.replace(
      node.start,
      node.end,
      { call: `(0, ${box}.v)`, typeof: `${box}.t`, shorthand: `${name}: ${box}.v`, plain: `${box}.v` }[use],
    );
  }

  const parameters = ['$normlab_at', '$normlab_define', ...[...boxes].map((name) => `${boxPrefix}${name}`)].join(',');
  const definitions = [...declared].map(([name, { constant }]) => {
    const write = constant ? '' : `,($normlab_value)=>{${name}=$normlab_value}`;
    return `$normlab_define("${name}",()=>${name}${write});`;
  });
  const prefix = `(function(${parameters}){"use strict";return async function(){${definitions.join('')}`;
  return {
    text: edits.apply(prefix, `\n}})\n//# sourceURL=${url}`),
    boxes: [...boxes],
    names: { declares: [...declared.keys()], reads: [...reads], writes: [...writes] },
  };
}

/** Makes the cell's function; a call of it runs the cell. */
export function compileCell(cell: TransformedCell, host: CellHost): () => Promise<unknown> {
  // Indirect, so that the cell sees no variable of this module.
  const make = (0, eval)(cell.text.code) as (...parts: unknown[]) => () => Promise<unknown>;
  const at = (offset: number): void => host.at(offset);
  const define: CellHost['define'] = (name, read, write) => host.define(name, read, write);
  return make(at, define, ...cell.boxes.map((name) => host.box(name)));
}

const boxPrefix = '$normlab$';

/** Undoes in an engine's message what the transformation did to the names in it. */
export function restoreNames(message: string): string {
  return message
    .replace(/\(0\s*,\s*\$normlab\$([\p{ID_Continue}$]+)\.[vt]\)/gu, '$1')
    .replace(/\$normlab\$([\p{ID_Continue}$]+)\.[vt]/gu, '$1');
}

/** Marks each top-level statement and returns the value of the last one. As in Python, an assignment shows nothing. */
function markStatements(program: Program, source: string, edits: Edits): void {
  const statements = program.body.filter((statement) => statement.type !== 'EmptyStatement');
  const last = statements[statements.length - 1];
  for (const statement of statements) {
    if (statement.type === 'FunctionDeclaration') continue;
    const shown =
      statement === last &&
      statement.type === 'ExpressionStatement' &&
      statement.expression.type !== 'AssignmentExpression';
    edits.open(statement.start, `$normlab_at(${statement.start});${shown ? 'return (' : ''}`);
    if (shown) edits.close(source[statement.end - 1] === ';' ? statement.end - 1 : statement.end, ')');
  }
}

function mark(node: AnyNode, list: boolean, edits: Edits): void {
  const wrap = (inner: AnyNode): void => {
    edits.open(inner.start, `($normlab_at(${node.start}), `);
    edits.close(inner.end, ')');
  };
  if (node.type === 'AwaitExpression') wrap(node.argument);
  else if (node.type === 'ForOfStatement' && node.await) wrap(node.right);
  else if (node.type === 'ThrowStatement' && node.argument.type !== 'NewExpression') wrap(node.argument);
  // Without this a loop that catches everything would catch the stop, too, and never end.
  else if (node.type === 'CatchClause') edits.open(node.body.start + 1, `$normlab_at(${node.start});`);
  // A rewritten call starts with '(' and would go on with a line above that has no semicolon.
  else if (node.type === 'ExpressionStatement' && list) edits.open(node.start, ';');
}
