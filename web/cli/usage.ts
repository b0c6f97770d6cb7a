/** @file How the command is called. */

export const help = `Usage:
  normlab run LESSON.md [--json] [--update]   run the cells of a lesson and compare what they print with what is stored
  normlab run FILE.js [--json]                run a file as one cell; FILE.py too, with a subset of torch
  normlab preview LESSON.md                   show a lesson as its page, and again at each change (PORT, default 8080)
  normlab build DIR --out SITE                make a static site of the lessons in a folder

Options:
  --json     print the results as JSON: [{ "index", "language", "stdout", "result", "error", "ms" }]
  --update   store in the lesson what its cells print now; nothing else in the file changes
  --timeout  seconds that a cell, a chart or an exercise may take (run and build), Python's start apart; then the command
             ends with 1
  --out      folder of the site, other than that of the lessons; files of an earlier build in it are replaced
  --help     print this text

Exit code: 0 all is well; 1 a cell failed, printed something else than what is stored, or the lesson has a mistake;
2 the command was called wrongly or cannot start.
`;

/** A call that makes no sense, or that cannot start; the message is the whole answer. */
export class UsageError extends Error {}

export interface RunCall {
  command: 'run';
  file: string;
  json: boolean;
  update: boolean;
  /** Seconds that a cell may take, or null. */
  timeout: number | null;
}

export interface PreviewCall {
  command: 'preview';
  file: string;
}

export interface BuildCall {
  command: 'build';
  folder: string;
  out: string;
  /** As of RunCall. */
  timeout: number | null;
}

export type Call = RunCall | PreviewCall | BuildCall;

const optionsOf: Record<Call['command'], string[]> = {
  run: ['--json', '--update', '--timeout'],
  preview: [],
  build: ['--out', '--timeout'],
};

/** @returns the call, or 'help' @throws UsageError */
export function parseArguments(args: readonly string[]): Call | 'help' {
  const end = args.indexOf('--');
  const words = end < 0 ? [...args] : args.slice(0, end);
  if (words.includes('--help') || words.includes('-h') || args[0] === 'help') return 'help';
  const out = takeValue(words, '--out', 'a folder');
  const timeout = takeValue(words, '--timeout', 'a number of seconds');
  const options = words.filter((word) => word.startsWith('-') && word !== '-');
  const [command, ...files] = [
    ...words.filter((word) => !options.includes(word)),
    ...(end < 0 ? [] : args.slice(end + 1)),
  ];
  if (command === undefined)
    throw new UsageError('expected a command: normlab run LESSON.md; normlab --help tells more');
  if (!Object.hasOwn(optionsOf, command)) {
    throw new UsageError(`expected the command run, preview or build, got '${command}'; normlab --help tells more`);
  }
  const known = optionsOf[command as Call['command']];
  const given = [...options, ...(out === null ? [] : ['--out']), ...(timeout === null ? [] : ['--timeout'])];
  const unknown = given.find((option) => !known.includes(option));
  if (unknown !== undefined)
    throw new UsageError(
      `expected ${[...known, '--help'].join(', ').replace(/, ([^,]*)$/, ' or $1')}, got the option '${unknown}'`,
    );
  const what = command === 'build' ? 'one folder of lessons' : `one file to ${command === 'run' ? 'run' : 'show'}`;
  if (files.length !== 1)
    throw new UsageError(
      `expected ${what}, got ${files.length === 0 ? 'none' : files.map((file) => `'${file}'`).join(', ')}`,
    );
  if (command === 'preview') return { command, file: files[0] };
  const limit = { timeout: secondsOf(timeout) };
  if (command === 'build') {
    if (out === null) throw new UsageError('expected --out SITE, the folder to write, got none');
    return { command, folder: files[0], out, ...limit };
  }
  const [json, update] = ['--json', '--update'].map((option) => options.includes(option));
  return { command: 'run', file: files[0], json, update, ...limit };
}

function secondsOf(text: string | null): number | null {
  if (text === null) return null;
  const seconds = text.trim() === '' ? NaN : Number(text);
  // What a timer can wait is bounded.
  if (seconds > 0 && seconds <= 1e6) return seconds;
  throw new UsageError(`expected a number of seconds after --timeout, from 0 to a million, got '${text}'`);
}

/** Takes `--name value` or `--name=value` out of the words. */
function takeValue(words: string[], name: string, what: string): string | null {
  const at = words.findIndex((word) => word === name || word.startsWith(`${name}=`));
  if (at < 0) return null;
  const [word] = words.splice(at, 1);
  if (word !== name) return word.slice(name.length + 1);
  const [value] = words.splice(at, 1);
  if (value === undefined) throw new UsageError(`expected ${what} after ${name}, got none`);
  return value;
}
