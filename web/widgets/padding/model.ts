/** @file Sentences of different length in one batch: settings, words of the sentences, and words about them. */
import { countOf } from '../../charts/words.js';
import { fixed } from '../frame/numbers.js';
import { integer, numbers } from '../frame/settings.js';
import type { NumberCell, Picture } from '../frame/picture.js';
import type { Widget } from '../frame/widget.js';

export interface PaddingSettings {
  lengths: readonly number[];
  pads: number;
  sentence: number;
  token: number;
  seed: number;
}

export interface PaddingInput {
  /** Numbers of the words of each sentence. */
  sentences: number[][];
  pads: number;
  sentence: number;
  token: number;
  seed: number;
}

/** What a norm makes of the chosen token, in the batch and in a batch of its sentence alone. */
export interface TokenOutput {
  /** null where the norm refuses. */
  batch: number[] | null;
  alone: number[] | null;
  /** Greatest difference between them; 0 only where all bits are the same, null where one is missing. */
  change: number | null;
  /** What the norm says where it refuses. */
  error: string | null;
}

export interface PaddingResult {
  embedding: number[];
  batchNorm: TokenOutput;
  layerNorm: TokenOutput;
  /** Tokens of the batch, pads among them. */
  tokens: number;
  padTokens: number;
}

export const features = 4;
export const longest = 8;

export const texts = [
  ['the', 'cat', 'sat', 'on', 'the', 'warm', 'stone', 'wall'],
  ['rain', 'fell', 'all', 'day', 'over', 'the', 'old', 'town'],
  ['we', 'sing', 'when', 'it', 'is', 'late', 'at', 'night'],
];
/** All words once; a word is the same token wherever it stands. */
export const vocabulary = [...new Set(texts.flat())];

/** Sentences as they are cut. A length of 0 takes the sentence out. */
export function sentencesOf({ lengths }: PaddingSettings): string[][] {
  return lengths.flatMap((length, i) => (length > 0 ? [texts[i % texts.length].slice(0, length)] : []));
}

/** The chosen token as it is there. */
export function chosen(settings: PaddingSettings): { sentence: number; token: number } {
  const sentences = sentencesOf(settings);
  const sentence = Math.min(settings.sentence, sentences.length - 1);
  return { sentence, token: Math.min(settings.token, sentences[sentence].length - 1) };
}

function checkLengths(lengths: readonly number[]): void {
  const bad = lengths.find((length) => !Number.isInteger(length) || length < 0 || length > longest);
  if (bad !== undefined) throw new TypeError(`expected whole numbers from 0 to ${longest}, got ${bad}`);
  if (lengths.every((length) => length === 0)) throw new TypeError('expected a sentence with a word, got none');
}

function words(settings: PaddingSettings, { batchNorm, layerNorm, padTokens, tokens }: PaddingResult): string {
  const { sentence, token } = chosen(settings);
  const word = sentencesOf(settings)[sentence][token];
  const layer = layerNorm.change === 0 ? 'does not move at all: 0, to the last bit' : `moves by ${layerNorm.change}`;
  const batch = batchWords(batchNorm);
  return (
    `The token “${word}” in this batch of ${countOf(tokens, 'place')}, ${padTokens} of them padding, compared with its sentence alone: ` +
    `its BatchNorm output ${batch}; its LayerNorm output ${layer}.`
  );
}

function batchWords({ change, batch, error }: TokenOutput): string {
  if (change === null) return `is missing ${batch === null ? 'here and alone' : 'alone'}, since one token is too few (${error})`;
  return change === 0 ? 'does not move' : `moves by up to ${fixed(change, 3)}`;
}

function picture(_: PaddingSettings, result: PaddingResult): Picture {
  const row = (name: string, values: number[] | null, group?: number): NumberCell[] => [
    { lines: [name], isHeading: true },
    ...(values ?? []).map((value) => ({ lines: [fixed(value)], group })),
  ];
  const rows = [
    row('embedding', result.embedding),
    row('BatchNorm, alone', result.batchNorm.alone, 1),
    row('BatchNorm, here', result.batchNorm.batch, 1),
    row('LayerNorm, alone', result.layerNorm.alone, 0),
    row('LayerNorm, here', result.layerNorm.batch, 0),
  ];
  return { title: padding.title, tables: [{ caption: '', rows }] };
}

export const padding: Widget<PaddingSettings, PaddingResult, PaddingInput> = {
  name: 'padding',
  title: 'A real token among padding',
  about:
    'Sentences of different length in one batch, filled up with padding. The BatchNorm output of a real token moves with ' +
    'the padding and with the neighbours; its LayerNorm output does not, not in one bit.',
  schema: {
    lengths: numbers([6, 3, 2], {
      min: 1,
      max: 3,
      checkList: checkLengths,
      label: 'lengths',
      description: 'Words of each sentence, 0 to 8; 0 leaves it out.',
    }),
    pads: integer(0, {
      min: 0,
      max: 12,
      label: 'more padding',
      description: 'Columns of padding beyond the longest sentence.',
    }),
    sentence: integer(0, { min: 0, max: 2, label: 'sentence', description: 'The chosen token’s sentence, from 0.' }),
    token: integer(1, { min: 0, max: longest - 1, label: 'token', description: 'Its place in the sentence, from 0.' }),
    seed: integer(0, { min: 0, max: 2 ** 32 - 1, label: 'seed', description: 'Of the embeddings.' }),
  },
  parts: { token: 'A token, or padding.' },
  input: (settings) => ({
    sentences: sentencesOf(settings).map((sentence) => sentence.map((word) => vocabulary.indexOf(word))),
    ...chosen(settings),
    pads: settings.pads,
    seed: settings.seed,
  }),
  words,
  picture,
  room: () => [584, 709],
};
