/** @file From a lesson file to the blocks of its page. Runs at build time. */
import { html, toHtml } from '../charts/markup.js';
import type { Output } from '../kernel/protocol.js';
import { type Cell, type CellLanguage, type FigureBlock, type Lesson, matchesStored, parse, render } from '../lesson/index.js';
import { exerciseHtml } from './exercises/exercise-markup.js';
import { highlightLines } from './highlight.js';
import { figureHtml, type WidgetStill } from './pages/lesson-figure.js';
import type { LessonBlock, LessonPage } from './pages/lesson.js';
import type { Code, Still } from './still-outputs.js';

/** What a lesson is made into a page with. */
export interface LessonTools {
  /** Runs the cells, in order in one fresh session, and gives what each shows. */
  runCells(cells: readonly Code[]): Promise<Still[]>;
  /** Runs the code of a figure in a fresh session. */
  runFigure(code: Code): Promise<Still>;
  /** What a widget shows with these attributes; null for one that it does not know. Throws for wrong attributes. */
  stillOf(widget: string, attributes: Record<string, string>): Promise<WidgetStill | null>;
  /** Takes what the author should know, with the line; the stored text is then shown instead. */
  warn(message: string, line: number): void;
  /** Names of the widgets that the site has; null for a lesson that is none of a site. */
  widgets: readonly string[] | null;
}

/** For a page that shows only what is stored. */
export const notRun: Pick<LessonTools, 'runCells' | 'runFigure' | 'stillOf'> = {
  runCells: (cells) => Promise.resolve(cells.map(() => ({ error: 'not run' }))),
  runFigure: () => Promise.resolve({ error: 'not run' }),
  stillOf: () => Promise.resolve(null),
};

/** @param id the lesson's lasting name and its file name in the site */
export async function lessonPage(id: string, text: string, tools: LessonTools): Promise<LessonPage> {
  const { runCells, warn } = tools;
  const lesson = parse(text);
  const cells = lesson.blocks.filter((block) => block.kind === 'cell' && block.language === 'javascript') as Cell[];
  const stills = await runCells(cells);
  const outputsOf = (cell: Cell): Output[] => {
    const still = stills[cells.indexOf(cell)];
    if ('error' in still) warn(`the cell could not be run: ${still.error}`, cell.line);
    else if (cell.output === null || matchesStored(cell, still.printed)) return still.outputs;
    else warn('the cell shows something else than what is stored', cell.outputLine ?? cell.line);
    return storedText(cell);
  };
  const used = new Set<string>();
  const figures = new Map<FigureBlock, LessonBlock>();
  for (const block of lesson.blocks)
    if (block.kind === 'figure') figures.set(block, await figureBlock(block, lesson, tools));
  const blocks = lesson.blocks.map((block): LessonBlock => {
    switch (block.kind) {
      case 'figure':
        return figures.get(block)!;
      case 'prose':
        return { kind: 'prose', html: anchorHeadings(withoutTitle(renderPart(block, lesson, tools), lesson), used) };
      case 'static':
        return { kind: 'prose', html: staticCode(block.source, block.language) };
      case 'problem':
        return {
          kind: 'prose',
          html: toHtml(html('p', { class: 'lesson-problem' }, `Line ${block.line}: ${block.message}.`)),
        };
      case 'exercise': {
        const part = (raw: string): string => renderPart({ raw, line: block.line }, lesson, tools);
        return { kind: 'exercise', html: exerciseHtml(block.exercise, part), exercise: block.exercise };
      }
      case 'cell':
        return {
          kind: 'cell',
          source: block.source,
          language: block.language,
          tab: block.tab,
          // Python is too large to start for a build: what is stored is shown, and `normlab run` checks it.
          outputs: block.language === 'javascript' ? outputsOf(block) : storedText(block),
        };
    }
  });
  return { id, title: lesson.title, summary: lesson.description, minutes: lesson.minutes, blocks, source: lesson };
}

