/** @file How the command is called. */

export const help = `Usage:
  normlab run LESSON.md [--json] [--update]   run the cells of a lesson and compare what they print with what is stored
  normlab run FILE.js [--json]                run a file as one cell

Options:
  --json     print the results as JSON: [{ "index", "language", "stdout", "result", "error", "ms" }]
  --update   store in the lesson what its cells print now; nothing else in the file changes
  --help     print this text

Exit code: 0 all is well; 1 a cell failed, printed something else than what is stored, or the lesson has a mistake;
2 the command was called wrongly or cannot start.
`;

/** A call that makes no sense, or that cannot start; the message is the whole answer. */
export class UsageError extends Error {}

export interface RunCall {
  file: string;
  json: boolean;
  update: boolean;
}

/** @returns the call, or 'help' @throws UsageError */
export function parseArguments(args: readonly string[]): RunCall | 'help' {
  const end = args.indexOf('--');
  const words = end < 0 ? args : args.slice(0, end);
  if (words.includes('--help') || words.includes('-h') || args[0] === 'help') return 'help';
  const options = words.filter((word) => word.startsWith('-') && word !== '-');
  const [command, ...files] = [
    ...words.filter((word) => !options.includes(word)),
    ...(end < 0 ? [] : args.slice(end + 1)),
  ];
  if (command === undefined)
    throw new UsageError('expected a command: normlab run LESSON.md; normlab --help tells more');
  if (command !== 'run') throw new UsageError(`expected the command run, got '${command}'; normlab --help tells more`);
  const unknown = options.find((option) => option !== '--json' && option !== '--update');
  if (unknown !== undefined) throw new UsageError(`expected --json, --update or --help, got the option '${unknown}'`);
  if (files.length !== 1)
    throw new UsageError(
      `expected one file to run, got ${files.length === 0 ? 'none' : files.map((file) => `'${file}'`).join(', ')}`,
    );
  return { file: files[0], json: options.includes('--json'), update: options.includes('--update') };
}
