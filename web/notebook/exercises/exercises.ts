/** @file The exercises of a page, the outputs that they cover, and the file to hand in. */
import type { Exercise } from '../../lesson/exercises/exercise.js';
import type { Cell } from '../cell.js';
import { saveFile } from '../download.js';
import { part } from '../part.js';
import type { Runner } from '../runner.js';
import type { WorkStorage } from '../work-storage.js';
import { AnswerStore } from './answer-store.js';
import { ExerciseView } from './exercise-view.js';
import type { SeriesByName } from './guess-sheet.js';
import { handInOf } from './hand-in.js';

export interface ExercisesOptions {
  page: HTMLElement;
  exercises: readonly Exercise[];
  cells: readonly Cell[];
  runner: Runner;
  storage: WorkStorage;
}

/** Makes the exercises of a page work. */
export async function startExercises({ page, exercises, cells, runner, storage }: ExercisesOptions): Promise<void> {
  const lesson = page.dataset.lesson ?? '';
  const answers = new AnswerStore(lesson, storage);
  await answers.load();
  const views = new Map<ExerciseView, Cell | null>();
  const changed = (): void => {
    const solved = exercises.filter(({ id }) => answers.isSolved(id)).length;
    part(page, '.hand-in-count').textContent = `${solved} of ${exercises.length} exercises solved.`;
    for (const cell of cells)
      cover(
        cell,
        [...views].filter(([view, next]) => next === cell && view.exercise.predict).map(([view]) => view),
      );
  };
  for (const exercise of exercises) {
    const element = page.querySelector<HTMLElement>(`[data-exercise="${CSS.escape(exercise.id)}"]`);
    if (!element) continue;
    const next =
      cells.find((cell) => (element.compareDocumentPosition(cell.element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0) ??
      null;
    const view = new ExerciseView(exercise, element, {
      answers,
      series: () => seriesOf(next),
      run: async (code) => {
        const { result, outputs } = await runner.ask(code, `exercise ${exercise.id}`);
        const printed = outputs.map((output) => (output.kind === 'text' ? output.text : '')).join('');
        return { printed, error: wordsFor(result) };
      },
      changed,
    });
    views.set(view, next);
  }
  const saveButton = part<HTMLButtonElement>(page, '.hand-in-save');
  saveButton.disabled = false;
  saveButton.addEventListener('click', () => {
    const title = page.querySelector('h1')?.textContent ?? lesson;
    const file = handInOf(lesson, title, exercises, answers, new Date());
    saveFile('hand-in.json', 'application/json', `${JSON.stringify(file, null, 2)}\n`);
  });
  changed();
}

/** What a cell was delivered with waits for the predictions above it, for a press, or for a run. */
function cover(cell: Cell, views: ExerciseView[]): void {
  const output = part(cell.element, '.cell-output');
  const old = cell.element.querySelector('.cell-cover');
  const isCovered = views.length > 0 && !output.dataset.uncovered && !views.every(({ isAnswered }) => isAnswered);
  output.classList.toggle('covered', isCovered);
  if (!isCovered) old?.remove();
  if (!isCovered || old) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'cell-cover quiet';
  button.textContent = 'Show the result without predicting';
  button.addEventListener('click', () => {
    output.dataset.uncovered = 'true';
    cover(cell, views);
    part(cell.element, '.run').focus();
  });
  part(cell.element, '.cell-bar').append(button);
}

function seriesOf(cell: Cell | null): SeriesByName {
  const charts = cell?.charts ?? [];
  return new Map(
    charts.flatMap((chart) =>
      chart.kind === 'line' ? chart.series.map(({ name, points }) => [name, points] as const) : [],
    ),
  );
}

function wordsFor({ status, error }: Awaited<ReturnType<Runner['ask']>>['result']): string | null {
  if (status === 'stopped') return 'Your code was stopped.';
  if (!error) return null;
  const place = error.line === null ? '' : ` on line ${error.line}`;
  return `${error.name}${place}: ${error.message}${error.hint ? ` ${error.hint}` : ''}`;
}
