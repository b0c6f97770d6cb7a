/** @file Entry of the kernel worker: the cells of a page, in both languages. */
import * as library from '../api/index.js';
import { engineFrom } from '../kernel/engine.js';
import { type Port, serveKernel } from '../kernel/server.js';
import { pythonBeside } from '../python/browser.js';
import { PythonSession } from '../python/session.js';

interface Files {
  wasmBinary: ArrayBuffer;
  digits: ArrayBuffer;
}

function start(files?: Files): void {
  const kernel = serveKernel(self as unknown as Port, async (onProgress) => {
    await library.load({ ...files, onProgress });
    // Python's files are beside the script; in a sandbox that has no address, so there is no Python.
    const python = files ? undefined : new PythonSession(pythonBeside(self.location.href));
    return { engine: engineFrom(library), memory: library.memory, setYield: library.setYield, python };
  });
  self.addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    kernel.uncaught(event.reason);
  });
  self.addEventListener('error', (event) => {
    event.preventDefault();
    kernel.uncaught(event.error ?? new Error(event.message));
  });
}

// In the sandbox the script has no address that the engine could be beside: its files are posted in.
if (self.location.protocol === 'blob:')
  self.addEventListener('message', ({ data }: MessageEvent<Files>) => start(data), { once: true });
else start();
