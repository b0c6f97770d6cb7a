/** @file The lines between `---` and `---` that a lesson may start with. */

export interface FrontMatter {
  title: string | null;
  description: string;
  minutes: number | null;
  /** Place among the lessons of a site: they go by rising order, those without one come last. */
  order: number | null;
  /** Language of the text, a BCP 47 tag such as `de`; null for English. */
  lang: string | null;
  /** Lines that it takes, with both marks; 0 without front matter. */
  lines: number;
  warnings: { line: number; message: string }[];
}

const known = ['title', 'description', 'minutes', 'order', 'lang'] as const;

/** @param lines of the file. Only `key: value` lines are read; what else there is, is warned of and left alone. */
export function parseFrontMatter(lines: readonly string[]): FrontMatter {
  const result: FrontMatter = {
    title: null,
    description: '',
    minutes: null,
    order: null,
    lang: null,
    lines: 0,
    warnings: [],
  };
  const end = lines.findIndex((line, i) => i > 0 && line.trimEnd() === '---');
  // A line of prose between two rules is no front matter.
  if (
    lines[0]?.trimEnd() !== '---' ||
    end < 0 ||
    !/^[A-Za-z][\w-]*:/.test(lines.slice(1, end).find((line) => line.trim() !== '') ?? '')
  ) {
    return result;
  }
  result.lines = end + 1;
  const seen = new Set<string>();
  for (let i = 1; i < end; i++) {
    if (/^\s*(?:#.*)?$/.test(lines[i])) continue;
    const warn = (message: string): number => result.warnings.push({ line: i + 1, message });
    const match = /^([A-Za-z][\w-]*):[ \t]*(.*)$/.exec(lines[i]);
    if (!match) {
      warn(`expected a line like 'title: …', got '${lines[i].trim()}'`);
      continue;
    }
    const name = match[1] as (typeof known)[number];
    const value = unquote(match[2].trim());
    if (!known.includes(name)) warn(`expected one of ${known.join(', ')}, got '${name}'`);
    else if (seen.has(name)) warn(`expected ${name} once, got it again`);
    else {
      const expected = take(name, value, match[2].trim(), result);
      if (expected !== null) warn(`expected ${name} to be ${expected}, got '${value}'`);
    }
    seen.add(name);
  }
  return result;
}

/** @param written the value with its quotation marks. Returns null, or what was expected instead. */
function take(name: (typeof known)[number], value: string, written: string, result: FrontMatter): string | null {
  const number = value === '' ? NaN : Number(value);
  switch (name) {
    case 'title':
    case 'description':
      // Lists, tables and blocks of YAML are not read.
      if (value === '' || /^[[{|>]/.test(written)) return 'a text on one line';
      result[name] = value;
      return null;
    case 'minutes':
      if (!Number.isFinite(number) || number <= 0) return 'a number';
      result.minutes = number;
      return null;
    case 'order':
      if (!Number.isFinite(number)) return 'a number';
      result.order = number;
      return null;
    case 'lang':
      if (!isLanguageTag(value)) return "a language tag such as 'de' or 'pt-BR'";
      result.lang = value;
      return null;
  }
}

function isLanguageTag(value: string): boolean {
  try {
    return Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false;
  }
}

function unquote(value: string): string {
  const quoted = /^(["'])(.*)\1$/.exec(value);
  if (!quoted) return value;
  return quoted[1] === '"' ? quoted[2].replace(/\\(["\\])/g, '$1') : quoted[2].replaceAll("''", "'");
}
