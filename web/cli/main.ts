/** @file The command `normlab` in Node. */
import { existsSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import * as library from '../api/index.js';
import { engineFrom } from '../kernel/engine.js';
import type { Engine } from '../kernel/session.js';
import { runCommand } from './command.js';
import { UsageError } from './usage.js';
import { type Running, watchOver } from './watch.js';

/** Runs the command with these arguments, in a thread of its own, and ends the process with its code. */
export function main(args: string[]): void {
  const worker = new Worker(fileURLToPath(import.meta.url), { argv: args, workerData: commandThread });
  const watch = watchOver({ stderr: (text) => write(2, text), exit: (code) => process.exit(code) });
  worker.on('message', (running: Running) => watch(running));
  worker.on('exit', (code) => process.exit(code));
}

/** Tells the command's thread from any other in which this file might be loaded. */
const commandThread = 'normlab command';
if (!isMainThread && workerData === commandThread) void command(process.argv.slice(2));

async function command(args: string[]): Promise<void> {
  // Node ends a program, without a word, when nothing can wake it any more.
  const stuck = (): void => {
    write(2, 'the cell waits for something that can never come (a promise that nobody settles)\n');
    process.exit(1);
  };
  process.once('beforeExit', stuck);
  const { code, linger } = await runCommand(args, {
    stdout: (text) => write(1, text),
    stderr: (text) => write(2, text),
    isTerminal: isatty(2),
    loadEngine,
    siteKit,
    onUncaught: (listener) => {
      process.on('uncaughtException', listener);
      process.on('unhandledRejection', listener);
    },
    running: (what, timeout = null) => parentPort?.postMessage({ what, timeout } satisfies Running),
    fail: () => {
      process.exitCode = 1;
    },
  });
  process.off('beforeExit', stuck);
  if (linger) process.exitCode = code;
  else process.exit(code);
}

async function loadEngine(): Promise<Engine> {
  const here = path.dirname(fileURLToPath(import.meta.url));
  // Beside the built command; or, when this file runs from the source tree, where the engine's build leaves it.
  const places = [path.join(here, 'normlab.wasm'), path.join(here, '../../build/wasm/normlab.wasm')];
  const file = places.find((place) => existsSync(place));
  if (file === undefined) throw new UsageError('the engine normlab.wasm is missing; run `npm run build` first');
  await library.load({
    wasmBinary: readFileSync(file),
    digits: readFileSync(path.join(path.dirname(file), 'digits.bin')),
  });
  return engineFrom(library);
}

function siteKit(): string {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const folder = [path.join(here, 'site'), path.join(here, '../../dist/site')].find((place) =>
    existsSync(path.join(place, 'kit.json')),
  );
  if (folder === undefined) throw new UsageError('the scripts of the page are missing; run `npm run build` first');
  return folder;
}

/** Writes at once, so that a cell that never ends is heard and a closed pipe is noticed. */
function write(descriptor: number, text: string): void {
  let bytes: Uint8Array = Buffer.from(text);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(descriptor, bytes));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EAGAIN') process.exit(1);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
