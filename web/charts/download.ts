/** @file A chart as a file: SVG that stands alone, PNG, or CSV of its numbers. Loaded when the first one is saved. */
import { kindOf, titleOf } from './chart.js';
import { csvText } from './data-table.js';
import { standaloneSvg } from './standalone.js';
import type { ChartSpec } from './spec.js';

export type FileFormat = 'svg' | 'png' | 'csv';

/** Width of a saved picture, px; a PNG has twice as many pixels. */
const pictureWidth = 752;
const pngScale = 2;

export async function download(spec: ChartSpec, format: FileFormat): Promise<void> {
  const url = URL.createObjectURL(await fileOf(spec, format));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${fileName(titleOf(spec))}.${format}`;
  link.click();
  // The browser reads it after the click; a minute is plenty.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export async function fileOf(spec: ChartSpec, format: FileFormat): Promise<Blob> {
  switch (format) {
    case 'svg':
      return new Blob([standaloneSvg(spec, pictureWidth)], { type: 'image/svg+xml' });
    case 'csv':
      return new Blob([csvText(kindOf(spec).table(spec))], { type: 'text/csv;charset=utf-8' });
    case 'png':
      return pngOf(standaloneSvg(spec, pictureWidth));
  }
}

async function pngOf(source: string): Promise<Blob> {
  const image = new Image();
  // An address of data and not of a blob: policies that allow pictures of the page's own allow this one.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * pngScale;
  canvas.height = image.naturalHeight * pngScale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('[chart] expected a canvas to draw the PNG on, got none');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('[chart] expected a PNG, got none'))),
      'image/png',
    );
  });
}

/** "Training loss, seed 0" as training-loss-seed-0. */
function fileName(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['chart'];
  return words.join('-').slice(0, 80);
}
