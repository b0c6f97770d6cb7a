/** @file The three texts that put a widget into somebody's page. */
import { escapeHtml } from '../../charts/markup.js';
import type { AnyWidget } from './widget.js';

export interface EmbedCode {
  form: 'Element' | 'Frame' | 'Picture';
  note: string;
  code: string;
}

/** @param site address of the folder that holds widgets/ and embed/; null where only the package is known */
export function embedCode(
  { name, title }: Pick<AnyWidget, 'name' | 'title'>,
  changed: readonly [attribute: string, text: string][],
  words: string,
  site: string | null,
): EmbedCode[] {
  const tag = `normlab-${name}`;
  const attributes = changed.map(([attribute, text]) => ` ${attribute}="${escapeHtml(text)}"`).join('');
  const script = site
    ? `<script type="module" src="${escapeHtml(site)}widgets/${name}.js"></script>`
    : `<script type="module">import 'normlab/widgets/${name}';</script>`;
  const element: EmbedCode = {
    form: 'Element',
    note: 'for a page that takes scripts',
    code: `${script}\n<${tag}${attributes}></${tag}>`,
  };
  const picture: EmbedCode = {
    form: 'Picture',
    note: 'for print, and where neither script nor frame is allowed: save it beside the page',
    code: `<img src="${tag}.svg" alt="${escapeHtml(words)}">`,
  };
  if (site === null) return [element, picture];
  const query = changed.length > 0 ? `?${new URLSearchParams(changed.map(([key, text]) => [key, text]))}` : '';
  const frame: EmbedCode = {
    form: 'Frame',
    note: 'for a course system; the script gives it its height, without it the ratio stays',
    code: [
      `<iframe src="${escapeHtml(`${site}embed/${name}.html${query}`)}" title="${escapeHtml(title)}" loading="lazy"`,
      '  style="width: 100%; aspect-ratio: 4 / 3; border: 0"></iframe>',
      `<script async src="${escapeHtml(site)}embed/resize.js"></script>`,
    ].join('\n'),
  };
  return [element, frame, picture];
}
