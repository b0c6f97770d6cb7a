// start/first-result/chromium: from Run to the first cell's result, nothing in the cache, the site on this machine.
import { summary } from '../statistics.mjs';
import { lessonPages, withSite } from '../site.mjs';

export const family = 'start';

export async function measure({ bench, wanted, quick, note }) {
  const name = `${family}/first-result/chromium`;
  if (!wanted(name)) return [];
  await bench.builtSite();
  const pages = lessonPages();
  const times = await withSite(async ({ visit }) => {
    const measured = [];
    for (let visits = 0; visits < (quick ? 4 : 12); visits += 1) {
      note(`visit ${visits + 1}`);
      measured.push(await visit(pages[visits % pages.length], firstResult));
    }
    return measured;
  });
  return [{ name, unit: 'ms', ours: summary(times), limit: { value: 1000 }, peers: {} }];
}

async function firstResult(page, url) {
  await page.goto(url, { waitUntil: 'networkidle0' });
  return page.evaluate(async () => {
    const cell = document.querySelector('[data-cell="0"]');
    const started = performance.now();
    cell.querySelector('.run').click();
    const state = await new Promise((resolve) => {
      const look = () => {
        if (['done', 'error', 'stopped'].includes(cell.dataset.state)) resolve(cell.dataset.state);
      };
      new MutationObserver(look).observe(cell, { attributes: true, attributeFilter: ['data-state'] });
      look();
    });
    if (state !== 'done') throw new Error(`the first cell ended as ${state}`);
    return performance.now() - started;
  });
}
