/** Text and sorting as data. */
import { beforeAll, expect, it } from 'vitest';
import { data, Generator, tensor, train } from '../../web/api/index.js';
import { loadEngine } from './engine.js';

beforeAll(loadEngine);

it('Genesis has four chapters, a verse a line', () => {
  const text = data.loadGenesis();
  expect(text.startsWith('In the beginning God created the heaven and the earth.\n')).toBe(true);
  expect(text.endsWith('then began men to call upon the name of the LORD.\n')).toBe(true);
  expect(text.split('\n').length - 1).toBe(31 + 25 + 24 + 26);
  expect(text).toMatch(/^[A-Za-z ,.:;?'\n]+$/);
});

it('each character has the next one as its target', () => {
  const set = new data.CharacterDataset('abacab', 3);
  expect(set.vocabulary).toEqual(['a', 'b', 'c']);
  expect(set.tensors[0].toArray()).toEqual([
    [0, 1, 0],
    [1, 0, 2],
    [0, 2, 0],
  ]);
  expect(set.tensors[1].toArray()).toEqual([
    [1, 0, 2],
    [0, 2, 0],
    [2, 0, 1],
  ]);
  expect(set.tensors.map(({ dtype }) => dtype)).toEqual(['int64', 'int64']);
  expect(set.decode(set.encode('cab'))).toBe('cab');
  expect(() => set.encode('cad')).toThrow('[encode] expected characters of the vocabulary, got "d"');
  expect(() => new data.CharacterDataset('abc', 3)).toThrow(
    '[CharacterDataset] expected a text of more than 3 characters, got 3',
  );
});

it('sorting: y has the numbers of x in order, from a stream of its own if asked', () => {
  const draw = (): data.TensorDataset =>
    data.sortingDataset(50, { length: 6, symbols: 12, generator: new Generator().manualSeed(1) });
  const [x, y] = draw().tensors.map((each) => each.toArray() as number[][]);
  expect(y).toEqual(x.map((row) => [...row].sort((a, b) => a - b)));
  expect(new Set(x.flat()).size).toBe(12);
  expect(draw().tensors[0].toArray()).toEqual(x);
});

it('copying: y is asked for where x has blanks', () => {
  const draw = (): data.TensorDataset => data.copyingDataset(40, { length: 5, symbols: 7, generator: new Generator().manualSeed(1) });
  const [x, y] = draw().tensors.map((each) => each.toArray() as number[][]);
  expect(x).toEqual(y.map((row) => [...row, 7, 7, 7, 7, 7]));
  expect(new Set(y.flat()).size).toBe(7);
  expect(draw().tensors[1].toArray()).toEqual(y);
  expect(draw().tensors.map(({ dtype }) => dtype)).toEqual(['int64', 'int64']);
});

it('a sequence counts as right only as a whole', () => {
  const target = tensor(
    [
      [0, 1],
      [1, 1],
      [0, 0],
      [1, 0],
    ],
    { dtype: 'int64' },
  );
  const logits = tensor([
    [
      [2, 1],
      [0, 3],
    ],
    [
      [0, 1],
      [1, 0],
    ],
    [
      [1, 0],
      [5, 4],
    ],
    [
      [1, 0],
      [0, 1],
    ],
  ]);
  expect(train.exactAccuracy(logits, target)).toBe(0.5);
  expect(() => train.exactAccuracy(logits, target.select(0, 0))).toThrow(RangeError);
});
