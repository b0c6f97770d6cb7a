/** @file All files of a site that come from its lessons. Knows the built assets only by their names. */
import type { ChartSpec } from '../charts/spec.js';
import { formulaFaces } from './formula-faces.js';
import { homePageHtml, lessonFacts, type LessonPage, lessonPageHtml, type PageAssets } from './page-template.js';

export type PageKind = 'lesson' | 'home';

/** What the build of the page's scripts and styles gives. */
export interface SiteKit {
  pages: Record<PageKind, { script: string; styles: string[] }>;
  /** File of each face, by its name without hash and ending. */
  faces: Record<string, string>;
  icon: string;
}

/** Faces of the first screen, in the order they matter. The rest is fetched when it is used. */
const firstFaces = [
  'source-serif-4-latin-400-normal',
  'source-serif-4-latin-600-normal',
  'source-serif-4-latin-400-italic',
  'source-sans-3-latin-400-normal',
  'source-sans-3-latin-600-normal',
  'source-code-pro-latin-400-normal',
];

/** File name and text of every page. @param lessons in reading order */
export function sitePages(lessons: LessonPage[], kit: SiteKit): [fileName: string, text: string][] {
  const list = lessons.map((lesson) => ({
    href: `${lesson.id}.html`,
    title: lesson.title,
    summary: lesson.summary,
    facts: lessonFacts(lesson),
  }));
  const figures = lessons.flatMap((lesson, i) => chartsOf(lesson).map((chart) => ({ chart, lesson: list[i] })));
  return [
    ['index.html', homePageHtml(list, figures[0] ?? null, assetsOf(kit, 'home', ''))],
    ...lessons.flatMap((lesson): [string, string][] => [
      [`${lesson.id}.html`, lessonPageHtml(lesson, assetsOf(kit, 'lesson', proseOf(lesson)), './')],
      // For downloads: the lesson with the reader's changes.
      [`${lesson.id}.json`, JSON.stringify(lesson.source)],
    ]),
  ];
}

/** @param prose text of the page; its formulas say which of their faces are needed */
function assetsOf(kit: SiteKit, kind: PageKind, prose: string): PageAssets {
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
