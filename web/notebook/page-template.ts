/**
 * @file The pages of the site as HTML text: everything a reader without script needs, and the places where the script
 * takes over.
 */
import { escapeHtml, html, type Markup, toHtml } from '../charts/markup.js';
import { chartMarkup } from '../charts/chart.js';
import { type ChartSpec, specToJson } from '../charts/spec.js';
import type { Output } from '../kernel/protocol.js';
import type { Exercise } from '../lesson/exercises/exercise.js';
import type { Lesson } from '../lesson/lesson.js';
import { handInMarkup } from './exercises/exercise-markup.js';
import { highlightLines } from './highlight.js';
import { outputMarkup } from './outputs/output-markup.js';

/** Addresses of what a page loads, relative to the page. */
export interface PageAssets {
  script: string;
  styles: string[];
  /** Faces that the first screen needs. */
  fonts: string[];
  icon: string;
}

export type LessonBlock =
  /** Rendered text; from the lesson's author, whose files are part of the site. */
  | { kind: 'prose'; html: string }
  | { kind: 'exercise'; html: string; exercise: Exercise }
  /** A cell, and what it showed when the lesson was built or stored. */
  | { kind: 'cell'; source: string; outputs: Output[] };

export interface LessonPage {
  /** Key of the reader's edits and name of the page's file; stays the same when the page moves. */
  id: string;
  title: string;
  summary: string;
  /** Reading time that the author states, or null. */
  minutes: number | null;
  blocks: LessonBlock[];
  /** As its author wrote it. */
  source: Lesson;
}

/** A lesson in the list of the front page. */
export interface LessonEntry {
  href: string;
  title: string;
  summary: string;
  facts: string;
}

/**
 * What a page may load and run: only what comes with it; pictures also from data, which a chart that is saved as PNG
 * needs. Formulas carry inline styles. Cells are compiled in the worker, which takes its policy from its own file; a
 * host that sends this policy as a header for all files must add 'unsafe-eval' to the worker's.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export function lessonPageHtml(lesson: LessonPage, assets: PageAssets, home: string): string {
  let index = 0;
  const charts: ChartSpec[][] = [];
  const blocks = lesson.blocks.map((block) => {
    if (block.kind !== 'cell') return block.html;
    charts.push(block.outputs.flatMap((output) => (output.kind === 'chart' ? [output.chart] : [])));
    return toHtml(cellMarkup(block.source, block.outputs, index++));
  });
  const exercises = lesson.blocks.flatMap((block) => (block.kind === 'exercise' ? [block.exercise] : []));
  const body = [
    toHtml(headerMarkup(home)),
    `<main class="page" id="lesson" data-lesson="${escapeHtml(lesson.id)}" data-file="${escapeHtml(lesson.id)}">`,
    toHtml(
      html(
        'header',
        { class: 'title-block' },
        html('h1', {}, lesson.title),
        lesson.summary !== '' && html('p', { class: 'summary' }, lesson.summary),
        html('p', { class: 'facts' }, lessonFacts(lesson)),
        html(
          'p',
          { class: 'facts without-script' },
          'JavaScript is off: the page reads as it is, with stored results; cells cannot run.',
        ),
      ),
    ),
    toHtml(toolbarMarkup()),
    ...blocks,
    exercises.length > 0 ? toHtml(handInMarkup(exercises.length)) : '',
    '</main>',
    toHtml(footerMarkup()),
    dataBlock('chart-stills', charts),
    dataBlock('exercises', exercises),
  ].join('\n');
  return pageHtml(`${lesson.title} · Normlab`, lesson.summary, body, assets);
}

/** "10 minutes, 4 cells to run and change". */
export function lessonFacts({ minutes, blocks }: LessonPage): string {
  const cells = blocks.filter((block) => block.kind === 'cell').length;
  const cellWords = `${cells} ${cells === 1 ? 'cell' : 'cells'} to run and change`;
  return minutes === null ? cellWords : `${minutes} minutes, ${cellWords}`;
}

/** @param figure a chart of a lesson, and the title of that lesson */
export function homePageHtml(
  lessons: LessonEntry[],
  figure: { chart: ChartSpec; lesson: LessonEntry } | null,
  assets: PageAssets,
): string {
  const first = lessons.length > 0 ? lessons[0] : null;
  const body = [
    toHtml(
      html(
        'main',
        { class: 'page' },
        html(
          'header',
          { class: 'title-block' },
          html('h1', {}, 'Normlab'),
          html(
            'p',
            { class: 'summary' },
            'A laboratory for normalization in deep learning. Read a lesson, change its code, and train real networks ',
            'right here: the engine is C++, runs in your browser, and gives PyTorch’s numbers.',
          ),
        ),
        first &&
          html(
            'p',
            { class: 'home-start' },
            html('a', { class: 'button primary', href: first.href }, 'Start the first lesson'),
            html('span', {}, 'Nothing to install, no account. Nothing leaves your browser.'),
          ),
        figure &&
          html(
            'section',
            { class: 'home-figure wide', 'aria-label': 'From a lesson' },
            chartMarkup(figure.chart),
            html(
              'p',
              { class: 'facts' },
              'From the lesson ',
              html('a', { href: figure.lesson.href }, figure.lesson.title),
              ', computed by the engine when this page was built. There you train it yourself.',
            ),
          ),
        html('h2', {}, 'Lessons'),
        html(
          'ol',
          { class: 'lesson-list' },
          ...lessons.map((lesson) =>
            html(
              'li',
              {},
              html('h3', {}, html('a', { href: lesson.href }, lesson.title)),
              html('p', {}, lesson.summary),
              html('p', { class: 'facts' }, lesson.facts),
            ),
          ),
        ),
        html('h2', {}, 'How it works'),
        html(
          'dl',
          { class: 'promises' },
          ...promise(
            'Read first',
            'A lesson is a page with its results in it. The engine loads when you first press Run.',
          ),
          ...promise(
            'Change anything',
            'Every cell is JavaScript that reads like PyTorch. Your edits stay in this browser until you reset them.',
          ),
          ...promise(
            'Stop any time',
            'A cell runs beside the page. Stop works even in an endless loop, and keeps what was shown.',
          ),
          ...promise(
            'The same numbers',
            'Random draws, initial weights and shuffles are PyTorch’s, bit for bit, on every machine.',
          ),
        ),
      ),
    ),
    toHtml(footerMarkup()),
    dataBlock('chart-stills', figure ? [[figure.chart]] : []),
  ].join('\n');
  return pageHtml(
    'Normlab: a laboratory for normalization in deep learning',
    'Read, change and run lessons on BatchNorm, LayerNorm and RMSNorm in the browser, with PyTorch’s numbers.',
    body,
    assets,
  );
}

