/** @file Values as text, as a console shows them, with bounds on depth and length. */

export interface FormatLimits {
  /** Levels of arrays and objects below the first. */
  depth: number;
  /** Elements of an array, or properties of an object. */
  items: number;
  /** Characters of a string inside something else. */
  text: number;
  /** Columns after which a list is broken into lines. */
  width: number;
  /** Characters in all. */
  total: number;
}

export const defaultLimits: FormatLimits = { depth: 3, items: 100, text: 1000, width: 76, total: 50_000 };

/** A value as an expression shows it: strings in quotes. */
export function formatValue(value: unknown, limits: FormatLimits = defaultLimits): string {
  const text = new Formatter(limits).format(value, 0);
  return text.length <= limits.total
    ? text
    : `${text.slice(0, limits.total)}… ${text.length - limits.total} more characters`;
}

/**
 * The arguments of `console.log` as one text: strings as they are, the directives %s %d %i %f %o %O %j %c as browsers
 * know them.
 */
export function formatLog(values: readonly unknown[]): string {
  if (typeof values[0] !== 'string') return values.map(plain).join(' ');
  const rest = values.slice(1);
  let used = 0;
  const first = values[0].replace(/%[sdifoOjc%]/g, (directive) => {
    if (directive === '%%') return rest.length > 0 ? '%' : directive;
    if (used >= rest.length) return directive;
    const value = rest[used++];
    switch (directive) {
      case '%s':
        return typeof value === 'object' && value !== null ? formatValue(value) : String(value);
      case '%d':
        return formatNumber(Number(value));
      case '%i':
        return String(Number.parseInt(String(value), 10));
      case '%f':
        return String(Number.parseFloat(String(value)));
      case '%c':
        return '';
      default:
        return formatValue(value);
    }
  });
  return [first, ...rest.slice(used).map(plain)].join(' ');
}

/** Anything that describes itself: a tensor, a module. Its own `toString` is used instead of its properties. */
function describesItself(value: object): boolean {
  try {
    const { toString } = value;
    return (
      typeof toString === 'function' &&
      toString !== Object.prototype.toString &&
      toString !== Function.prototype.toString
    );
  } catch {
    return false;
  }
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : formatValue(value);
}

