/** @file Two pages for authors, beside the embed pages: each widget in its states, and what can be set on it. */
import { escapeHtml } from '../charts/markup.js';
import { attributeOf, entriesOf } from './frame/settings.js';
import type { AnyWidget } from './frame/widget.js';
import {
  commonAttributes,
  commonEvents,
  commonMethods,
  commonParts,
  commonSlots,
  customProperties,
  typeOf,
} from './manifest.js';

/** States beside the first: what they show, and the attributes. */
const states: Record<string, [title: string, attributes: string][]> = {
  axes: [
    ['Tokens under LayerNorm', 'layout="tokens" norm="layer" cell="5"'],
    ['Images under BatchNorm, the first channel times 10', 'layout="images" factor="10"'],
    ['Nothing can be changed, dark', 'norm="rms" lock="all" hide="tools" theme="dark"'],
  ],
  stepper: [
    ['RMSNorm, in the middle', 'norm="rms" step="2"'],
    ['Undone: the weight is σ, the bias μ', 'weight="3" bias="5"'],
    ['A constant vector', 'values="3,3,3,3"'],
  ],
  'rms-vs-layer': [
    ['ε outside the root, and large', 'shift="0" eps="1" eps-place="outside"'],
    ['Dark', 'theme="dark"'],
  ],
  contours: [
    ['Nearly round', 'scale="1.2"'],
    ['Too long a step', 'scale="10" rate="1.2"'],
  ],
  race: [
    ['Shallow, with own settings in a lane', 'lanes="none; layer lr=0.5; layer depth=2" depth="4" epochs="2"'],
    ['To NaN', 'lanes="none lr=1e38; batch" epochs="1"'],
    ['Predict first', 'predict epochs="2"'],
  ],
  'batch-modes': [
    ['In evaluation', 'mode="eval"'],
    ['A batch of 1', 'batch-size="1"'],
  ],
  padding: [
    ['One sentence alone', 'lengths="6,0,0"'],
    ['Much padding, dark', 'pads="9" theme="dark"'],
  ],
  depth: [
    ['tanh, a large gain', 'activation="tanh" gain="3"'],
    ['To overflow', 'gain="1000"'],
  ],
  residual: [
    ['RMSNorm, and no norm', 'norm="rms" other-place="none" curve="std" similarity="tokens"'],
    ['The measurement of Xiong and others, dark', 'task="gaussian" start="xavier" depth="24" other-depth="24" theme="dark"'],
    ['Trained to copy', 'task="copying" depth="2" other-depth="4" place="hyper" steps="20" train'],
  ],
};

const trouble = `<h2>When something is wrong</h2>
<figure class="state"><figcaption>A wrong attribute: said in its place, the fallback stays</figcaption>
<normlab-axes norm="group"><p slot="fallback">The still picture of the book would be here.</p></normlab-axes></figure>
`;

export function galleryPage(widgets: readonly AnyWidget[]): string {
  const sections = widgets.map(({ name, title, about }) => {
    const all: [string, string][] = [['As it is', ''], ...(states[name] ?? [])];
    const figures = all.map(
      ([what, attributes]) =>
        `<figure class="state"><figcaption>${escapeHtml(what)}${attributes ? ` <code>${escapeHtml(attributes)}</code>` : ''}</figcaption>\n` +
        `<normlab-${name}${attributes ? ` ${attributes}` : ''}></normlab-${name}></figure>`,
    );
    return `<section id="${name}"><h2>${escapeHtml(title)}</h2>\n<p>${escapeHtml(about)}</p>\n${figures.join('\n')}\n</section>`;
  });
  const list = widgets.map(({ name, title }) => `<li><a href="#${name}">${escapeHtml(title)}</a></li>`).join('');
  const script = '<script type="module" src="../widgets/widgets.js"></script>';
  const intro =
    '<p>Each widget in its states. <a href="reference.html">What can be set on them</a>, and how to embed them.</p>';
  return page('Widgets for course pages', `${intro}\n<ul>${list}</ul>\n${sections.join('\n')}\n${trouble}`, script);
}

