/** @file The lesson with the reader's edits as a file: Markdown as the author's, or a Jupyter notebook. */
import { type Block, type Lesson, serialise, withSource } from '../lesson/lesson.js';

/** The lesson with these texts in its JavaScript cells, in the order of the page. */
export function editedLesson(lesson: Lesson, sources: readonly string[]): Lesson {
  let next = 0;
  const blocks = lesson.blocks.map((block) =>
    block.kind === 'cell' && block.language === 'javascript'
      ? withSource(block, sources[next++] ?? block.source)
      : block,
  );
  return { ...lesson, blocks };
}

export function markdownOf(lesson: Lesson): string {
  return serialise(lesson);
}

/** nbformat 4.5. */
export function notebookOf(lesson: Lesson): string {
  const cells = lesson.blocks.filter((block) => block.kind !== 'prose' || block.raw.trim() !== '').map(notebookCell);
  const notebook = {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {
      title: lesson.title,
      kernelspec: { name: 'deno', display_name: 'JavaScript (Deno)', language: 'javascript' },
      language_info: { name: 'javascript', file_extension: '.js', mimetype: 'text/javascript' },
    },
    cells,
  };
  return `${JSON.stringify(notebook, null, 1)}\n`;
}

function notebookCell(block: Block, index: number): object {
  const common = { id: `cell-${index + 1}`, metadata: {} };
  if (block.kind !== 'cell' || block.language !== 'javascript') {
    const raw = block.kind === 'cell' ? block.raw.code + block.raw.gap + block.raw.output : block.raw;
    return { cell_type: 'markdown', ...common, source: linesOf(raw.trim()) };
  }
  const outputs = block.output ? [{ output_type: 'stream', name: 'stdout', text: linesOf(block.output) }] : [];
  return { cell_type: 'code', ...common, execution_count: null, source: linesOf(block.source), outputs };
}

/** Each line with its end, as notebooks store text. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Hands a text to the reader as a file. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
