/** @file Accessibility findings of a page, by axe-core. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';

const source = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  violations: { id: string; impact: string; nodes: { html: string }[] }[];
}

/** One line per finding, with the first element that has it. */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  await page.evaluate(source);
  const { violations } = (await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<unknown> } }).axe.run(),
  )) as AxeResult;
  return violations.map(({ id, impact, nodes }) => `${id} (${impact}): ${nodes[0].html.slice(0, 200)}`);
}
