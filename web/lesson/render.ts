/** @file Prose as HTML: safe to put into a page, formulas set. */
import type { RenderEnvironment } from './formulas.js';
import type { Block, Lesson, Prose } from './lesson.js';
import { createMarkdown } from './markdown.js';

const markdown = createMarkdown();

/** HTML of a block of prose. HTML in it is shown as text, links are safe, and a bad formula is shown with its line. */
export function render(prose: Pick<Prose, 'raw' | 'line'>, lesson?: Pick<Lesson, 'references'>): string {
  const environment: RenderEnvironment = { references: { ...lesson?.references }, firstLine: prose.line };
  return markdown.render(prose.raw, environment);
}

/** The bad formulas of a lesson. Those of an exercise or a caption have the line of its fence. */
export function formulaProblems({ blocks, references }: Lesson): { line: number; message: string }[] {
  const problems: { line: number; message: string }[] = [];
  for (const block of blocks) {
    for (const text of textsIn(block)) {
      markdown.render(text, {
        references: { ...references },
        firstLine: block.line,
        onProblem: (line, message) => problems.push({ line: block.kind === 'prose' ? line : block.line, message }),
      } satisfies RenderEnvironment);
    }
  }
  return problems;
}

/** An address in a lesson's text: of a picture that is shown, or of a link. */
export interface Address {
  kind: 'picture' | 'link';
  href: string;
  line: number;
}

/** The addresses in the texts of a lesson. Those in an exercise or a caption have the line of its fence. */
export function addressesIn({ blocks, references }: Lesson): Address[] {
  return blocks.flatMap((block) =>
    textsIn(block).flatMap((text) =>
      markdown.parse(text, { references: { ...references } }).flatMap((token) => {
        let line = block.kind === 'prose' ? block.line + (token.map?.[0] ?? 0) : block.line;
        return (token.children ?? []).flatMap((child): Address[] => {
          if (block.kind === 'prose' && /^(soft|hard)break$/.test(child.type)) line++;
          if (child.type === 'image') return [{ kind: 'picture', href: child.attrGet('src') ?? '', line }];
          if (child.type === 'link_open') return [{ kind: 'link', href: child.attrGet('href') ?? '', line }];
          return [];
        });
      }),
    ),
  );
}

/** The texts of a block that are shown as Markdown. */
function textsIn(block: Block): string[] {
  if (block.kind === 'prose') return [block.raw];
  if (block.kind === 'figure') return [block.figure.caption];
  if (block.kind !== 'exercise') return [];
  const { exercise } = block;
  const options = exercise.kind === 'choice' ? exercise.options.map(({ text }) => text) : [];
  return [exercise.question, ...exercise.hints, exercise.solution, ...options];
}
