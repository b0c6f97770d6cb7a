/** @file The fields of a fence, written as YAML: read, and checked one by one. */
import { parseDocument } from 'yaml';

/** What is wrong with a fence; `line` counts from its first line of content, 0. */
export class FenceMistake extends Error {
  constructor(
    message: string,
    readonly line: number | null = null,
  ) {
    super(message);
  }
}

export type Fields = Record<string, unknown>;

/** @throws FenceMistake */
export function readFields(text: string): Fields {
  const document = parseDocument(text, { prettyErrors: true });
  const [problem] = document.errors;
  if (problem) {
    const message = problem.message.split('\n')[0].replace(/ at line.*$/, '');
    throw new FenceMistake(message, (problem.linePos?.[0].line ?? 1) - 1);
  }
  let fields: unknown;
  try {
    // Aliases may unfold without end.
    fields = document.toJS({ maxAliasCount: 0 });
  } catch (error) {
    throw new FenceMistake(error instanceof Error ? error.message : String(error));
  }
  if (!isFields(fields)) throw new FenceMistake("expected lines like 'question: …'");
  return fields;
}

export function onlyKnown(fields: Fields, known: readonly string[]): void {
  const unknown = Object.keys(fields).find((field) => !known.includes(field));
  if (unknown !== undefined) throw new FenceMistake(`expected one of ${known.join(', ')}, got '${unknown}'`);
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value.trim() === '') {
    // To YAML, a colon and a space inside make it a field.
    const hint = isFields(value) ? " (in quotation marks where it holds ': ')" : '';
    throw new FenceMistake(`expected ${name}: a text${hint}, got ${told(value)}`);
  }
  return value;
}

export function number(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new FenceMistake(`expected ${name}: a number, got ${told(value)}`);
  return value;
}

/** A distance or a share: a number that is not negative. */
export function size(fields: Fields, name: string, otherwise: number): number {
  if (fields[name] === undefined) return otherwise;
  const value = number(fields, name);
  if (value < 0) throw new FenceMistake(`expected ${name}: a number from 0 on, got ${value}`);
  return value;
}

/** YAML's words for it are true and false; yes and no are texts. */
export function flag(fields: Fields, name: string, otherwise: boolean): boolean {
  const value = fields[name] ?? otherwise;
  if (typeof value !== 'boolean') throw new FenceMistake(`expected ${name}: true or false, got ${told(value)}`);
  return value;
}

export function oneOf<T extends string>(fields: Fields, name: string, known: readonly T[]): T {
  const value = fields[name] as T;
  if (!known.includes(value))
    throw new FenceMistake(`expected ${name}: one of ${known.join(', ')}, got ${told(value)}`);
  return value;
}

export function list(fields: Fields, name: string): unknown[] {
  const value = fields[name] ?? [];
  if (!Array.isArray(value)) throw new FenceMistake(`expected ${name}: a list, got ${told(value)}`);
  return value as unknown[];
}

/** @param known fields of an entry */
export function entries(fields: Fields, name: string, known: readonly string[]): Fields[] {
  return list(fields, name).map((entry) => {
    if (!isFields(entry)) throw new FenceMistake(`expected ${name}: a list of fields, got ${told(entry)}`);
    onlyKnown(entry, known);
    return entry;
  });
}

export function told(value: unknown): string {
  return value === undefined ? 'none' : JSON.stringify(value);
}
