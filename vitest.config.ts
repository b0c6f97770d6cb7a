import os from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import type { Reporter } from 'vitest/node';

const alias = { 'normlab-wasm': path.resolve(import.meta.dirname, 'build/wasm/normlab.mjs') };

/** By its own rule Vitest would leave one of two cores idle; a browser test keeps more than one core busy. */
const maxWorkers = Math.max(2, os.availableParallelism() >> 1);
/** A test waits for what must come, however busy the machine is. */
const expect = { poll: { timeout: 30_000 } };

/** Names each test that passed only at its second attempt, with what the first one met. */
const secondAttempts: Reporter = {
  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return;
    const [met] = test.result().errors ?? [];
    console.log(` second attempt: ${test.module.relativeModuleId} > ${test.fullName}: ${met?.message}`);
  },
};

export default defineConfig({
  test: {
    reporters: ['default', secondAttempts],
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'node',
          include: ['api', 'bench', 'cases', 'lessons', 'page', 'python'].map((folder) => `tests/${folder}/**/*.test.ts`),
          environment: 'node',
          maxWorkers,
          expect,
          testTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          environment: 'node',
          maxWorkers,
          expect,
          // Two browsers on a busy machine now and then miss what comes a frame later; a fault fails twice.
          retry: 1,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
