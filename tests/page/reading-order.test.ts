/** @file Lessons follow their `order`: on the front page, and from one to the next. */
import { describe, expect, it } from 'vitest';
import { lessonPage, notRun } from '../../web/notebook/lesson-source.js';
import { lessonFiles, type SiteKit } from '../../web/notebook/site-pages.js';

const page = { script: 'page.js', styles: [] };
const kit: SiteKit = {
  pages: { lesson: page, home: page, help: page, open: page, bench: page },
  widgets: {},
  faces: {},
  icon: 'icon.svg',
  serviceWorker: '',
  files: [],
};

async function siteOf(orders: Record<string, string>): Promise<Map<string, string>> {
  const lessons = await Promise.all(
    Object.entries(orders).map(([id, order]) =>
      lessonPage(id, `---\ntitle: Lesson ${id}\n${order}\n---\nWords.\n`, {
        ...notRun,
        warn: () => undefined,
        widgets: [],
      }),
    ),
  );
  return new Map(lessonFiles(lessons, kit));
}

function listed(site: Map<string, string>): string[] {
  return [...site.get('index.html')!.matchAll(/<h3><a href="(\w+)\.html">/g)].map((match) => match[1]);
}

function neighbours(site: Map<string, string>, id: string): (string | undefined)[] {
  const text = site.get(`${id}.html`)!;
  return ['prev', 'next'].map((rel) => new RegExp(`rel="${rel}" href="(\\w+)\\.html"`).exec(text)?.[1]);
}

describe('the reading order', () => {
  it('is by order, and by name where there is none or the same', async () => {
    const site = await siteOf({ z: 'order: 0', a: '', c: 'order: 10', d: 'order: 2', b: '', e: 'order: 2' });
    expect(listed(site)).toEqual(['z', 'd', 'e', 'c', 'a', 'b']);
  });

  it('is followed by links from lesson to lesson, which in the files lead to files', async () => {
    const text = '---\ntitle: T\n---\n[a](b.md) [b](b.md#part) [c](#part) [d](https://x.org/b.md) `[e](b.md)`\n';
    const { blocks } = await lessonPage('a', text, { ...notRun, warn: () => undefined, widgets: [] });
    const links = [...(blocks[0] as { html: string }).html.matchAll(/href="([^"]*)"/g)].map((match) => match[1]);
    expect(links).toEqual(['b.html', 'b.html#part', '#part', 'https://x.org/b.md']);
  });

  it('leads from each lesson to the one before and the one after', async () => {
    const site = await siteOf({ one: 'order: 1', two: 'order: 2', three: 'order: 3' });
    expect(['one', 'two', 'three'].map((id) => neighbours(site, id))).toEqual([
      [undefined, 'two'],
      ['one', 'three'],
      ['two', undefined],
    ]);
    expect(site.get('two.html')).toContain('Lesson three');
  });
});
