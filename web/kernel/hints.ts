/** @file Hints for common mistakes. A new one is a row of the table. */
import { nearest } from '../api/nearest.js';

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
  plt: 'lineChart(…), scatter(…), histogram(…), heatmap(…), contour(…) or bars(…)',
  plot: 'lineChart(…)',
  hist: 'histogram(…)',
  imshow: 'heatmap(…)',
  bar: 'bars(…)',
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
