/** @file Which numbers each norm averages: layouts, groups and words. The numbers themselves come from compute.ts. */
import { formatAlone } from '../../charts/words.js';
import { fixed } from '../frame/numbers.js';
import { choice, integer, number, numbers } from '../frame/settings.js';
import type { NumberTable, Picture } from '../frame/picture.js';
import type { Room, Widget } from '../frame/widget.js';

export type Norm = 'batch' | 'layer' | 'rms';
export type LayoutName = 'features' | 'tokens' | 'images';

export interface AxesSettings {
  layout: LayoutName;
  norm: Norm;
  values: readonly number[];
  factor: '1' | '10' | '100';
  eps: number;
  cell: number;
}

export interface AxesInput {
  layout: LayoutName;
  norm: Norm;
  values: number[];
  eps: number;
}

export interface AxesResult {
  /** Normalized, in the order of the values. */
  output: number[];
  /** Per group: its mean, and what is under the root beside eps: the variance, or for RMSNorm the mean square. */
  means: number[];
  powers: number[];
}

export interface Layout {
  shape: number[];
  /** One table per block; a value's place is block, row, column. */
  blocks: string[];
  rows: string[];
  columns: string[];
  values: number[];
}

// The scores of three students are those of a public lesson on norms; the other numbers are made up.
export const layouts: Record<LayoutName, Layout> = {
  features: {
    shape: [3, 3],
    blocks: [''],
    rows: ['Ana', 'Ben', 'Cy'],
    columns: ['math', 'art', 'music'],
    values: [90, 60, 72, 70, 80, 66, 50, 70, 60],
  },
  tokens: {
    shape: [2, 3, 4],
    blocks: ['Sentence 1', 'Sentence 2'],
    rows: ['token 1', 'token 2', 'token 3'],
    columns: ['f1', 'f2', 'f3', 'f4'],
    values: [2, 8, -1, 5, 4, 6, 0, 2, 1, 9, -3, 7, 3, 5, 2, 6, 0, 7, -2, 4, 5, 8, 1, 3],
  },
  images: {
    shape: [2, 2, 2, 3],
    blocks: ['Image 1, channel 1', 'Image 1, channel 2', 'Image 2, channel 1', 'Image 2, channel 2'],
    rows: ['y1', 'y2'],
    columns: ['x1', 'x2', 'x3'],
    values: [1, 3, 5, 2, 4, 6, 10, 12, 9, 14, 11, 13, 7, 5, 8, 6, 9, 4, 20, 16, 18, 15, 19, 17],
  },
};

export const normNames: Record<Norm, string> = { batch: 'BatchNorm', layer: 'LayerNorm', rms: 'RMSNorm' };

/** Group of each value. BatchNorm: one per feature or channel; the others: one per row, token or image. */
export function groupsOf(layout: LayoutName, norm: Norm): number[] {
  const { shape } = layouts[layout];
  const channel = layout === 'images' ? 1 : shape.length - 1;
  const within = shape.slice(channel + 1).reduce((product, size) => product * size, 1);
  const size = norm === 'batch' ? null : layout === 'images' ? 12 : shape[shape.length - 1];
  return layouts[layout].values.map((_, i) =>
    size === null ? Math.floor(i / within) % shape[channel] : Math.floor(i / size),
  );
}

const groupWords: Record<LayoutName, Record<'batch' | 'other', string>> = {
  features: {
    batch: 'down a column: one subject, all students',
    other: 'along a row: one student, all subjects',
  },
  tokens: {
    batch: 'one feature, in every token of every sentence',
    other: 'one token, all of its features',
  },
  images: {
    batch: 'one channel, all of its pixels in every image',
    other: 'one image, all of its channels and pixels',
  },
};

/** "down a column: one subject, all students". */
export function groupDescription({ layout, norm }: Pick<AxesSettings, 'layout' | 'norm'>): string {
  return groupWords[layout][norm === 'batch' ? 'batch' : 'other'];
}

/** The table before the norm, with the first feature or channel times the factor. */
export function valuesOf({ layout, values, factor }: AxesSettings): number[] {
  const { values: own } = layouts[layout];
  const given = values.length === own.length ? [...values] : own;
  const first = groupsOf(layout, 'batch');
  return factor !== '1' ? given.map((value, i) => (first[i] === 0 ? value * Number(factor) : value)) : given;
}

