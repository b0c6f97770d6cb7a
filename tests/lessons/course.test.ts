/** @file What every lesson of the course has, and how it reads. That it runs is checked in examples.test.ts. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import dictionary from 'dictionary-en-gb';
import { fleschKincaid } from 'flesch-kincaid';
import nspell from 'nspell';
import { describe, expect, it } from 'vitest';
import type { Exercise } from '../../web/lesson/exercises/exercise.js';
import { parse } from '../../web/lesson/index.js';
import { counts, lessons, proseOf, read, sections, words } from './reading.js';

const exercisesOf = (text: string): Exercise[] =>
  parse(text).blocks.flatMap((block) => (block.kind === 'exercise' ? [block.exercise] : []));

describe.each(lessons)('examples/$name', ({ text }) => {
  it('says what the reader can do afterwards', () => {
    const goals = /^After this lesson you can\n((?:\n(?:- .*|  .*)?)+)/m.exec(text);
    expect(goals, "a line 'After this lesson you can' and a list").not.toBeNull();
    expect(goals![1].match(/^- /gm)!.length).toBeGreaterThanOrEqual(3);
  });

  it('asks for two predictions, and for two answers that are checked by arithmetic or by running code', () => {
    const exercises = exercisesOf(text);
    expect(exercises.filter(({ predict }) => predict).length).toBeGreaterThanOrEqual(2);
    expect(exercises.filter(({ predict }) => !predict).length).toBeGreaterThanOrEqual(2);
    expect(exercises.some(({ kind }) => kind === 'number' || kind === 'code')).toBe(true);
  });

  it('answers wrong choices in words, and has hints or a solution for what is to be worked out', () => {
    for (const exercise of exercisesOf(text)) {
      const { id, hints, solution } = exercise;
      if (exercise.kind === 'choice') {
        for (const option of exercise.options) if (!option.right) expect(option.says, id).not.toBe('');
      } else {
        expect(hints.length, id).toBeGreaterThan(0);
        if (exercise.kind !== 'guess') expect(solution, id).not.toBe('');
      }
    }
  });

  it('ends with things to try, sources and a note for teachers', () => {
    const parts = sections(text);
    expect(parts.get('what-to-try')?.text.match(/^- /gm)?.length ?? 0).toBeGreaterThanOrEqual(3);
    const sources = read(parts.get('where-this-comes-from')?.text ?? '').links;
    expect(sources.some((link) => link.includes('arxiv.org'))).toBe(true);
    expect(sources.some((link) => link.startsWith('https://pytorch.org/docs/'))).toBe(true);
    const note = parts.get('for-teachers')?.text ?? '';
    expect(note).toMatch(/\bminutes\b/);
    expect(note.match(/^(?:- |\d+\. ).*\?/gm)?.length ?? 0).toBeGreaterThanOrEqual(1);
    expect(note.match(/^(?:- |\d+\. )/gm)?.length ?? 0).toBeGreaterThanOrEqual(3);
  });

  it('takes 10 to 20 minutes', () => {
    const { minutes } = parse(text);
    expect(minutes).toBeGreaterThanOrEqual(10);
    expect(minutes).toBeLessThanOrEqual(20);
  });

  it('links to places that exist, and to the web over https', () => {
    const { links } = proseOf(text);
    for (const link of links) {
      if (/^\w+:/.test(link)) {
        expect(new URL(link).protocol, link).toBe('https:');
        continue;
      }
      const [file, anchor = ''] = decodeURI(link).split('#');
      const target = file === '' ? text : lessons.find(({ name }) => name === file)?.text;
      expect(target, link).toBeDefined();
      expect(sections(target!).has(anchor), link).toBe(true);
    }
  });

  it('is spelled as the dictionary or the project spells', () => {
    const unknown = new Set<string>();
    for (const { text: passage } of proseOf(text).passages) {
      for (const word of words(passage)) if (!isSpelled(word)) unknown.add(word);
    }
    expect([...unknown]).toEqual([]);
  });

  // The formula counts school years. First-year students have had twelve or more, but English is for many a second
  // language, and terms such as "normalization" are hard enough: eight years is where plain English is said to begin.
  it('can be read after eight years of school, by the formula of Flesch and Kincaid', () => {
    const total = counts(proseOf(text).passages);
    expect(total.word).toBeGreaterThan(500);
    expect(fleschKincaid(total)).toBeLessThan(8);
    expect(total.word / total.sentence).toBeLessThan(16);
  });
});

const speller = nspell(Buffer.from(dictionary.aff), Buffer.from(dictionary.dic));
const known = new Set(
  readFileSync(path.resolve(import.meta.dirname, 'words.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);

function isSpelled(word: string): boolean {
  const bare = word.replaceAll('’', "'").replace(/'s$/, '');
  // Symbols, and names in the way of code: BatchNorm, RMSNorm, LLMs.
  if (/^\p{L}$/u.test(bare) || /\p{Ll}\p{Lu}|^\p{Lu}{2,}(s|\p{Lu}\p{Ll}+)?$/u.test(bare)) return true;
  return known.has(bare) || known.has(bare.toLowerCase()) || speller.correct(bare);
}

it('lessons stand in one order', () => {
  const orders = lessons.map(({ text }) => parse(text).order);
  expect(new Set(orders).size).toBe(lessons.length);
});
