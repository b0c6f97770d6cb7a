/** @file The worker in which the cells of the site's own lessons run. */
import type { WorkerLike } from '../kernel/client.js';

export function createKernelWorker(): WorkerLike {
  return new Worker(new URL('../kernel/worker.ts', import.meta.url), { type: 'module' });
}
