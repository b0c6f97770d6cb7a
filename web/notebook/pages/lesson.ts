/**
 * @file A lesson as HTML text: everything a reader without script needs, and the places where the script takes over.
 */
import { escapeHtml, html, type Markup, toHtml } from '../../charts/markup.js';
import type { ChartSpec } from '../../charts/spec.js';
import type { Output } from '../../kernel/protocol.js';
import type { Exercise } from '../../lesson/exercises/exercise.js';
import type { CellLanguage, Lesson } from '../../lesson/lesson.js';
import { handInMarkup } from '../exercises/exercise-markup.js';
import { highlightLines } from '../highlight.js';
import { outputMarkup } from '../outputs/output-markup.js';
import { untilScript } from '../until-script.js';
import { type Tab, tabsMarkup } from './lesson-tabs.js';
import { dataBlock, type PageAssets, pageHtml } from './shell.js';

export type LessonBlock =
  /** Rendered text; from the lesson's author, whose files are part of the site. */
  | { kind: 'prose'; html: string }
  | { kind: 'exercise'; html: string; exercise: Exercise }
  /** `charts` are live once the script is there; a widget's own stand in its place until then, and are none of them. */
  | { kind: 'figure'; html: string; widget: string | null; charts: ChartSpec[] }
  /** A cell, and what it showed when the lesson was built or stored. */
  | { kind: 'cell'; source: string; language: CellLanguage; tab: boolean; outputs: Output[] };

type CellBlock = Extract<LessonBlock, { kind: 'cell' }>;

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

/** What a link to a lesson needs. */
export type LessonLink = Pick<LessonPage, 'id' | 'title'>;

/**
 * @param neighbours the lessons before and after it, where there are some
 * @param widgets the site's, by name: address of the script
 */
export function lessonPageHtml(
  lesson: LessonPage,
  neighbours: { previous?: LessonLink; next?: LessonLink },
  widgets: Record<string, string>,
  assets: PageAssets,
): string {
  const charts = lesson.blocks.flatMap((block) => (block.kind === 'cell' ? [chartsOf(block.outputs)] : []));
  const main = [
    lessonMainHtml(lesson),
    toHtml(neighbourMarkup(neighbours)),
    dataBlock('chart-stills', charts),
    dataBlock('exercises', exercisesOf(lesson)),
    dataBlock(
      'figure-charts',
      figuresOf(lesson).flatMap(({ charts }) => charts),
    ),
    dataBlock('widgets', widgetsOf(lesson, widgets)),
  ].join('\n');
  const title = `${lesson.title} · Normlab`;
  const { lang } = lesson.source;
  return pageHtml({ title, description: lesson.summary, main, lang }, assets, `${lesson.id}.html`);
}

function neighbourMarkup({ previous, next }: { previous?: LessonLink; next?: LessonLink }): Markup {
  const link = (rel: 'prev' | 'next', label: string, { id, title }: LessonLink): Markup =>
    html(
      'a',
      { class: `neighbour-${rel}`, rel, href: `${encodeURIComponent(id)}.html` },
      html('span', { class: 'neighbour-label' }, label),
      html('span', {}, title),
    );
  return html(
    'nav',
    { class: 'page neighbours', 'aria-label': 'Other lessons' },
    html(
      'div',
      { class: 'neighbours-row' },
      previous ? link('prev', 'Previous lesson', previous) : null,
      next
        ? link('next', 'Next lesson', next)
        : html(
            'a',
            { class: 'neighbour-next', href: './#lessons' },
            html('span', { class: 'neighbour-label' }, 'This was the last one'),
            html('span', {}, 'All lessons'),
          ),
    ),
  );
}

function figuresOf({ blocks }: LessonPage): Extract<LessonBlock, { kind: 'figure' }>[] {
  return blocks.filter((block) => block.kind === 'figure');
}

/** Scripts of the widgets that the lesson has. */
function widgetsOf(lesson: LessonPage, widgets: Record<string, string>): Record<string, string> {
  const own = figuresOf(lesson).flatMap(({ widget }) => (widget !== null && widget in widgets ? [widget] : []));
  return Object.fromEntries(own.map((name) => [name, widgets[name]]));
}

export function exercisesOf({ blocks }: LessonPage): Exercise[] {
  return blocks.flatMap((block) => (block.kind === 'exercise' ? [block.exercise] : []));
}

/** Six digits of a contour's grid are more than its picture shows, and a third of their weight in the page. */
function short(chart: ChartSpec): ChartSpec {
  if (chart.kind !== 'contour') return chart;
  return { ...chart, values: chart.values.map((row) => row.map((value) => Number(value.toPrecision(6)))) };
}

function chartsOf(outputs: Output[]): ChartSpec[] {
  return outputs.flatMap((output) => (output.kind === 'chart' ? [short(output.chart)] : []));
}

/** The element that a notebook works on. */
export function lessonMainHtml(lesson: LessonPage): string {
  const blocks = blocksHtml(lesson.blocks);
  const exercises = exercisesOf(lesson).length;
  return [
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
    exercises > 0 ? toHtml(handInMarkup(exercises)) : '',
    '</main>',
  ].join('\n');
}

function blocksHtml(blocks: readonly LessonBlock[]): string[] {
  const out: string[] = [];
  let index = 0;
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at];
    if (block.kind !== 'cell') {
      out.push(block.html);
      continue;
    }
    const tab = (cell: CellBlock): Tab => ({ language: cell.language, index, cell: cellMarkup(cell, index++) });
    const first = tab(block);
    const beside = tabAfter(blocks, at);
    if (beside === null) out.push(toHtml(first.cell));
    else {
      at = beside;
      out.push(toHtml(tabsMarkup([first, tab(blocks[beside] as CellBlock)])));
    }
  }
  return out;
}

/** Place of the tab that belongs to a cell; only blank lines stand between. */
function tabAfter(blocks: readonly LessonBlock[], at: number): number | null {
  const next = blocks.findIndex((block, i) => i > at && (block.kind !== 'prose' || block.html.trim() !== ''));
  const block = blocks[next];
  return block?.kind === 'cell' && block.tab ? next : null;
}

/** "10 minutes, 4 cells to run and change". */
export function lessonFacts({ minutes, blocks }: LessonPage): string {
  const cells = blocks.filter((block) => block.kind === 'cell' && !block.tab).length;
  const cellWords = `${cells} ${cells === 1 ? 'cell' : 'cells'} to run and change`;
  return minutes === null ? cellWords : `${minutes} minutes, ${cellWords}`;
}

function cellMarkup({ source, language, outputs }: CellBlock, index: number): Markup {
  const number = index + 1;
  return html(
    'div',
    {
      class: 'cell wide',
      'data-cell': index,
      'data-language': language,
      'data-state': 'still',
      role: 'group',
      'aria-label': `Cell ${number}${language === 'python' ? ', Python' : ''}`,
    },
    html('div', { class: 'cell-code' }, html('pre', { class: 'code' }, html('code', {}, ...highlightLines(source, language)))),
    html(
      'div',
      { class: 'cell-bar needs-script' },
      html(
        'button',
        { class: 'run', type: 'button', ...untilScript, 'aria-label': `Run cell ${number}` },
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
        {
          class: 'reset quiet',
          type: 'button',
          hidden: true,
          'aria-label': `Reset cell ${number} to the lesson’s text`,
        },
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
    html('button', { type: 'button', class: className, 'data-action': action, ...untilScript }, label);
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
