/** @file Small tasks for models of sequences: the next character of a text, sorting, and copying. */

import { checkInt, checkOptions, shown } from './check.js';
import { cat, full, randint, tensor } from './create.js';
import { TensorDataset } from './data.js';
import type { Generator } from './generator.js';
import { genesis } from './genesis.js';
import { checkTensor, type Tensor } from './tensor.js';

/** Genesis 1 to 4 in the King James Version of 1611, one verse a line, 14 kB: in the public domain. */
export function loadGenesis(): string {
  return genesis;
}

/**
 * All stretches of `length` characters of a text, with what follows each character: x (N, length) and y (N, length),
 * int64 places in `vocabulary`. Errors: a text that isn't longer than `length` (TypeError).
 */
export class CharacterDataset extends TensorDataset {
  /** The different characters of the text, in the order of their codes. */
  readonly vocabulary: string[];

  constructor(text: string, length: number) {
    const tag = 'CharacterDataset';
    if (typeof text !== 'string') throw new TypeError(`[${tag}] expected text to be a string, got ${shown(text)}`);
    checkInt(tag, 'length', length, 1);
    const characters = [...text];
    const count = characters.length - length;
    if (count <= 0) {
      throw new TypeError(`[${tag}] expected a text of more than ${length} characters, got ${characters.length}`);
    }
    const vocabulary = [...new Set(characters)].sort((a, b) => a.codePointAt(0)! - b.codePointAt(0)!);
    const codes = toCodes(tag, characters, vocabulary);
    const windows = (from: number): Tensor => {
      const values = new Float64Array(count * length);
      for (let row = 0; row < count; row += 1)
        values.set(codes.subarray(from + row, from + row + length), row * length);
      const flat = tensor(values, { dtype: 'int64' });
      const out = flat.reshape(count, length);
      flat.dispose();
      return out;
    };
    super(windows(0), windows(1));
    this.vocabulary = vocabulary;
  }

  /** The places of the characters of a text, int64. Errors: a character that the vocabulary lacks (TypeError). */
  encode(text: string): Tensor {
    if (typeof text !== 'string') throw new TypeError(`[encode] expected text to be a string, got ${shown(text)}`);
    return tensor(toCodes('encode', [...text], this.vocabulary), { dtype: 'int64' });
  }
  /** The text of places in the vocabulary. */
  decode(codes: Tensor): string {
    checkTensor('decode', 'codes', codes);
    return Array.from(codes.data(), (code) => this.vocabulary[code] ?? '�').join('');
  }
}

function toCodes(tag: string, characters: readonly string[], vocabulary: readonly string[]): Float64Array {
  const places = new Map(vocabulary.map((character, place) => [character, place]));
  return Float64Array.from(characters, (character) => {
    const place = places.get(character);
    if (place === undefined)
      throw new TypeError(`[${tag}] expected characters of the vocabulary, got ${shown(character)}`);
    return place;
  });
}

/** Options of sortingDataset and copyingDataset. */
export interface SortingOptions {
  /** Numbers in a sequence; 8 by default. */
  length?: number;
  /** How many different numbers there are, 0, 1, …; 10 by default. */
  symbols?: number;
  /** The stream of the draws; the default generator otherwise. */
  generator?: Generator;
}

/** `count` sequences x of random numbers, and y, the same sorted: both (count, length), int64. */
export function sortingDataset(count: number, options?: SortingOptions): TensorDataset {
  const tag = 'sortingDataset';
  const { length = 8, symbols = 10, generator } = checkOptions(tag, options, ['length', 'symbols', 'generator']);
  checkInt(tag, 'count', count, 1);
  checkInt(tag, 'length', length, 1);
  checkInt(tag, 'symbols', symbols, 1);
  const x = randint(0, symbols, [count, length], generator === undefined ? {} : { generator });
  const values = x.data();
  const sorted = new Float64Array(values.length);
  for (let at = 0; at < values.length; at += length) sorted.set(values.slice(at, at + length).sort(), at);
  const flat = tensor(sorted, { dtype: 'int64' });
  const y = flat.reshape(count, length);
  flat.dispose();
  return new TensorDataset(x, y);
}

/**
 * `count` sequences of random numbers to be said again: x (count, 2 · length) holds the numbers and then as many blanks, of
 * class `symbols`; y (count, length) the numbers, which are asked for at the blanks, logits.slice(1, length, 2 * length).
 * Both int64. A model can only do it by looking back.
 */
export function copyingDataset(count: number, options?: SortingOptions): TensorDataset {
  const tag = 'copyingDataset';
  const { length = 8, symbols = 10, generator } = checkOptions(tag, options, ['length', 'symbols', 'generator']);
  checkInt(tag, 'count', count, 1);
  checkInt(tag, 'length', length, 1);
  checkInt(tag, 'symbols', symbols, 1);
  const y = randint(0, symbols, [count, length], generator === undefined ? {} : { generator });
  const blanks = full([count, length], symbols, { dtype: 'int64' });
  const x = cat([y, blanks], 1);
  blanks.dispose();
  return new TensorDataset(x, y);
}

/** The part of sequences of which every token is right: logits (N, L, classes), target (N, L) of class numbers. */
export function exactAccuracy(logits: Tensor, target: Tensor): number {
  const tag = 'exactAccuracy';
  const { shape } = checkTensor(tag, 'logits', logits);
  const wanted = checkTensor(tag, 'target', target).data();
  if (shape.length !== 3 || String(shape.slice(0, 2)) !== String(target.shape)) {
    const got = `(${shape.join(', ')}) and (${target.shape.join(', ')})`;
    throw new RangeError(`[${tag}] expected logits of shape (N, L, classes) and target of shape (N, L), got ${got}`);
  }
  const best = logits.argmax(-1);
  const found = best.data();
  best.dispose();
  const [count, length] = shape;
  let right = 0;
  for (let row = 0; row < count; row += 1) {
    const part = found.subarray(row * length, (row + 1) * length);
    if (part.every((value, index) => value === wanted[row * length + index])) right += 1;
  }
  return count === 0 ? NaN : right / count;
}
