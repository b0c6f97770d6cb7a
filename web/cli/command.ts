/** @file `normlab run`: finds out what the file is and runs it. Knows the terminal only through `Io`. */
import { readFileSync } from 'node:fs';
import type { Engine } from '../kernel/session.js';
import { runFile } from './run-file.js';
import { runLesson } from './run-lesson.js';
import { help, parseArguments, type RunCall, UsageError } from './usage.js';

/** The command's surroundings. */
export interface Io {
  stdout(text: string): void;
  stderr(text: string): void;
  /** Whether a person watches stderr. */
  isTerminal: boolean;
  loadEngine(): Promise<Engine>;
  /** Calls `listener` with errors that nothing caught, from now on. */
  onUncaught(listener: (thrown: unknown) => void): void;
  /** Makes the exit code 1 after the command has returned. */
  fail(): void;
}

export interface Exit {
  code: number;
  /** Whether the process may live on for timers that the file left. */
  linger: boolean;
}

export async function runCommand(args: readonly string[], io: Io): Promise<Exit> {
  try {
    const call = parseArguments(args);
    if (call === 'help') {
      io.stdout(help);
      return { code: 0, linger: false };
    }
    return await run(call, io);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.stderr(`normlab: ${error.message}\n`);
    return { code: 2, linger: false };
  }
}

async function run(call: RunCall, io: Io): Promise<Exit> {
  const extension = /\.(\w+)$/.exec(call.file)?.[1].toLowerCase();
  const isLesson = extension === 'md' || extension === 'markdown';
  if (!isLesson && !['js', 'mjs', 'py'].includes(extension ?? '')) {
    throw new UsageError(`expected a lesson (.md) or a file (.js), got '${call.file}'`);
  }
  if (!isLesson && call.update) throw new UsageError('expected a lesson with --update: a file has no stored output');
  const text = readText(call.file);
  if (isLesson) return { code: await runLesson(text, call, io), linger: false };
  return runFile(text, extension === 'py' ? 'python' : 'javascript', call, io);
}

function readText(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const reasons: Record<string, string> = {
      ENOENT: `there is no file '${file}'`,
      EISDIR: `expected a file, got the folder '${file}'`,
      EACCES: `'${file}' may not be read`,
    };
    throw new UsageError(
      reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? `'${file}' cannot be read: ${(error as Error).message}`,
    );
  }
  const text = bytes.toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(bytes)) throw new UsageError(`expected '${file}' to be UTF-8 text`);
  return text;
}