/** A figure's code sees no cell, and no cell sees it. */
async function figureBlock({ figure, line }: FigureBlock, lesson: Lesson, tools: LessonTools): Promise<LessonBlock> {
  const { widget, chart, caption } = figure;
  const still: Still = chart === '' ? { outputs: [], printed: '' } : await tools.runFigure({ source: chart, line });
  const charts =
    'error' in still ? [] : still.outputs.flatMap((output) => (output.kind === 'chart' ? [output.chart] : []));
  let trouble: string | null = null;
  if (widget !== null && tools.widgets === null)
    trouble = `Here the site’s own lessons have a live figure (${widget}).`;
  else if (widget !== null && !tools.widgets!.includes(widget)) {
    trouble = `Line ${line}: there is no widget '${widget}'; there are: ${tools.widgets!.join(', ') || 'none'}.`;
    tools.warn(`there is no widget '${widget}'; there are: ${tools.widgets!.join(', ') || 'none'}`, line);
  }
  if ('error' in still) tools.warn(`the figure's chart could not be made: ${still.error}`, line);
  else if (chart !== '' && charts.length === 0) tools.warn("the figure's code shows no chart", line);
  if (charts.length === 0 && widget === null) trouble ??= 'The picture is made when the site is built.';
  const ofWidget = widget !== null && trouble === null ? await widgetStill(widget, figure, line, tools) : null;
  const words = caption === '' ? '' : renderPart({ raw: caption, line }, lesson, tools);
  const made = figureHtml(figure, { charts, still: ofWidget, caption: words, trouble });
  return {
    kind: 'figure',
    html: made,
    widget: trouble === null ? widget : null,
    charts: widget === null || trouble !== null ? charts : [],
  };
}

async function widgetStill(
  name: string,
  { attributes }: FigureBlock['figure'],
  line: number,
  { stillOf, warn }: LessonTools,
): Promise<WidgetStill | null> {
  try {
    return await stillOf(name, attributes);
  } catch (error) {
    // A wrong attribute: who checks lessons says so with its line, and the widget in its place.
    if (!(error instanceof TypeError)) warn(`the widget's still could not be made: ${String(error)}`, line);
    return null;
  }
}

/** Lessons as a reader goes through them: by their `order`, then by name. */
export function inReadingOrder(lessons: readonly LessonPage[]): LessonPage[] {
  const orderOf = ({ source }: LessonPage): number => source.order ?? Infinity;
  // Infinity minus itself is NaN, which says nothing, as 0 does.
  return [...lessons].sort((a, b) => orderOf(a) - orderOf(b) || (a.id < b.id ? -1 : 1));
}

function storedText(cell: Cell): Output[] {
  return cell.output === null ? [] : [{ kind: 'text', stream: 'stdout', text: cell.output }];
}

/** The page has its own title; a first heading that repeats it is left out. */
function withoutTitle(rendered: string, lesson: Lesson): string {
  const heading = /^\s*<h1>([\s\S]*?)<\/h1>\n?/.exec(rendered);
  return heading && plain(heading[1]) === lesson.title ? rendered.slice(heading[0].length) : rendered;
}

/** Headings get ids, so that a link can lead to them. */
function anchorHeadings(rendered: string, used: Set<string>): string {
  return rendered.replace(/<(h[23])>([\s\S]*?)<\/\1>/g, (_, tag: string, inner: string) => {
    const base = anchorOf(plain(inner));
    let id = base;
    for (let n = 2; used.has(id); n++) id = `${base}-${n}`;
    used.add(id);
    return `<${tag} id="${id}">${inner}</${tag}>`;
  });
}

/** The id of a heading of that text. */
export function anchorOf(text: string): string {
  const words = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
  return words.replace(/^-|-$/g, '') || 'section';
}

/** In its file a lesson links to the files of other lessons, in the site to their pages. */
function renderPart(part: { raw: string; line: number }, lesson: Lesson, { widgets }: LessonTools): string {
  const made = render(part, lesson);
  // A lesson from elsewhere is no page of the site, and neither are those that it links to.
  return widgets === null ? made : made.replace(/(<a href="[^":/?#]+)\.md(?=["#])/g, '$1.html');
}

function plain(rendered: string): string {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return rendered
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name])
    .trim();
}

function staticCode(source: string, language: CellLanguage): string {
  const lines = highlightLines(source, language);
  return toHtml(html('pre', { class: 'code static wide' }, html('code', {}, ...lines)));
}
