/**
 * @file The settings of a widget: what each may be, how it is written in an attribute, in a link and in JSON, and what
 * is said of a wrong one. Attributes, properties, controls, types and documentation all come from here.
 */

/** One setting. `check` returns the value or throws a TypeError that says what was expected. */
export interface Setting<T> {
  readonly kind: 'number' | 'integer' | 'choice' | 'flag' | 'numbers' | 'text';
  readonly default: T;
  /** Short name beside its control. */
  readonly label: string;
  /** One sentence for the documentation. */
  readonly description: string;
  /** Of numbers; of a list, how many it has. */
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  /** A slider moves it by factors. */
  readonly log?: boolean;
  readonly choices?: readonly string[];
  parse(text: string): unknown;
  check(value: unknown): T;
  format(value: T): string;
}

/** Each name of S with its setting. */
export type Schema<S> = { readonly [K in keyof S]: Setting<S[K]> };

interface Words {
  label: string;
  description: string;
}
interface Range {
  min: number;
  max: number;
  step?: number;
  log?: boolean;
}

export function number(value: number, words: Words & Range): Setting<number> {
  return { ...words, kind: 'number', default: value, parse: toNumber, check: inRange(words, false), format: String };
}

export function integer(value: number, words: Words & Range): Setting<number> {
  return {
    step: 1,
    ...words,
    kind: 'integer',
    default: value,
    parse: toNumber,
    check: inRange(words, true),
    format: String,
  };
}

export function choice<C extends string>(value: C, choices: readonly C[], words: Words): Setting<C> {
  const check = (given: unknown): C => {
    if (choices.includes(given as C)) return given as C;
    throw new TypeError(`expected one of ${choices.join(', ')}, got ${shown(given)}`);
  };
  return { ...words, kind: 'choice', default: value, choices, parse: (text) => text.trim(), check, format: String };
}

/** On where the attribute is there, unless it says "false". */
export function flag(value: boolean, words: Words): Setting<boolean> {
  const check = (given: unknown): boolean => {
    if (typeof given === 'boolean') return given;
    throw new TypeError(`expected true or false, got ${shown(given)}`);
  };
  const parse = (text: string): unknown => ({ '': true, true: true, false: false })[text.trim()] ?? text;
  return { ...words, kind: 'flag', default: value, parse, check, format: String };
}

/** Numbers, written with commas between them. `min` and `max` bound how many there are. */
export function numbers(
  value: readonly number[],
  words: Words & { min: number; max: number; checkList?: (given: readonly number[]) => void },
): Setting<readonly number[]> {
  const check = (given: unknown): readonly number[] => {
    const list = Array.isArray(given) ? (given as unknown[]) : null;
    const bad = list?.find((item) => typeof item !== 'number' || !Number.isFinite(item) || Math.abs(item) > 1e30);
    if (list && bad === undefined && list.length >= words.min && list.length <= words.max) {
      words.checkList?.(list as number[]);
      return list as number[];
    }
    const got = list === null ? shown(given) : bad === undefined ? String(list.length) : shown(bad);
    throw new TypeError(`expected ${words.min} to ${words.max} numbers, got ${got}`);
  };
  const parse = (text: string): unknown =>
    text.trim() === ''
      ? []
      : text
          .split(/[\s,;]+/)
          .filter(Boolean)
          .map(toNumber);
  return { ...words, kind: 'numbers', default: value, parse, check, format: (list) => list.join(',') };
}

/** @param words `checkText` throws when it can't be read */
export function text(
  value: string,
  words: Words & { max: number; checkText?: (given: string) => void },
): Setting<string> {
  const check = (given: unknown): string => {
    if (typeof given === 'string' && given.length <= words.max) {
      words.checkText?.(given);
      return given;
    }
    const got = typeof given === 'string' ? `${given.length} characters` : shown(given);
    throw new TypeError(`expected a text of at most ${words.max} characters, got ${got}`);
  };
  return { ...words, kind: 'text', default: value, parse: (given) => given, check, format: String };
}

export function defaultsOf<S>(schema: Schema<S>): S {
  return Object.fromEntries(entriesOf(schema).map(([name, setting]) => [name, setting.default])) as S;
}

export function entriesOf<S>(schema: Schema<S>): [keyof S & string, Setting<unknown>][] {
  return Object.entries(schema) as [keyof S & string, Setting<unknown>][];
}

/** batchSize is the attribute batch-size. */
export function attributeOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The setting that an attribute writes, with its name. */
export function settingOf<S>(schema: Schema<S>, attribute: string): [keyof S & string, Setting<unknown>] | undefined {
  return entriesOf(schema).find(([name]) => attributeOf(name) === attribute);
}

/** What the attribute `state` says; its values are not checked yet. Throws a TypeError that says what was expected. */
export function parseState(text: string): Record<string, unknown> {
  try {
    const state: unknown = JSON.parse(text);
    if (typeof state === 'object' && state !== null) return state as Record<string, unknown>;
  } catch {
    // No JSON: as said below.
  }
  throw new TypeError(`expected an object as JSON, got ${text.slice(0, 60)}`);
}

/** The settings that differ from the defaults, as texts for attributes or a link. */
export function changedSettings<S>(schema: Schema<S>, settings: S): [attribute: string, text: string][] {
  return entriesOf(schema).flatMap(([name, setting]): [string, string][] => {
    const value = setting.format(settings[name]);
    return value === setting.format(setting.default) ? [] : [[attributeOf(name), value]];
  });
}

function toNumber(written: string): unknown {
  return written.trim() === '' || Number.isNaN(Number(written)) ? written : Number(written);
}

function inRange({ min, max }: Range, whole: boolean): (given: unknown) => number {
  return (given) => {
    if (typeof given === 'number' && given >= min && given <= max && (!whole || Number.isInteger(given))) return given;
    throw new TypeError(`expected ${whole ? 'a whole number' : 'a number'} from ${min} to ${max}, got ${shown(given)}`);
  };
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : String(value).slice(0, 60);
}
