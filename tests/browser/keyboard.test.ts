/** @file A tour of each page with the Tab key alone: every control is reached in its place, is seen, and lets go. */
import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { browserNames, openPage, until } from './support/browsers.js';
import { pageNames, serveSite } from './support/site.js';
import { useBrowser } from './support/use-browser.js';

/** What stands in a widget's place until it works has controls too, which then go; the widget's own are its tests'. */
async function untilWidgets(page: Page): Promise<void> {
  await until(page, 'the widgets', () => {
    const stills = [...document.querySelectorAll('.lesson-figure[data-widget] [slot="fallback"]')];
    const waiting = stills.find((still) => still.checkVisibility({ visibilityProperty: true }));
    waiting?.scrollIntoView();
    return waiting === undefined;
  });
  await page.evaluate(() => scrollTo(0, 0));
}

/** Numbers all controls that Tab should reach, in the order of the page. Of radio buttons that is one of each group. */
const numberControls = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const controls = 'a[href], button:not(:disabled), input:not(:disabled), summary, [tabindex="0"]';
    const groups = new Set<string>();
    const reachable = [...document.querySelectorAll<HTMLInputElement>(controls)].filter((element) => {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.tabIndex < 0) return false;
      if (element.type !== 'radio') return true;
      const group = [...document.getElementsByName(element.name)] as HTMLInputElement[];
      const isFirst = !groups.has(element.name);
      groups.add(element.name);
      // Tab goes to the one that is chosen; until then to the first.
      return group.some(({ checked }) => checked) ? element.checked : isFirst;
    });
    reachable.forEach((element, i) => (element.dataset.tour = String(i)));
    return reachable.length;
  });

interface Stop {
  /** Number of the control; null for what scrolls and for the window itself. */
  number: number | null;
  seen: boolean;
  what: string;
}

const stopAt = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    // The slider of a chart is invisible; its plot shows where it is.
    const shown = element.matches('.chart-scrub') ? element.parentElement! : element;
    const { top, bottom, width, height } = shown.getBoundingClientRect();
    const style = getComputedStyle(shown);
    const isMarked = style.outlineStyle !== 'none' || style.boxShadow !== 'none';
    return {
      number: element.dataset.tour === undefined ? null : Number(element.dataset.tour),
      seen: bottom > 0 && top < innerHeight && width > 0 && height > 0 && isMarked,
      what: element.outerHTML.slice(0, 120),
    };
  });

describe.each(browserNames)('the Tab key in %s', (name) => {
  const shared = useBrowser(name, serveSite);

  test.each(pageNames())('reaches every control of /%s, in order', async (path) => {
    const { page } = await openPage(shared.browser, shared.server.url + path);
    await page.waitForNetworkIdle();
    await untilWidgets(page);
    const count = await numberControls(page);
    expect(count).toBeGreaterThan(4);
    const reached: number[] = [];
    const unseen: string[] = [];
    // Boxes that scroll take the focus too, so there may be more stops than controls.
    for (let i = 0; i < 3 * count && reached.length < count; i++) {
      await page.keyboard.press('Tab');
      let stop = await stopAt(page);
      if (stop.number === null) continue;
      reached.push(stop.number);
      // A browser may scroll to it a frame later.
      for (let wait = 0; wait < 20 && !stop.seen; wait++) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        stop = await stopAt(page);
      }
      if (!stop.seen) unseen.push(stop.what);
    }
    expect(reached).toEqual(Array.from({ length: count }, (_, i) => i));
    expect(unseen).toEqual([]);
    await page.close();
  });
});
