/** @file One browser and one server for all tests of a block. */
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll } from 'vitest';
import { type BrowserName, launch } from './browsers.js';

/** What is there while the tests run. */
export interface Shared<S> {
  browser: Browser;
  server: S;
}

/** Registers the hooks. @param serve starts the server, of the site or of the widgets */
export function useBrowser<S extends { close(): Promise<void> }>(
  name: BrowserName,
  serve: () => Promise<S>,
): Shared<S> {
  const shared = {} as Shared<S>;
  beforeAll(async () => {
    shared.server = await serve();
    shared.browser = await launch(name);
  });
  afterAll(async () => {
    await shared.browser?.close();
    await shared.server?.close();
  });
  return shared;
}
