/**
 * @file Figures of a lesson: a picture before any script, widgets fetched when they come near, their state in links.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accessibilityFindings } from './support/axe.js';
import { browserNames, launch, openPage, until, type Watched } from './support/browsers.js';
import { makeDialSite } from './support/dial-site.js';
import { choose, textOf } from './support/lesson-driver.js';
import { untilReady } from './support/lesson-fixture.js';
import { serveSite, type Site } from './support/site.js';

const askedForDial = (site: Site): boolean => site.asked.some((one) => one.path === 'assets/dial.js');

async function dialText(page: Page): Promise<string> {
  await page.evaluate(() => document.querySelector('normlab-dial')!.scrollIntoView({ block: 'center' }));
  return until(page, 'the dial', () => document.querySelector('normlab-dial')?.shadowRoot?.textContent ?? null);
}

describe.each(browserNames)('figures in %s', (name) => {
  let folder: string;
  let site: Site;
  let browser: Browser;
  let watched: Watched;

  beforeAll(async () => {
    folder = await makeDialSite();
    browser = await launch(name);
  });
  afterAll(async () => {
    await browser?.close();
    await fs.rm(path.dirname(folder), { recursive: true });
  });
  beforeEach(async () => {
    site = await serveSite({ folder });
    watched = await openPage(browser, `${site.url}figures.html`);
    await untilReady(watched.page);
  });
  afterEach(async () => {
    await watched.page.close();
    await site.close();
  });

  test('show their pictures and captions; a chart is live, a widget waits until it is near', async () => {
    const { page, faults } = watched;
    const seen = await page.evaluate(() => ({
      captions: [...document.querySelectorAll('.lesson-figure > figcaption')].map((e) => e.textContent!.trim()),
      // A widget's still is a picture, no chart that can be read.
      live: [...document.querySelectorAll('.lesson-figure figure.chart')].map(
        (e) => e.querySelector('.chart-scrub') !== null,
      ),
      still: document.querySelector('normlab-dial svg')!.getAttribute('aria-label'),
    }));
    expect(seen).toMatchObject({ captions: ['A curve.', 'A dial.'], live: [true, false] });
    expect(seen.still).toContain('The dial, still');
    expect(askedForDial(site)).toBe(false);
    expect(await dialText(page)).toBe('dial at 4');
    expect(askedForDial(site)).toBe(true);
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('that cannot be loaded keep their still and say so', async () => {
    site.broken.add('dial.js');
    const { page } = watched;
    await page.evaluate(() => document.querySelector('normlab-dial')!.scrollIntoView());
    await until(page, 'the words', () => document.querySelector('.lesson-figure .lesson-problem') !== null);
    expect(await textOf(page, '.lesson-figure .lesson-problem')).toContain('could not be loaded');
    expect(
      await page.evaluate(() => document.querySelector('normlab-dial svg')!.getBoundingClientRect().height),
    ).toBeGreaterThan(20);
  });

  test('are in the link as the reader has set them', async () => {
    const { page, faults } = watched;
    await dialText(page);
    await page.evaluate(() => document.querySelector('normlab-dial')!.shadowRoot!.querySelector('button')!.click());
    expect(await dialText(page)).toBe('dial at 5');
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: async (text: string) => void (document.body.dataset.copied = text) },
      });
    });
    await choose(page, 'copyLink');
    const link = await until(page, 'the link', () => document.body.dataset.copied ?? null);
    expect(await textOf(page, '.toolbar-status')).toBe('Copied: a link to this lesson with 1 figure changed.');

    const other = await openPage(browser, link);
    await until(other.page, 'the offer', () => document.querySelector<HTMLElement>('.toolbar-offer')?.hidden === false);
    expect(await textOf(other.page, '.toolbar-status')).toBe('This link brings 1 figure changed by someone.');
    // Nothing is set before a press.
    expect(await dialText(other.page)).toBe('dial at 4');
    await other.page.click('.toolbar-offer');
    await until(
      other.page,
      'the setting',
      () => document.querySelector('normlab-dial')!.shadowRoot!.textContent === 'dial at 5',
    );
    expect(other.page.url()).not.toContain('#work');
    await other.page.close();
    expect([...faults, ...other.faults]).toEqual([]);
  });
});