function formatNumber(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

function quote(text: string, limit: number): string {
  const cut = text.length > limit ? text.slice(0, limit) : text;
  const mark = !cut.includes("'") ? "'" : !cut.includes('"') ? '"' : !cut.includes('`') ? '`' : "'";
  const escaped = cut
    .replace(/[\\\n\r\t\u0000-\u001f\u007f\u2028\u2029]/g, escapeOf)
    .replaceAll(mark, (found) => (mark === "'" ? `\\${found}` : found));
  return `${mark}${escaped}${mark}${cut === text ? '' : `… ${text.length - limit} more characters`}`;
}

function escapeOf(character: string): string {
  const short: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
  return short[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

class Formatter {
  private readonly parents: object[] = [];
  private written = 0;

  constructor(private readonly limits: FormatLimits) {}

  format(value: unknown, depth: number): string {
    switch (typeof value) {
      case 'string':
        return quote(value, depth === 0 ? this.limits.total : this.limits.text);
      case 'number':
        return formatNumber(value);
      case 'bigint':
        return `${value}n`;
      case 'function':
        return describesItself(value) ? this.own(value, depth) : formatFunction(value);
      case 'object':
        return value === null ? 'null' : this.formatObject(value, depth);
      default:
        return String(value);
    }
  }

  private formatObject(value: object, depth: number): string {
    if (this.parents.includes(value)) return '[Circular]';
    if (this.written > this.limits.total) return '…';
    this.parents.push(value);
    try {
      const text = this.formatKind(value, depth);
      if (depth > 0) this.written += text.length;
      return text;
    } catch (error) {
      return `[cannot be shown: ${error instanceof Error ? error.message : String(error)}]`;
    } finally {
      this.parents.pop();
    }
  }

  private formatKind(value: object, depth: number): string {
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
    if (value instanceof RegExp) return String(value);
    if (value instanceof Promise) return 'Promise (await it to see its value)';
    if (Array.isArray(value)) return this.formatArray(value, '', depth);
    if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
      const array = value as unknown as ArrayLike<unknown>;
      return this.formatArray(array, `${value.constructor.name}(${array.length}) `, depth);
    }
    if (value instanceof Map) {
      const entry = ([key, item]: [unknown, unknown]): string =>
        `${this.format(key, depth + 1)} => ${this.format(item, depth + 1)}`;
      return this.formatList(value, value.size, entry, `Map(${value.size}) {`, '}', depth);
    }
    if (value instanceof Set) {
      return this.formatList(
        value,
        value.size,
        (item: unknown) => this.format(item, depth + 1),
        `Set(${value.size}) {`,
        '}',
        depth,
      );
    }
    return describesItself(value) ? this.own(value, depth) : this.formatProperties(value, depth);
  }

  /** What the value says of itself, indented like the list it stands in. */
  private own(value: object, depth: number): string {
    return String(value).replaceAll('\n', `\n${'  '.repeat(depth)}`);
  }

  private formatArray(array: ArrayLike<unknown>, name: string, depth: number): string {
    const item = (index: number): string => (index in array ? this.format(array[index], depth + 1) : 'empty');
    const indices = (function* () {
      for (let i = 0; i < array.length; i++) yield i;
    })();
    const numbers = ArrayBuffer.isView(array) || typeof array[0] === 'number';
    return this.formatList(indices, array.length, item, `${name}[`, ']', depth, numbers);
  }

  private formatProperties(value: object, depth: number): string {
    const prototype: unknown = Object.getPrototypeOf(value);
    const name = prototype === null || prototype === Object.prototype ? '' : className(value);
    const keys = Reflect.ownKeys(value).filter((key) => Object.getOwnPropertyDescriptor(value, key)?.enumerable);
    const entry = (key: string | symbol): string => {
      const { get, value: item } = Object.getOwnPropertyDescriptor(value, key) as PropertyDescriptor;
      return `${formatKey(key)}: ${get ? '[Getter]' : this.format(item, depth + 1)}`;
    };
    if (keys.length === 0) return name ? `${name} {}` : '{}';
    return this.formatList(keys, keys.length, entry, name ? `${name} {` : '{', '}', depth);
  }

  /** On one line where it fits, else one item a line, or numbers as many as fit. */
  private formatList<T>(
    items: Iterable<T>,
    count: number,
    format: (item: T) => string,
    open: string,
    close: string,
    depth: number,
    fill = false,
  ): string {
    if (count === 0) return open + close;
    if (depth > this.limits.depth) return `${open}…${close}`;
    const parts: string[] = [];
    for (const item of items) {
      if (parts.length === this.limits.items) break;
      parts.push(format(item));
    }
    if (count > parts.length) parts.push(`… ${count - parts.length} more`);
    const space = close === '}' ? ' ' : '';
    const line = `${open}${space}${parts.join(', ')}${space}${close}`;
    const room = this.limits.width - 2 * depth;
    if (line.length <= room && !line.includes('\n')) return line;
    const indent = `\n${'  '.repeat(depth + 1)}`;
    const body = fill ? fillLines(parts, room).join(indent) : parts.join(`,${indent}`);
    return `${open}${indent}${body}\n${'  '.repeat(depth)}${close}`;
  }
}

function fillLines(parts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let line = '';
  parts.forEach((part, index) => {
    const item = index < parts.length - 1 ? `${part},` : part;
    if (line && line.length + 1 + item.length > width) {
      lines.push(line);
      line = item;
    } else {
      line = line ? `${line} ${item}` : item;
    }
  });
  if (line) lines.push(line);
  return lines;
}

function formatFunction(value: object): string {
  const { name } = value as { name?: unknown };
  const isClass = /^class\b/.test(Function.prototype.toString.call(value));
  const label = typeof name === 'string' && name ? ` ${name}` : '';
  return isClass ? `[class${label}]` : `[function${label}]`;
}

function formatKey(key: string | symbol): string {
  if (typeof key === 'symbol') return `[${String(key)}]`;
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key) ? key : quote(key, 200);
}

function className(value: object): string {
  const { constructor } = value as { constructor?: unknown };
  return typeof constructor === 'function' ? constructor.name : '';
}
