/** @file `normlab build`: which files it makes a site of, and what it says of the others. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cell, stored, useCommand } from './use-command.js';

const { file, normlab, place } = useCommand();

const pages = ['lesson', 'home', 'help', 'open', 'bench'].map((kind) => [kind, { script: 'a.js', styles: [] }]);
const kit = {
  pages: Object.fromEntries(pages) as object,
  widgets: { race: 'widgets/race.js' },
  faces: {},
  icon: 'icon.svg',
  serviceWorker: '',
  files: ['help.html'],
};

async function build(out: string): Promise<{ code: number; said: string[]; running: string[] }> {
  file('kit/kit.json', JSON.stringify(kit));
  file('kit/help.html', 'help');
  const running: string[] = [];
  const { code, stderr } = await normlab(['build', place('lessons'), '--out', place(out)], {
    siteKit: place('kit'),
    running: (what) => void (what !== null && running.push(what)),
  });
  return { code, said: stderr.trimEnd().split('\n'), running };
}

describe('a site', () => {
  it('takes the pictures and files that lessons show and link to, and says which are missing', async () => {
    file('lessons/images/a b.png', 'picture');
    file('lessons/table.csv', '1');
    file('outside.png', 'no');
    file(
      'lessons/a.md',
      '# A\n\n![A](images/a%20b.png) [t](table.csv) [b](b.md#x) [help](help.html) [top](#a) [home](./)\n' +
        '![gone](gone.png)\n[gone](c.md) ![out](../outside.png)\n',
    );
    file('lessons/b.md', '# B\n');
    const { code, said } = await build('site');
    expect([code, said]).toEqual([
      1,
      [
        "a.md:4: there is no picture 'gone.png' beside the lesson",
        "a.md:5: the link 'c.md' leads nowhere: there is no such lesson",
        "a.md:5: expected the file '../outside.png' to be in the folder of the lesson",
        'site: 2 lessons',
      ],
    ]);
    expect(readFileSync(place('site/images/a b.png'), 'utf8')).toBe('picture');
    expect(existsSync(place('site/table.csv'))).toBe(true);
    expect(existsSync(place('outside.png'))).toBe(true);
    expect(existsSync(place('site/gone.png'))).toBe(false);
  });

  it('is fetched anew when a picture changes', async () => {
    file('lessons/a.md', '# A\n\n![p](p.png)\n');
    const worker = async (picture: string): Promise<string> => {
      file('lessons/p.png', picture);
      expect((await build('site')).code).toBe(0);
      return readFileSync(place('site/sw.js'), 'utf8');
    };
    const [first, second] = [await worker('one'), await worker('two')];
    expect(first).toContain('"p.png"');
    expect(first).not.toBe(second);
  });

  it('says what it leaves out, and what front matter it does not read', async () => {
    file('lessons/a.md', '---\ntitel: A\n---\n\n# A\n');
    file('lessons/README.md', '# About\n');
    file('lessons/part two/b.md', '# B\n');
    file('lessons/images/x.png', '');
    const { code, said } = await build('lessons/site');
    expect([code, said]).toEqual([
      0,
      [
        'README.md: note: left out, it is no lesson',
        "part two/: note: left out, only lessons right in 'lessons' are pages of the site",
        "a.md:2: note: expected one of title, description, minutes, order, lang, got 'titel'",
        'lessons/site: 1 lesson',
      ],
    ]);
  });

  it('is not built over a file', async () => {
    file('lessons/a.md', '# A\n');
    file('out', 'mine');
    const { code, said } = await build('out');
    expect([code, said]).toEqual([2, ["normlab: expected a folder for --out, 'out' is a file"]]);
    expect(readFileSync(place('out'), 'utf8')).toBe('mine');
  });

  it('is not written among the lessons', async () => {
    file('lessons/a.md', '# A\n');
    const { code, said } = await build('lessons/../lessons');
    expect([code, said]).toEqual([
      2,
      ["normlab: expected another folder for --out than that of the lessons, 'lessons'"],
    ]);
    expect(existsSync(place('lessons/a.html'))).toBe(false);
  });

  it('tells what a widget would say of its attributes', async () => {
    file('lessons/a.md', '# A\n\n```figure\nwidget: race\nattributes: { depth: deep }\n```\n');
    const { code, said } = await build('site');
    expect(code).toBe(1);
    expect(said[0]).toMatch(/^a\.md:5: the widget race: depth: expected a whole number from 1 to \d+, got "deep"$/);
  });

  it('compares what a cell prints as run does: floods, tables, what goes to stderr, and after a cell that failed', async () => {
    const flood = Array.from({ length: 1000 }, (_, i) => `${i}`);
    const tail = Array.from({ length: 200 }, (_, i) => `${2800 + i}`);
    file(
      'lessons/a.md',
      '# A\n\n' +
        cell('for (let i = 0; i < 3000; i++) { console.error("aside"); console.log(i); }') +
        stored([...flood, '… 1,800 lines skipped', ...tail].join('\n')) +
        cell('throw new Error("on purpose")') +
        cell('const x = 7;\nx') +
        stored('7'),
    );
    const { code, said, running } = await build('site');
    expect(code).toBe(1);
    expect(said).toEqual([
      expect.stringMatching(/^a\.md:\d+: the cell could not be run: Error on line 1: on purpose$/),
      'site: 1 lesson',
    ]);
    expect(running).toHaveLength(3);
    expect(running[0]).toBe('a.md:3: the cell');
  });

  it('has the language that a lesson says', async () => {
    file('lessons/a.md', '---\nlang: de\n---\n\n# A\n');
    file('lessons/b.md', '# B\n');
    await build('site');
    const page = (name: string): string => readFileSync(place(`site/${name}`), 'utf8');
    expect(page('a.html')).toMatch(/<html lang="de">[^]*<header class="page" lang="en">/);
    expect(page('b.html')).toContain('<html lang="en">');
    expect(page('b.html')).not.toContain('<header class="page" lang');
  });
});
