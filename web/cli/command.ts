/** @file The command: finds out what is asked and does it. Knows the terminal only through `Io`. */
import type { Engine } from '../kernel/session.js';
import { readText } from './read-text.js';
import { runFile } from './run-file.js';
import { runLesson } from './run-lesson.js';
import { buildSite } from './build-site.js';
import { preview } from './preview.js';
import { help, parseArguments, type RunCall, UsageError } from './usage.js';

/** The command's surroundings. */
export interface Io {
  stdout(text: string): void;
  stderr(text: string): void;
  /** Whether a person watches stderr. */
  isTerminal: boolean;
  loadEngine(): Promise<Engine>;
  /** Folder of the page's scripts and styles. */
  siteKit(): string;
  /** Calls `listener` with errors that nothing caught, from now on. */
  onUncaught(listener: (thrown: unknown) => void): void;
  /**
   * Tells what runs from now on (`a.md:12: cell 3`), or that nothing does: a cell that never yields is named by
   * whoever watches, and ended after `timeout` seconds.
   */
  running(what: string | null, timeout?: number | null): void;
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
    if (call.command === 'build') return { code: await buildSite(call, io), linger: false };
    if (call.command === 'preview') {
      await preview(call.file, io);
      return { code: 0, linger: true };
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
    throw new UsageError(`expected a lesson (.md) or a file (.js, .py), got '${call.file}'`);
  }
  if (!isLesson && call.update) throw new UsageError('expected a lesson with --update: a file has no stored output');
  const text = readText(call.file);
  if (isLesson) return { code: await runLesson(text, call, io), linger: false };
  return runFile(text, extension === 'py' ? 'python' : 'javascript', call, io);
}
