/** @file Two races on one page take turns in one engine: each has the curves, bit for bit, that it has alone. */
import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { browserNames, until } from './support/browsers.js';
import { useBrowser } from './support/use-browser.js';
import { serveWidgets } from './support/widget-host.js';

const races = {
  one: 'seed="3" epochs="3" depth="4"',
  two: 'seed="4" epochs="1" lanes="batch; layer depth=3; none lr=1e38"',
};
type Name = keyof typeof races;

interface Curves {
  state: string;
  /** Each lane's losses as the bits of doubles. */
  losses: string[];
}

describe.each(browserNames)('two races in %s', (browserName) => {
  const shared = useBrowser(browserName, serveWidgets);

  async function open(names: Name[]): Promise<Page> {
    const page = await shared.browser.newPage();
    // Both are seen, or they would not run.
    await page.setViewport({ width: 1000, height: 3000 });
    const note =
      '<script>window.ended = {}; addEventListener("result", ({ target, detail }) => (ended[target.id] = detail));</script>';
    const script = `<script type="module" src="${shared.server.assets}widgets/race.js"></script>`;
    const elements = names.map((name) => `<normlab-race id="${name}" ${races[name]}></normlab-race>`);
    await page.goto(shared.server.page(note + script + elements.join('')));
    return page;
  }

  const curves = (page: Page, name: Name): Promise<Curves> =>
    until(
      page,
      `the end of ${name}`,
      (id: string) => {
        const { ended } = window as unknown as {
          ended: Record<string, { result: { lanes: { losses: number[] }[] } } | undefined>;
        };
        if (!ended[id]) return null;
        const bits = (values: number[]): string =>
          [...new BigUint64Array(new Float64Array(values).buffer)].map((value) => value.toString(16)).join(' ');
        const widget = document.getElementById(id) as unknown as { state(): object };
        return JSON.stringify({
          state: JSON.stringify(widget.state()),
          losses: ended[id].result.lanes.map(({ losses }) => bits(losses)),
        });
      },
      name,
    ).then((json) => JSON.parse(json) as Curves);

  const press = (page: Page, name: Name, label: string): Promise<boolean> =>
    until(
      page,
      `${label} of ${name}`,
      (id: string, text: string) => {
        const tree = document.getElementById(id)?.shadowRoot;
        const button = [...(tree?.querySelectorAll('button') ?? [])].find((one) => one.textContent.trim() === text);
        if (!button || button.disabled) return false;
        button.click();
        return true;
      },
      name,
      label,
    );

  test('each gives exactly what it gives alone', async () => {
    const alone = {} as Record<Name, Curves>;
    for (const name of Object.keys(races) as Name[]) {
      const page = await open([name]);
      alone[name] = await curves(page, name);
      await page.close();
    }
    expect(alone.one.losses).toHaveLength(4);
    expect(alone.two.losses).toHaveLength(3);
    expect(new Set([...alone.one.losses, ...alone.two.losses]).size).toBe(7);

    const page = await open(['one', 'two']);
    // The first is halted in its middle, and goes on after the second has ended.
    await press(page, 'one', 'Pause');
    const two = await curves(page, 'two');
    expect(await page.evaluate(() => 'one' in (window as unknown as { ended: object }).ended)).toBe(false);
    await press(page, 'one', 'Go on');
    expect(await curves(page, 'one')).toEqual(alone.one);
    expect(two).toEqual(alone.two);
    await page.close();

    // And both run at once, from beginning to end.
    const both = await open(['one', 'two']);
    expect([await curves(both, 'one'), await curves(both, 'two')]).toEqual([alone.one, alone.two]);
    await both.close();
  });
});
