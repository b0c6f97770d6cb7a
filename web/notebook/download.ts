/** @file The lesson with the reader's edits as a file: Markdown as the author's, or a Jupyter notebook. */
import { type Block, type CellLanguage, type Lesson, serialise, withSource } from '../lesson/lesson.js';

/** The lesson with these texts in its cells, in the order of the page. */
export function editedLesson(lesson: Lesson, sources: readonly string[]): Lesson {
  let next = 0;
  const blocks = lesson.blocks.map((block) =>
    block.kind === 'cell' ? withSource(block, sources[next++] ?? block.source) : block,
  );
  return { ...lesson, blocks };
}

export function markdownOf(lesson: Lesson): string {
  return serialise(lesson);
}

/**
 * nbformat 4.5. A notebook has one language, Python if the lesson has any. Cells in the other one become text with their
 * code; of a cell with tabs only the notebook's language is there.
 */
export function notebookOf(lesson: Lesson): string {
  const { blocks } = lesson;
  const python = blocks.some((block) => block.kind === 'cell' && block.language === 'python');
  const language = python ? 'python' : 'javascript';
  const written = blocks.filter((block) => block.kind !== 'prose' || block.raw.trim() !== '');
  const cells = written
    .filter((block, at) => {
      const next = written[at + 1];
      return !(block.kind === 'cell' && block.language !== language && (block.tab || (next?.kind === 'cell' && next.tab)));
    })
    .map((block, index) => notebookCell(block, index, language));
  const notebook = {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {
      title: lesson.title,
      ...kernels[language],
    },
    cells,
  };
  return `${JSON.stringify(notebook, null, 1)}\n`;
}

const kernels = {
  javascript: {
    kernelspec: { name: 'deno', display_name: 'JavaScript (Deno)', language: 'javascript' },
    language_info: { name: 'javascript', file_extension: '.js', mimetype: 'text/javascript' },
  },
  python: {
    kernelspec: { name: 'python3', display_name: 'Python 3', language: 'python' },
    language_info: { name: 'python', file_extension: '.py', mimetype: 'text/x-python' },
  },
};

function notebookCell(block: Block, index: number, language: CellLanguage): object {
  const common = { id: `cell-${index + 1}`, metadata: {} };
  if (block.kind !== 'cell' || block.language !== language) {
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
