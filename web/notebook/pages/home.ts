/** @file The front page: what this is, a live figure, where to start. */
import { chartMarkup } from '../../charts/chart.js';
import { html, type Markup, toHtml } from '../../charts/markup.js';
import type { ChartSpec } from '../../charts/spec.js';
import { liveTableMarkup } from './live-table.js';
import { dataBlock, type PageAssets, pageHtml } from './shell.js';

/** A lesson in the list of the front page. */
export interface LessonEntry {
  href: string;
  title: string;
  summary: string;
  facts: string;
}

/** @param figure a chart of a lesson, and the title of that lesson */
export function homePageHtml(
  lessons: LessonEntry[],
  figure: { chart: ChartSpec; lesson: LessonEntry } | null,
  assets: PageAssets,
): string {
  const first = lessons.length > 0 ? lessons[0] : null;
  const main = [
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
        liveTableMarkup(),
        html('h2', { id: 'lessons' }, 'Lessons'),
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
              ', computed by the engine when this page was built. There you run it yourself.',
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
    dataBlock('chart-stills', figure ? [[figure.chart]] : []),
  ].join('\n');
  return pageHtml(
    {
      title: 'Normlab: a laboratory for normalization in deep learning',
      description:
        'Read, change and run lessons on BatchNorm, LayerNorm and RMSNorm in the browser, with PyTorch’s numbers.',
      main,
    },
    assets,
    'index.html',
  );
}

function promise(term: string, text: string): Markup[] {
  return [html('div', {}, html('dt', {}, term), html('dd', {}, text))];
}
