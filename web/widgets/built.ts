/** @file What the build asks of the widgets: their names, and the files that are written from what they say. */
import { widgets } from './all.js';
import { embedPage, embedStyles } from './embed/embed-page.js';
import { customElementsManifest, elementTypes } from './manifest.js';
import { galleryPage, pageStyles, referencePage } from './pages.js';
import { makeStills } from './stills.js';

export const names = widgets.map(({ name }) => name);

/** @param engine folder of the built engine */
export async function builtFiles(engine: string): Promise<[file: string, text: string][]> {
  const stills = await makeStills(engine);
  return [
    ...stills.flatMap(({ name, svg, words }, i): [string, string][] => [
      [`embed/${name}.svg`, svg],
      [`embed/${name}.html`, embedPage(widgets[i], words)],
    ]),
    ['embed/embed.css', embedStyles],
    ['embed/index.html', galleryPage(widgets)],
    ['embed/reference.html', referencePage(widgets)],
    ['embed/pages.css', pageStyles],
    ['custom-elements.json', `${JSON.stringify(customElementsManifest(widgets), null, 2)}\n`],
    ['widgets.d.ts', elementTypes(widgets)],
  ];
}
