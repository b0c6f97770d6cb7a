/** @file Entry of the kernel worker. */
import * as library from '../api/index.js';
import { engineFrom } from './engine.js';
import { type Port, serveKernel } from './server.js';

interface Files {
  wasmBinary: ArrayBuffer;
  digits: ArrayBuffer;
}

function start(files?: Files): void {
  const kernel = serveKernel(self as unknown as Port, async (onProgress) => {
    await library.load({ ...files, onProgress });
    return { engine: engineFrom(library), memory: library.memory, setYield: library.setYield };
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
