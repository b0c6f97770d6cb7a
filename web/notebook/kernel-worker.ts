/** @file The worker in which the cells of the site's own lessons run, and its script's address. */
import type { WorkerLike } from '../kernel/client.js';
import workerUrl from './worker.ts?worker&url';

/** A classic script, because a sandbox can start no other. */
export const kernelScript = new URL(workerUrl, import.meta.url);

export function createKernelWorker(): WorkerLike {
  return new Worker(kernelScript, { type: import.meta.env.DEV ? 'module' : 'classic' });
}
