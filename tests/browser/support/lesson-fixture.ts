/** @file A lesson page for each test of a file: one browser and one server for all of them. */
import type { Browser } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type BrowserName, launch, openPage, until, type Watched } from './browsers.js';
import { serveSite, type Site } from './site.js';

export interface LessonFixture {
  site: Site;
  browser: Browser;
  watched: Watched;
  page: Watched['page'];
}

/** Registers the hooks. @param path of the page below the site's folder */
export function useLesson(name: BrowserName, path = 'digits.html'): LessonFixture {
  const fixture = {} as LessonFixture;
  beforeAll(async () => {
    fixture.site = await serveSite();
    fixture.browser = await launch(name);
  });
  afterAll(async () => {
    await fixture.browser?.close();
    await fixture.site?.close();
  });
  beforeEach(async () => {
    fixture.watched = await openPage(fixture.browser, fixture.site.url + path);
    fixture.page = fixture.watched.page;
    await untilReady(fixture.page);
  });
  afterEach(async () => {
    await clearStorage(fixture.page);
    await fixture.page.close();
    expect(fixture.watched.faults).toEqual([]);
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

async function clearStorage(page: LessonFixture['page']): Promise<void> {
  await page.evaluate(() => localStorage.clear());
}