export function referencePage(widgets: readonly AnyWidget[]): string {
  const sections = widgets.map((widget) => {
    const rows = entriesOf<Record<string, unknown>>(widget.schema).map(([name, setting]) => [
      code(attributeOf(name)),
      code(name),
      code(typeOf(setting)) + rangeText(setting),
      code(setting.format(setting.default) || '""'),
      escapeHtml(setting.description),
    ]);
    const parts = Object.entries(widget.parts ?? {}).map(([name, text]) => [code(name), escapeHtml(text)]);
    return [
      `<section id="${widget.name}"><h2><code>&lt;normlab-${widget.name}&gt;</code></h2>`,
      `<p>${escapeHtml(widget.about)}</p>`,
      table(['attribute', 'property', 'type', 'default', ''], rows),
      parts.length > 0 ? table(['part', ''], parts) : '',
      '</section>',
    ].join('\n');
  });
  const common = [
    '<section id="all"><h2>All widgets</h2>',
    table(
      ['attribute', 'type', ''],
      commonAttributes.map(({ name, text, description }) => [code(name), code(text), escapeHtml(description)]),
    ),
    table(
      ['method', ''],
      commonMethods.map(({ name, signature, description }) => [code(name + signature), escapeHtml(description)]),
    ),
    table(
      ['event', ''],
      commonEvents.map(({ name, description }) => [code(name), escapeHtml(description)]),
    ),
    table(
      ['slot', ''],
      commonSlots.map(({ name, description }) => [code(name), escapeHtml(description)]),
    ),
    table(
      ['part', ''],
      Object.entries(commonParts).map(([name, text]) => [code(name), escapeHtml(text)]),
    ),
    table(
      ['CSS property', ''],
      customProperties.map(([name, text]) => [code(name), escapeHtml(text)]),
    ),
    '</section>',
  ].join('\n');
  return page('Widgets: what can be set', `${howTo}\n${common}\n${sections.join('\n')}`, '');
}

const howTo = `<p><a href="index.html">Each widget in its states</a></p>
<section id="embedding"><h2>Into a page</h2>
<p>One script tag, then the element. Page, script and engine may come from different hosts; the host of the widgets sends
one header, <code>Access-Control-Allow-Origin: *</code>.</p>
<pre><code>&lt;script type="module" src="https://HOST/widgets/race.js"&gt;&lt;/script&gt;
&lt;normlab-race lanes="none; layer" depth="6"&gt;&lt;/normlab-race&gt;</code></pre>
<p>Or in a frame that gets the height of its content:</p>
<pre><code>&lt;iframe src="https://HOST/embed/race.html?depth=6" title="A race" loading="lazy"
  style="width: 100%; aspect-ratio: 4 / 3; border: 0"&gt;&lt;/iframe&gt;
&lt;script async src="https://HOST/embed/resize.js"&gt;&lt;/script&gt;</code></pre>
<p>Or as a picture: <code>https://HOST/embed/race.svg</code>. “Embed” below each widget gives all three with its present
settings.</p>
<p>A page with a Content-Security-Policy allows the host and WebAssembly: <code>script-src https://HOST
'wasm-unsafe-eval'; connect-src https://HOST; worker-src blob:</code>. From the page's own host it is
<code>worker-src 'self'</code>. Nothing is stored, and nothing is sent anywhere.</p></section>`;

function rangeText({ min, max, kind }: { min?: number; max?: number; kind: string }): string {
  if (min === undefined || max === undefined || kind === 'text') return '';
  return kind === 'numbers' ? `, ${min} to ${max} of them` : `, ${min} to ${max}`;
}

function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`;
}

function table(heads: string[], rows: string[][]): string {
  const head = heads.map((text) => `<th scope="col">${text || 'what it is'}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n');
  return `<div class="scroll" tabindex="0" role="group" aria-label="${heads[0]}"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}

function page(title: string, main: string, script: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="pages.css">
${script}
</head>
<body>
<main>
<h1>${title}</h1>
${main}
</main>
</body>
</html>
`;
}

export const pageStyles = `html { color: light-dark(#1c1d1f, #e2e3e6); background: light-dark(#fdfdfb, #15171b); }
body { margin: 0; font: 17px/1.55 'Source Serif 4', Charter, Georgia, serif; }
main { max-width: 760px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 30px; line-height: 1.2; }
h2 { margin: 56px 0 8px; font-size: 22px; line-height: 1.3; }
a { color: inherit; }
code, pre { font: 0.85em/1.5 'Source Code Pro', Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre { padding: 12px; overflow-x: auto; background: light-dark(#f5f5f1, #1d2025); }
.state { margin: 24px 0; padding-top: 12px; border-top: 1px solid light-dark(#dededa, #343840); }
.state > figcaption { color: light-dark(#65676a, #979ba2); font: 14px/1.5 'Source Sans 3', Arial, sans-serif; }
.state > :last-child { margin: 8px 0 0; }
.scroll { margin: 16px 0; overflow-x: auto; }
table { border-collapse: collapse; font: 14px/1.5 'Source Sans 3', Arial, sans-serif; }
th, td { padding: 4px 14px 4px 0; border-bottom: 1px solid light-dark(#dededa, #343840); text-align: left; vertical-align: top; }
`;
