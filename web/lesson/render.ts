/** @file Prose as HTML: safe to put into a page, formulas set. */
import type { Exercise } from './exercises/exercise.js';
import type { RenderEnvironment } from './formulas.js';
import type { Lesson, Prose } from './lesson.js';
import { createMarkdown } from './markdown.js';

const markdown = createMarkdown();

/** HTML of a block of prose. HTML in it is shown as text, links are safe, and a bad formula is shown with its line. */
export function render(prose: Pick<Prose, 'raw' | 'line'>, lesson?: Pick<Lesson, 'references'>): string {
  const environment: RenderEnvironment = { references: { ...lesson?.references }, firstLine: prose.line };
  return markdown.render(prose.raw, environment);
}

/** The bad formulas of a lesson. Those of an exercise have the line of its fence. */
export function formulaProblems({ blocks, references }: Lesson): { line: number; message: string }[] {
  const problems: { line: number; message: string }[] = [];
  for (const block of blocks) {
    const isProse = block.kind === 'prose';
    if (!isProse && block.kind !== 'exercise') continue;
    for (const text of isProse ? [block.raw] : textsIn(block.exercise)) {
      markdown.render(text, {
        references: { ...references },
        firstLine: block.line,
        onProblem: (line, message) => problems.push({ line: isProse ? line : block.line, message }),
      } satisfies RenderEnvironment);
    }
  }
  return problems;
}

/** The texts of an exercise that are shown as Markdown. */
function textsIn(exercise: Exercise): string[] {
  const options = exercise.kind === 'choice' ? exercise.options.map(({ text }) => text) : [];
  return [exercise.question, ...exercise.hints, exercise.solution, ...options];
}
