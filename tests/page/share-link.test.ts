/** @file Links that carry edits. */
import { describe, expect, it } from 'vitest';
import { linkWith, readLink, type Shared } from '../../web/notebook/share-link.js';

const shared: Shared = {
  lesson: 'digits',
  edits: [{ index: 2, author: 'k3', source: 'const é = "😀"; // <script>\n'.repeat(50) }],
  settings: {},
};
const address = 'https://example.org/course/digits.html?x=1#part';
const fragmentOf = (link: string): string => link.slice(link.indexOf('#'));

describe('a link with edits', () => {
  it('gives them back, is short, and has them behind the #', async () => {
    const link = await linkWith(address, shared);
    expect(link).toMatch(/^https:\/\/example\.org\/course\/digits\.html\?x=1#work=[\w-]+$/);
    expect(link.length).toBeLessThan(300);
    expect(await readLink(fragmentOf(link))).toEqual(shared);
  });

  it.each(['', '#', '#part', '#a=b'])('is none: %j', async (fragment) => {
    expect(await readLink(fragment)).toBeNull();
  });

  it('that was cut is said to be damaged', async () => {
    const whole = fragmentOf(await linkWith(address, shared));
    for (const bad of [whole.slice(0, -9), `${whole}%%`, '#work=', '#work=%00', '#work=AAAA']) {
      await expect(readLink(bad)).rejects.toThrow(/damaged/);
    }
  });

  it('that unfolds without end is refused', async () => {
    const bomb = await linkWith(address, {
      ...shared,
      edits: [{ index: 0, author: '', source: 'a'.repeat(3_000_000) }],
    });
    expect(bomb.length).toBeLessThan(10_000);
    await expect(readLink(fragmentOf(bomb))).rejects.toThrow(/damaged/);
  });

  it.each([
    {},
    null,
    [],
    { lesson: 'a', edits: [{ index: 'x' }], settings: {} },
    { lesson: 'a', edits: [], settings: null },
  ])('with something else in it is refused: %j', async (value) => {
    await expect(readLink(fragmentOf(await linkWith(address, value as unknown as Shared)))).rejects.toThrow(
      /something else/,
    );
  });
});
