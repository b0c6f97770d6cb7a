/**
 * @file A lesson page for each test of a file: one browser and one server for all, storage of its own for each test.
 */
import type { Browser, BrowserContext } from 'puppeteer-core';
import { afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type BrowserName, openPage, until, type Watched } from './browsers.js';
import { serveSite, type Site } from './site.js';
import { useBrowser } from './use-browser.js';

export interface LessonFixture {
  site: Site;
  browser: Browser;
  /** What tabs of one reader share. */
  reader: BrowserContext;
  watched: Watched;
  page: Watched['page'];
  /** Another tab of the same reader. Its faults count, too. */
  openTab(path?: string): Promise<Watched['page']>;
}

/** Registers the hooks. @param path of the page below the site's folder */
export function useLesson(name: BrowserName, path = 'digits.html'): LessonFixture {
  const fixture = {} as LessonFixture;
  let tabs: Watched[] = [];
  fixture.openTab = async (other = path) => {
    const tab = await openPage(fixture.reader, fixture.site.url + other);
    tabs.push(tab);
    await untilReady(tab.page);
    return tab.page;
  };
  const shared = useBrowser(name, serveSite);
  beforeAll(() => {
    fixture.site = shared.server;
    fixture.browser = shared.browser;
  });
  beforeEach(async () => {
    tabs = [];
    fixture.reader = await fixture.browser.createBrowserContext();
    fixture.page = await fixture.openTab();
    [fixture.watched] = tabs;
  });
  afterEach(async () => {
    await fixture.reader.close();
    for (const { faults } of tabs) expect(faults).toEqual([]);
  });
  return fixture;
}

/** Waits until the page's script has taken over. */
export async function untilReady(page: LessonFixture['page']): Promise<void> {
  await until(
    page,
    'the script',
    () => document.querySelector<HTMLButtonElement>('[data-action="runAll"]')?.disabled === false,
  );
}
