/** @file The widgets of the lessons: a still that says what the live one says, in room that the live one fills. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'puppeteer-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from '../../web/lesson/index.js';
import { browserNames, openPage, until } from './support/browsers.js';
import { serveSite } from './support/site.js';
import { useBrowser } from './support/use-browser.js';

const folder = path.resolve(import.meta.dirname, '../../examples');
const figures = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) => {
    const { blocks } = parse(readFileSync(path.join(folder, name), 'utf8'));
    const own = blocks.flatMap((block) => (block.kind === 'figure' && block.figure.widget ? [block.figure.widget] : []));
    return own.map((widget, i) => [`${path.basename(name, '.md')}.html`, widget, i] as const);
  });

/** What a reader without scripts has of a figure. */
interface Seen {
  words: string;
  charts: string[];
  numbers: string[];
  height: number;
  room: [number, number];
}

function stillOf(page: Page, index: number): Promise<Seen> {
  return page.evaluate((at) => {
    const figure = document.querySelectorAll<HTMLElement>('.lesson-figure[data-widget]')[at];
    const still = figure.querySelector('[slot="fallback"]')!;
    const px = (name: string): number => parseFloat(getComputedStyle(figure).getPropertyValue(name));
    return {
      words: still.querySelector('.still-words')!.textContent,
      charts: [...still.querySelectorAll('.chart-wide')].map((chart) => chart.getAttribute('aria-label')!),
      numbers: [...still.querySelectorAll('.still-table td span')].map((span) => span.textContent),
      height: still.getBoundingClientRect().height,
      room: [px('--in-column'), px('--on-phone')] as [number, number],
    };
  }, index);
}

/** Brings a figure to life, and waits for its result. */
async function live(page: Page, index: number): Promise<Omit<Seen, 'room'>> {
  await page.evaluate(
    (at) => document.querySelectorAll('.lesson-figure[data-widget]')[at].scrollIntoView({ block: 'center' }),
    index,
  );
  await until(
    page,
    'the widget',
    (at: number) => {
      const widget = document.querySelectorAll('.lesson-figure[data-widget]')[at].firstElementChild!;
      const figure = widget.shadowRoot?.querySelector('[part="figure"]');
      return figure?.getAttribute('aria-busy') === 'false' && figure.querySelector('[part="words"]') !== null;
    },
    index,
  );
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page.evaluate((at) => {
    const widget = document.querySelectorAll('.lesson-figure[data-widget]')[at].firstElementChild!;
    const body = widget.shadowRoot!.querySelector('[part="body"]')!;
    return {
      words: widget.shadowRoot!.querySelector('[part="words"]')!.textContent.trim(),
      charts: [...body.querySelectorAll('figure.chart svg')].map((chart) => chart.getAttribute('aria-label')!),
      numbers: [
        ...[...body.querySelectorAll('input')].map((input) => input.value),
        ...[...body.querySelectorAll('td, b')].map((cell) => cell.textContent.trim()),
      ],
      height: widget.shadowRoot!.querySelector('[part="figure"]')!.getBoundingClientRect().height,
    };
  }, index);
}

const numberOf = (text: string): number => Number(text.replace('−', '-').replaceAll(',', ''));

/** A face that comes late is not used (font-display: optional). */
const faces = ['the own faces', 'the faces of the system'] as const;

describe.each(browserNames.flatMap((name) => faces.map((face) => [name, face] as const)))('figures in %s, %s', (name, face) => {
  const shared = useBrowser(name, serveSite);
  const saysNoFace = (fault: string): boolean => face === faces[1] && /404|downloadable font/.test(fault);
  beforeAll(() => {
    if (face === faces[1]) shared.server.broken.add('.woff2');
  });

  test.each(figures)('%s: the still of %s (%i) has the numbers of the live one, and its room is filled', async (file, _, i) => {
    const { page, faults } = await openPage(shared.browser, shared.server.url + file);
    const still = await stillOf(page, i);
    const wide = await live(page, i);
    expect(still.words).toBe(wide.words);
    expect(still.charts.length + still.numbers.length).toBeGreaterThan(0);
    for (const chart of wide.charts) expect(still.charts).toContain(chart);
    const there = wide.numbers.map(numberOf);
    for (const text of still.numbers) {
      // The live one may write fewer decimals.
      expect(there.some((value) => Math.abs(value - numberOf(text)) < 0.0051), text).toBe(true);
    }
    expect(wide.height).toBeLessThanOrEqual(still.room[0]);
    expect(wide.height).toBeGreaterThan(0.94 * still.room[0]);
    // With the title above it.
    expect(still.height + 36).toBeLessThan(still.room[0]);
    await page.close();

    const phone = await openPage(shared.browser, 'about:blank');
    await phone.page.setViewport({ width: 320, height: 640 });
    await phone.page.goto(shared.server.url + file);
    const narrow = await stillOf(phone.page, i);
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    const small = await live(phone.page, i);
    expect(small.height).toBeLessThanOrEqual(narrow.room[1]);
    expect(small.height).toBeGreaterThan(0.94 * narrow.room[1]);
    expect(narrow.height + 60).toBeLessThan(narrow.room[1]);
    await phone.page.close();
    expect(faults.filter((fault) => !saysNoFace(fault))).toEqual([]);
  });
});

// Firefox cannot be told to run no scripts.
describe('the figures of the lessons without JavaScript', () => {
  const shared = useBrowser('chromium', serveSite);

  test.each([...new Set(figures.map(([file]) => file))])('%s: a picture, the result in words and the caption', async (file) => {
    const page = await shared.browser.newPage();
    await page.setJavaScriptEnabled(false);
    await page.setViewport({ width: 1000, height: 900 });
    await page.goto(shared.server.url + file);
    const seen = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.lesson-figure[data-widget]')].map((figure) => {
        const shown = [...figure.querySelectorAll('.chart-wide, .chart-narrow, .still-table')].filter((one) =>
          one.checkVisibility(),
        );
        const boxes = [figure, ...figure.querySelectorAll('.still-words, :scope > figcaption'), ...shown];
        return {
          pictures: shown.map((one) => one.getBoundingClientRect().width > 150),
          text: figure.innerText,
          empty: boxes.some((one) => one.getBoundingClientRect().height < 15),
        };
      }),
    );
    expect(seen).toHaveLength(figures.filter(([other]) => other === file).length);
    for (const { pictures, text, empty } of seen) {
      expect(pictures.length).toBeGreaterThan(0);
      expect(pictures).not.toContain(false);
      expect(empty).toBe(false);
      expect(text.length).toBeGreaterThan(100);
    }
    await page.close();
  });
});
