// How the scripts run commands and tell what they do: one titled step at a time, with progress and elapsed time.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** A failure whose message is meant for the person at the terminal, without a stack. */
export class Failure extends Error {}

/** "0:07", "12:40". */
export function clock(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export function say(text = '') {
  process.stdout.write(`${text}\n`);
}

/**
 * Runs `work` under a title. `work` gets `note(text)`, which shows how far it is: in place on a terminal, as a line
 * of its own every 15 s elsewhere. A text that `work` returns is told with the time.
 */
export async function step(title, work) {
  const started = Date.now();
  const live = process.stdout.isTTY === true;
  let text = '';
  const draw = () => {
    const line = `  ${title} … ${text ? `${text}  ` : ''}${clock(Date.now() - started)}`;
    if (live) process.stdout.write(`\r\x1b[2K${line.slice(0, (process.stdout.columns ?? 80) - 1)}`);
    else say(line);
  };
  const timer = setInterval(draw, live ? 500 : 15_000);
  try {
    const result = await work((note) => {
      text = note;
      if (live) draw();
    });
    if (live) process.stdout.write('\r\x1b[2K');
    say(`  ${title}: ${typeof result === 'string' ? `${result}, ` : ''}${clock(Date.now() - started)}`);
    return result;
  } catch (error) {
    if (live) process.stdout.write('\r\x1b[2K');
    say(`  ${title}: failed after ${clock(Date.now() - started)}`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** Shows a text at most every 30 s, with the time since the start: a long build should be seen to move. */
export function ticker() {
  const started = Date.now();
  let last = started;
  return (text) => {
    if (Date.now() - last < 30_000) return;
    last = Date.now();
    say(`  … ${text}  ${clock(Date.now() - started)}`);
  };
}

/**
 * Runs a command in the project's folder and gives its exit code and output. `onLine` sees each line as it comes.
 * `stdin: true` hands the terminal's input on, for a password.
 */
export function run(command, args, { onLine, env, stdin = false, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: [stdin ? 'inherit' : 'ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      let rest = '';
      stream.setEncoding('utf8');
      stream.on('data', (chunk) => {
        output += chunk;
        const lines = (rest + chunk).split(/\r?\n/);
        rest = lines.pop();
        if (onLine) for (const line of lines) onLine(line);
      });
      stream.on('end', () => {
        if (rest && onLine) onLine(rest);
      });
    }
    child.on('error', (error) =>
      reject(error.code === 'ENOENT' ? new Failure(`${command} isn't installed, or not on PATH.`) : error),
    );
    child.on('close', (code, signal) => resolve({ code: code ?? 1, signal, output }));
  });
}

/** Like `run`, but a failing command throws a Failure that carries its output. */
export async function mustRun(command, args, options) {
  const result = await run(command, args, options);
  if (result.code !== 0) {
    const tail = result.output.trimEnd().split('\n').slice(-80).join('\n');
    throw new Failure(`${tail}\n${command} ${args.join(' ')} ended with ${result.signal ?? `exit code ${result.code}`}.`);
  }
  return result;
}

/** Runs a script's `main`, and turns a Failure into its sentence and exit code 1. */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`\n${error instanceof Failure ? error.message : error.stack}\n`);
    process.exitCode = 1;
  }
}

/** True if the module is the program that Node was started with. */
export function isMain(meta) {
  return process.argv[1] !== undefined && fs.realpathSync(process.argv[1]) === fileURLToPath(meta.url);
}
