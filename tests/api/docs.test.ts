/** Everything that a user of the library can name says what it is. */
import { expect, it } from 'vitest';
import { publicApi } from './public-api.js';

it('every export, member and option has a doc comment', () => {
  const items = publicApi();
  expect(items.length).toBeGreaterThan(150);
  expect(items.filter(({ doc }) => doc === '').map(({ path }) => path)).toEqual([]);
});
