/** @file Debian's Chromium and Firefox, without a window, and pages that note everything that goes wrong. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer-core';

export const browserNames = ['chromium', 'firefox'] as const;
export type BrowserName = (typeof browserNames)[number];

const programs: Record<BrowserName, string[]> = {
  chromium: ['chromium', 'chromium-browser', 'google-chrome'],
  firefox: ['firefox-esr', 'firefox'],
};

export async function launch(name: BrowserName): Promise<Browser> {
  const executablePath = findProgram(name);
  if (name === 'firefox') return puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  // --disable-dev-shm-usage: in containers /dev/shm is too small for it.
  const args = [
    ...sandbox,
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-dev-shm-usage',
  ];
  return puppeteer.launch({ executablePath, headless: true, args });
}

/** What a page did that it should not: errors on its console, and requests to other hosts. */
export interface Watched {
  page: Page;
  faults: string[];
}

/** A new page that has the storage of an earlier page of the same browser or context. */
export async function openPage(browser: Browser | BrowserContext, url: string): Promise<Watched> {
  const page = await browser.newPage();
  const faults: string[] = [];
  const origin = new URL(url).origin;
  page.on('console', (message) => message.type() === 'error' && faults.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => faults.push(`uncaught: ${error instanceof Error ? error.message : String(error)}`));
  page.on('request', (request) => {
    const asked = new URL(request.url());
    if (/^(https?|wss?):$/.test(asked.protocol) && asked.origin !== origin) faults.push(`request to ${asked.origin}`);
  });
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(url);
  return { page, faults };
}

type Plain = string | number | boolean | null | undefined | Plain[];

/** Waits until `condition` gives something other than false, null or undefined in the page, and gives that. */
export async function until<A extends Plain[], R extends Plain>(
  page: Page,
  what: string,
  condition: (...args: A) => R | Promise<R>,
  ...args: A
): Promise<NonNullable<R>> {
  const end = Date.now() + 60_000;
  for (;;) {
    const result = (await page.evaluate(condition as (...args: unknown[]) => R, ...args)) as R;
    if (result !== false && result !== null && result !== undefined) return result;
    if (Date.now() > end) throw new Error(`waited 60 s for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function findProgram(name: BrowserName): string {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const candidates = programs[name].flatMap((program) => folders.map((folder) => path.join(folder, program)));
  const found = candidates.find((candidate) => fs.existsSync(candidate));
  if (!found) throw new Error(`[tests] expected ${programs[name].join(' or ')} on PATH of ${os.hostname()}, got none`);
  return found;
}