function pageHtml(title: string, description: string, body: string, assets: PageAssets): string {
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">`,
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    '<meta name="color-scheme" content="light dark">',
    `<link rel="icon" href="${escapeHtml(assets.icon)}" type="image/svg+xml">`,
    ...assets.fonts.map(
      (href) => `<link rel="preload" href="${escapeHtml(href)}" as="font" type="font/woff2" crossorigin>`,
    ),
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
    `<script type="module" src="${escapeHtml(assets.script)}"></script>`,
  ];
  return `<!doctype html>\n<html lang="en">\n<head>\n${head.join('\n')}\n</head>\n<body>\n${body}\n</body>\n</html>\n`;
}

function cellMarkup(source: string, outputs: Output[], index: number): Markup {
  const number = index + 1;
  return html(
    'div',
    { class: 'cell wide', 'data-cell': index, 'data-state': 'still', role: 'group', 'aria-label': `Cell ${number}` },
    html('div', { class: 'cell-code' }, html('pre', { class: 'code' }, html('code', {}, ...highlightLines(source)))),
    html(
      'div',
      { class: 'cell-bar needs-script' },
      html(
        'button',
        { class: 'run', type: 'button', disabled: true, 'aria-label': `Run cell ${number}` },
        html('span', { class: 'run-icon', 'aria-hidden': 'true' }),
        html('span', { class: 'run-label' }, 'Run'),
      ),
      index > 0 &&
        html(
          'button',
          { class: 'run-above quiet', type: 'button', 'aria-label': `Run all above cell ${number}` },
          'Run all above',
        ),
      html('span', { class: 'cell-edited', hidden: true }, 'edited'),
      html(
        'button',
        { class: 'reset quiet', type: 'button', hidden: true, 'aria-label': `Reset cell ${number} to the lesson’s text` },
        'Reset',
      ),
      html('button', { class: 'other quiet', type: 'button', hidden: true }, ''),
      html('span', { class: 'cell-hint' }, html('kbd', {}, 'Ctrl Enter'), ' runs, ', html('kbd', {}, 'Esc'), ' leaves'),
      html('span', { class: 'cell-stale' }),
      html('span', { class: 'cell-state' }, outputs.length > 0 ? 'stored result' : ''),
    ),
    html('div', { class: 'cell-output' }, ...outputs.map(outputMarkup)),
  );
}

function toolbarMarkup(): Markup {
  const button = (action: string, label: string, className: string | null): Markup =>
    html('button', { type: 'button', class: className, 'data-action': action, disabled: true }, label);
  return html(
    'div',
    { class: 'toolbar full needs-script', role: 'group', 'aria-label': 'All cells' },
    html(
      'div',
      { class: 'toolbar-row' },
      button('runAll', 'Run all', 'primary'),
      button('stop', 'Stop', null),
      button('restart', 'Restart', null),
      button('clear', 'Clear', null),
      html(
        'details',
        { class: 'toolbar-more' },
        html('summary', { class: 'button' }, 'More'),
        html(
          'div',
          { class: 'toolbar-menu' },
          button('copyLink', 'Copy a link with my changes', 'quiet'),
          button('saveMarkdown', 'Download as Markdown', 'quiet'),
          button('saveNotebook', 'Download as .ipynb', 'quiet'),
          button('resetAll', 'Reset the whole lesson', 'quiet'),
        ),
      ),
      html('span', { class: 'toolbar-status', role: 'status' }, 'The engine loads on the first run.'),
      html('span', { class: 'toolbar-bytes', 'aria-hidden': 'true' }),
      html('button', { type: 'button', class: 'toolbar-offer', hidden: true }, ''),
    ),
    html('progress', { class: 'toolbar-load', hidden: true, 'aria-label': 'Loading the engine' }),
  );
}

function headerMarkup(home: string): Markup {
  return html(
    'header',
    { class: 'page' },
    html('nav', { class: 'site-header', 'aria-label': 'Site' }, html('a', { href: home }, 'Normlab')),
  );
}

function footerMarkup(): Markup {
  return html(
    'footer',
    { class: 'page' },
    html(
      'div',
      { class: 'site-footer' },
      html('p', {}, 'Normlab runs in your browser and sends nothing anywhere. Edits are kept in this browser only.'),
    ),
  );
}

function promise(term: string, text: string): Markup[] {
  return [html('div', {}, html('dt', {}, term), html('dd', {}, text))];
}

/**
 * Data for the script (`readStills`), as a block that no browser runs. `<` is escaped, so that no text can end the
 * block.
 */
function dataBlock(id: string, data: unknown): string {
  const json = specToJson(data);
  return `<script type="application/json" id="${id}">${json.replace(/</g, '\\u003c')}</script>`;
}
