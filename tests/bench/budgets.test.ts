/**
 * The budgets that are sizes. What a page loads is held by tests/browser/every-page.test.ts, a step's memory in C++.
 */
import { expect, it } from 'vitest';
import { budgets, engineSizes } from '../../scripts/bench/measure/size.mjs';

it('the engine, wasm and glue, is at most 200 kB gzip', () => {
  expect(budgets.engine).toBe(200);
  const { engine, wasm, glue } = engineSizes();
  expect(wasm).toBeGreaterThan(50_000);
  expect(glue).toBeGreaterThan(2000);
  expect(engine).toBeLessThanOrEqual(200_000);
});
