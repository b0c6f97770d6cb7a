/** @file Prose as HTML: safe to put into a page, formulas set. */
import type { RenderEnvironment } from './formulas.js';
import type { Lesson, Prose } from './lesson.js';
import { createMarkdown } from './markdown.js';

const markdown = createMarkdown();

/** HTML of a block of prose. HTML in it is shown as text, links are safe, and a bad formula is shown with its line. */
export function render(prose: Pick<Prose, 'raw' | 'line'>, lesson?: Pick<Lesson, 'references'>): string {
  const environment: RenderEnvironment = { references: { ...lesson?.references }, firstLine: prose.line };
  return markdown.render(prose.raw, environment);
}
