/** @file All files of a site that come from its lessons. Knows the built assets only by their names. */
import type { ChartSpec } from '../charts/spec.js';
import { normColor } from '../charts/series-colors.js';
import { formulaFaces } from './formula-faces.js';
import { inReadingOrder } from './lesson-source.js';
import { homePageHtml } from './pages/home.js';
import { lessonFacts, type LessonPage, lessonPageHtml } from './pages/lesson.js';
import type { PageAssets } from './pages/shell.js';

export type PageKind = 'lesson' | 'home' | 'help' | 'open' | 'bench';

/** What the build of the page's scripts and styles gives. */
export interface SiteKit {
  pages: Record<PageKind, { script: string; styles: string[] }>;
  /** Script of each widget, by its name. */
  widgets: Record<string, string>;
  /** File of each face, by its name without hash and ending. */
  faces: Record<string, string>;
  icon: string;
  /** Source of the service worker. */
  serviceWorker: string;
  /** Files that every site has, beside its lessons: assets, and pages that are the same everywhere. */
  files: string[];
}

/** A file's name in the site, and its text. */
export type SiteFile = [name: string, text: string];

/** Faces of the first screen, in the order they matter. The rest is fetched when it is used. */
const firstFaces = [
  'source-serif-4-latin-400-normal',
  'source-serif-4-latin-600-normal',
  'source-serif-4-latin-400-italic',
  'source-sans-3-latin-400-normal',
  'source-sans-3-latin-600-normal',
  'source-code-pro-latin-400-normal',
];

/** Front page and lessons. */
export function lessonFiles(given: readonly LessonPage[], kit: SiteKit): SiteFile[] {
  const lessons = inReadingOrder(given);
  const list = lessons.map((lesson) => ({
    href: `${encodeURIComponent(lesson.id)}.html`,
    title: lesson.title,
    summary: lesson.summary,
    facts: lessonFacts(lesson),
  }));
  const figures = lessons.flatMap((lesson, i) => chartsOf(lesson).map((chart) => ({ chart, lesson: list[i] })));
  return [
    ['index.html', homePageHtml(list, mostTelling(figures), assetsOf(kit, 'home'))],
    ...lessons.flatMap((lesson, i): SiteFile[] => [
      [
        `${lesson.id}.html`,
        lessonPageHtml(
          lesson,
          { previous: lessons[i - 1], next: lessons[i + 1] },
          kit.widgets,
          assetsOf(kit, 'lesson', proseOf(lesson)),
        ),
      ],
      // For downloads: the lesson with the reader's changes.
      [`${lesson.id}.json`, JSON.stringify(lesson.source)],
    ]),
  ];
}

/** For the front page: the chart that compares most norms by their curves, or else the first one. */
function mostTelling<T extends { chart: ChartSpec }>(figures: T[]): T | null {
  const curves = ({ chart }: T): number =>
    chart.kind === 'line' && !chart.scatter ? new Set(chart.series.map(({ name }) => normColor(name))).size : 0;
  return figures.reduce<T | null>((best, one) => (best === null || curves(one) > curves(best) ? one : best), null);
}

/** The service worker, which changes when any file does. @param files the site's own, with their text */
export function serviceWorkerFile(files: readonly SiteFile[], kit: SiteKit): SiteFile {
  const names = [...files.map(([name]) => name), ...kit.files];
  const text = `${files.map(([, content]) => content).join('')}${kit.files.join('')}${kit.serviceWorker}`;
  return ['sw.js', `const version = '${hashOf(text)}';\nconst files = ${JSON.stringify(names)};\n${kit.serviceWorker}`];
}

/** @param prose text of the page; its formulas say which of their faces are needed */
export function assetsOf(kit: SiteKit, kind: PageKind, prose = ''): PageAssets {
  const faces = [...firstFaces, ...formulaFaces(prose)].flatMap((face) => kit.faces[face] ?? []);
  return { ...kit.pages[kind], fonts: faces, icon: kit.icon };
}

function proseOf(lesson: LessonPage): string {
  return lesson.blocks.map((block) => (block.kind === 'cell' ? '' : block.html)).join('');
}

function chartsOf(lesson: LessonPage): ChartSpec[] {
  const outputs = lesson.blocks.flatMap((block) => (block.kind === 'cell' ? block.outputs : []));
  return outputs.flatMap((output) => (output.kind === 'chart' ? [output.chart] : []));
}

/** 53 bits of a text: enough to tell one build from another. */
function hashOf(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 2654435761);
    b = Math.imul(b ^ text.charCodeAt(i), 1597334677);
  }
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}
