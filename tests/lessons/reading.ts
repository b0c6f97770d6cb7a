/** @file What a reader of a lesson reads: its words, its sentences, its sections and its links. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { syllable } from 'syllable';
import type { Exercise } from '../../web/lesson/exercises/exercise.js';
import { parse } from '../../web/lesson/index.js';
import { createMarkdown } from '../../web/lesson/markdown.js';
import { anchorOf } from '../../web/notebook/lesson-source.js';

export const folder = path.resolve(import.meta.dirname, '../../examples');

export const lessons = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }));

const markdown = createMarkdown();

/** A stretch of text without marks: code is left out, a formula is one letter. */
export interface Passage {
  kind: 'paragraph' | 'heading' | 'table';
  text: string;
}

/** Passages of Markdown, and the addresses that it links to. */
export function read(raw: string): { passages: Passage[]; links: string[] } {
  const passages: Passage[] = [];
  const links: string[] = [];
  let kind: Passage['kind'] = 'paragraph';
  for (const token of markdown.parse(raw, {})) {
    if (/^(heading|paragraph|th|td)_open$/.test(token.type)) {
      kind = token.type.startsWith('heading') ? 'heading' : token.type.startsWith('p') ? 'paragraph' : 'table';
    }
    if (token.type !== 'inline') continue;
    let text = '';
    for (const child of token.children ?? []) {
      if (child.type === 'text') text += child.content;
      else if (child.type === 'formula') text += 'x';
      else if (/break$/.test(child.type)) text += ' ';
      else if (child.type === 'link_open') links.push(String(child.attrGet('href')));
    }
    passages.push({ kind, text });
  }
  return { passages, links };
}

/** The Markdown texts of an exercise, as a learner may come to see them. */
function textsOf(exercise: Exercise): string[] {
  const own = [exercise.question, ...exercise.hints, exercise.solution];
  if (exercise.kind === 'choice') return [...own, ...exercise.options.flatMap(({ text, says }) => [text, says])];
  return [...own, ...exercise.foreseen.map(({ says }) => says)];
}

/** All Markdown that is read: prose, exercises, captions; without cells and what they print. */
export function proseOf(text: string): { passages: Passage[]; links: string[] } {
  const { title, description, blocks } = parse(text);
  const raws = blocks.flatMap((block) => {
    if (block.kind === 'prose') return [block.raw];
    if (block.kind === 'exercise') return textsOf(block.exercise);
    return block.kind === 'figure' ? [block.figure.caption] : [];
  });
  const all = [title, description, ...raws].map((raw) => read(raw));
  return { passages: all.flatMap(({ passages }) => passages), links: all.flatMap(({ links }) => links) };
}

const wordsIn = new Intl.Segmenter('en-GB', { granularity: 'word' });
const sentencesIn = new Intl.Segmenter('en-GB', { granularity: 'sentence' });

/** Words of letters. */
export function words(text: string): string[] {
  return [...wordsIn.segment(text)].map(({ segment }) => segment).filter((word) => /^\p{L}[\p{L}’']*$/u.test(word));
}

/** Counts over the paragraphs, for readability formulas. */
export function counts(passages: readonly Passage[]): { sentence: number; word: number; syllable: number } {
  const total = { sentence: 0, word: 0, syllable: 0 };
  for (const { kind, text } of passages) {
    const found = words(text);
    if (kind !== 'paragraph' || found.length === 0) continue;
    total.sentence += [...sentencesIn.segment(text)].filter(({ segment }) => words(segment).length > 0).length;
    total.word += found.length;
    total.syllable += found.reduce((sum, word) => sum + syllable(word), 0);
  }
  return total;
}

/** Sections of a lesson by the anchor of their heading; '' is what stands before the first. Sub-sections are in both. */
export function sections(text: string): Map<string, { heading: string; text: string }> {
  const fences = text.replace(/^(`{3,})[\s\S]*?^\1\s*$/gm, (fence) => fence.replace(/^#/gm, '\u0000'));
  const parts = fences.split(/^(?=##{1,2} )/m).map((part) => part.replaceAll('\u0000', '#'));
  const found = new Map<string, { heading: string; text: string }>([['', { heading: '', text: parts[0] }]]);
  let above: { heading: string; text: string } | null = null;
  for (const part of parts.slice(1)) {
    const [, marks, heading] = /^(#+) (.*)/.exec(part)!;
    const section = { heading, text: part };
    if (marks.length === 2) above = section;
    else if (above) above.text += part;
    found.set(anchorOf(read(heading).passages[0].text), section);
  }
  return found;
}
