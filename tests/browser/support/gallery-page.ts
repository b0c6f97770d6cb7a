/** @file The script of the gallery: a still of every chart, taken over by a live view; `?only=name` shows one. */
import '../../../web/notebook/styles/site.css';
import { chartMarkup } from '../../../web/charts/chart.js';
import { ChartView } from '../../../web/charts/chart-view.js';
import { fileOf, type FileFormat } from '../../../web/charts/download.js';
import { toDom } from '../../../web/charts/markup.js';
import type { ChartSpec } from '../../../web/charts/spec.js';
import { allSpecs, longLine } from './chart-specs.js';

const specs: Record<string, ChartSpec> = { ...allSpecs, longLine };
const views: Record<string, ChartView> = {};
const only = new URLSearchParams(location.search).get('only');
const main = document.querySelector('main')!;

for (const name of only?.split(',') ?? Object.keys(allSpecs)) {
  const figure = toDom(chartMarkup(specs[name]));
  figure.id = name;
  main.append(figure);
  views[name] = new ChartView(specs[name], figure);
}

/** What the tests call. */
const gallery = {
  specs,
  views,
  /** The text of a saved file, or the size of a saved picture as "width × height, type". */
  async file(name: string, format: FileFormat): Promise<string> {
    const blob = await fileOf(specs[name], format);
    if (format !== 'png') return blob.text();
    const image = await createImageBitmap(blob);
    return `${image.width} × ${image.height}, ${blob.type}`;
  },
};
export type Gallery = typeof gallery;
(globalThis as unknown as { gallery: Gallery }).gallery = gallery;
