/** @file The lines between `---` and `---` that a lesson may start with. */

export interface FrontMatter {
  title: string | null;
  description: string;
  minutes: number | null;
  /** Place among the lessons of a site: they go by rising order, those without one come last. */
  order: number | null;
  /** Lines that it takes, with both marks; 0 without front matter. */
  lines: number;
  warnings: { line: number; message: string }[];
}

/** @param lines of the file. Only `key: value` lines are read; other keys are left alone. */
export function parseFrontMatter(lines: readonly string[]): FrontMatter {
  const result: FrontMatter = { title: null, description: '', minutes: null, order: null, lines: 0, warnings: [] };
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
  for (let i = 1; i < end; i++) {
    if (/^\s*(?:#.*)?$/.test(lines[i])) continue;
    const match = /^([A-Za-z][\w-]*):[ \t]*(.*)$/.exec(lines[i]);
    if (!match) {
      result.warnings.push({ line: i + 1, message: `expected a line like 'title: …', got '${lines[i].trim()}'` });
      continue;
    }
    const value = unquote(match[2].trim());
    if (match[1] === 'title') result.title = value;
    else if (match[1] === 'description') result.description = value;
    else if (match[1] === 'minutes') {
      const minutes = Number(value);
      if (value !== '' && Number.isFinite(minutes) && minutes > 0) result.minutes = minutes;
      else result.warnings.push({ line: i + 1, message: `expected minutes to be a number, got '${value}'` });
    } else if (match[1] === 'order') {
      const order = Number(value);
      if (value !== '' && Number.isFinite(order)) result.order = order;
      else result.warnings.push({ line: i + 1, message: `expected order to be a number, got '${value}'` });
    }
  }
  return result;
}

function unquote(value: string): string {
  const quoted = /^(["'])(.*)\1$/.exec(value);
  if (!quoted) return value;
  return quoted[1] === '"' ? quoted[2].replace(/\\(["\\])/g, '$1') : quoted[2].replaceAll("''", "'");
}
