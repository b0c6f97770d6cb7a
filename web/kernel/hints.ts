/** @file Hints for common mistakes. A new one is a row of the table. */

interface Failure {
  name: string;
  message: string;
  thrown: unknown;
}

interface Hint {
  /** Matched against `name: message` as V8 and SpiderMonkey write it. */
  pattern: RegExp;
  hint: string;
}

const pythonWords: Record<string, string> = {
  print: 'console.log(…)',
  None: 'null',
  True: 'true',
  False: 'false',
  len: 'x.length',
  range: 'arange(n), or a for loop',
  torch: 'the names themselves: tensor, randn, nn, optim, …',
  self: 'this',
  np: 'tensor functions',
  plt: 'lineChart(…)',
};

const table: Hint[] = [
  {
    pattern: /Assignment to constant variable|invalid assignment to const/,
    hint: 'Declare it with let instead of const to change it later.',
  },
  {
    pattern: /Class constructors? .*without 'new'|class constructors must be invoked with 'new'/,
    hint: 'Write new before the name: new nn.Linear(2, 3).',
  },
  {
    pattern: /Cannot access '.*' before initialization|can't access lexical declaration/,
    hint: 'The line that declares it comes later; move it up.',
  },
  { pattern: /Maximum call stack size|too much recursion/, hint: 'A function calls itself without an end.' },
  {
    pattern: /allocation failed|out of memory|Invalid (?:typed )?array (?:buffer )?length|allocation size overflow/i,
    hint: 'More memory was asked for than there is: make the arrays smaller, or restart the kernel.',
  },
  {
    pattern: /^RuntimeError: (?:unreachable|memory access out of bounds|index out of bounds)/,
    hint: 'This is a fault of the engine, not of the cell. Restart the kernel.',
  },
  { pattern: /^EvalError|unsafe-eval/, hint: "This page's security policy forbids running code that is typed in." },
  {
    pattern: /used after dispose\(\)/,
    hint: 'Running a cell again frees what it made before: run the cells that use it again, too.',
  },
  {
    pattern: /is not iterable/,
    hint: 'A list, a tensor or a loader was expected here. A missing await gives this, too.',
  },
  {
    pattern: /(?:reading|access property) ['"](\w+)['"]/,
    hint: 'What stands before the dot has no value here. Is it spelled right, and did the cell that fills it run?',
  },
];

export function hintFor(failure: Failure, names: readonly string[]): string | null {
  if (typeof failure.thrown !== 'object' || failure.thrown === null) {
    return "Throw an error to give a reason: throw new Error('…').";
  }
  const missing = /^ReferenceError: ([\p{ID_Continue}$]+) is not defined$/u.exec(
    `${failure.name}: ${failure.message}`,
  )?.[1];
  if (missing !== undefined) return hintForMissing(missing, names);
  return table.find(({ pattern }) => pattern.test(`${failure.name}: ${failure.message}`))?.hint ?? null;
}

function hintForMissing(missing: string, names: readonly string[]): string {
  if (Object.hasOwn(pythonWords, missing)) return `In JavaScript: ${pythonWords[missing]}.`;
  const near = nearest(missing, names);
  if (near !== null) return `Did you mean ${near}?`;
  return 'If a cell above makes it, run that cell first. A new name is declared with let or const.';
}

/** The name that differs only in case and underscores, or in one or two letters. */
function nearest(missing: string, names: readonly string[]): string | null {
  const bare = (name: string): string => name.replaceAll('_', '').toLowerCase();
  const same = names.find((name) => bare(name) === bare(missing));
  if (same !== undefined) return same;
  const allowed = missing.length >= 7 ? 2 : missing.length >= 4 ? 1 : 0;
  let best: string | null = null;
  let least = allowed + 1;
  for (const name of names) {
    const distance = editDistance(missing, name, allowed);
    if (distance < least) {
      least = distance;
      best = name;
    }
  }
  return best;
}

/** Least number of letters to insert, leave out, change or swap with the next one, or anything above `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = rows[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
    }
  }
  return rows[a.length][b.length];
}