export function focusOf({ layout, cell }: AxesSettings): number {
  return Math.min(cell, layouts[layout].values.length - 1);
}

/** "Ana, math" or "Image 1, channel 2, row 1, column 3". */
export function placeName(layout: LayoutName, index: number): string {
  const { blocks, rows, columns } = layouts[layout];
  const [block, row, column] = placeOf(layout, index);
  return [blocks[block], rows[row], columns[column]].filter(Boolean).join(', ');
}

export function placeOf(layout: LayoutName, index: number): [block: number, row: number, column: number] {
  const { rows, columns } = layouts[layout];
  const size = rows.length * columns.length;
  return [Math.floor(index / size), Math.floor((index % size) / columns.length), index % columns.length];
}

function words(settings: AxesSettings, { output, means, powers }: AxesResult): string {
  const focus = focusOf(settings);
  const group = groupsOf(settings.layout, settings.norm)[focus];
  const value = formatAlone(valuesOf(settings)[focus]);
  const members = groupsOf(settings.layout, settings.norm).filter((other) => other === group).length;
  const spread = fixed(Math.sqrt(powers[group]));
  const measure =
    settings.norm === 'rms'
      ? `root mean square ${spread}; no mean is subtracted`
      : `mean ${fixed(means[group])} and standard deviation ${spread}`;
  return (
    `${normNames[settings.norm]} averages ${groupDescription(settings)}. ` +
    `${placeName(settings.layout, focus)}: ${value} belongs to a group of ${members} numbers with ${measure}, ` +
    `and becomes ${fixed(output[focus])}.`
  );
}

function picture(settings: AxesSettings, result: AxesResult): Picture {
  const { blocks, rows, columns } = layouts[settings.layout];
  const groups = groupsOf(settings.layout, settings.norm);
  const values = valuesOf(settings);
  const tables = blocks.map(
    (caption, block): NumberTable => ({
      caption,
      rows: [
        [{ lines: [''] }, ...columns.map((name) => ({ lines: [name], isFaint: true }))],
        ...rows.map((name, row) => [
          { lines: [name], isHeading: true },
          ...columns.map((_, column) => {
            const i = (block * rows.length + row) * columns.length + column;
            return { lines: [formatAlone(values[i]), fixed(result.output[i])], group: groups[i] };
          }),
        ]),
      ],
    }),
  );
  return { title: `${axes.title}: ${normNames[settings.norm]}`, tables };
}

const rooms: Record<LayoutName, Room> = { features: [587, 1093], tokens: [845, 1153], images: [756, 1354] };

export const axes: Widget<AxesSettings, AxesResult, AxesInput> = {
  name: 'axes',
  title: 'Which numbers are averaged together',
  about:
    'An editable table in which the numbers that share a mean share a hue: BatchNorm, LayerNorm and RMSNorm on ' +
    'features (N, C), tokens (N, L, C) and images (N, C, H, W). The formula is filled with the values of the chosen cell.',
  schema: {
    layout: choice('features', ['features', 'tokens', 'images'], {
      label: 'Data',
      description: 'A table of examples and features, sentences of tokens, or images with channels.',
    }),
    norm: choice('batch', ['batch', 'layer', 'rms'], {
      label: 'Norm',
      description: 'The norm whose groups are shown.',
    }),
    values: numbers([], {
      min: 0,
      max: 24,
      label: 'Values',
      description:
        'The numbers of the table, row by row: 9 features, 24 for tokens or images. Empty: the example’s own.',
    }),
    factor: choice('1', ['1', '10', '100'], {
      label: 'First feature times',
      description: 'What the first feature or channel is multiplied by: which norms notice?',
    }),
    eps: number(1e-5, { min: 1e-8, max: 100, log: true, label: 'ε', description: 'Added under the root.' }),
    cell: integer(0, { min: 0, max: 23, label: 'Cell', description: 'The cell in the formula, counted from 0.' }),
  },
  parts: { cell: 'A cell of the table.', formula: 'The formula with its values.' },
  input: (settings) => ({
    layout: settings.layout,
    norm: settings.norm,
    values: valuesOf(settings),
    eps: settings.eps,
  }),
  words,
  picture,
  room: ({ layout }) => rooms[layout],
};
