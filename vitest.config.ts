import path from 'node:path';
import { defineConfig } from 'vitest/config';

const alias = { 'normlab-wasm': path.resolve(import.meta.dirname, 'build/wasm/normlab.mjs') };

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'node',
          include: ['api', 'bench', 'cases', 'lessons', 'page', 'python'].map((folder) => `tests/${folder}/**/*.test.ts`),
          environment: 'node',
          testTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          environment: 'node',
          // Browsers and the training in them use more than one core each.
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
