/** @file The page as a whole: its cells, what the buttons do, and the reader's work. */
import type { WorkerLike } from '../kernel/client.js';
import type { ChartSpec } from '../charts/spec.js';
import type { Exercise } from '../lesson/exercises/exercise.js';
import type { Lesson } from '../lesson/lesson.js';
import { Cell } from './cell.js';
import type { Figures } from './figures.js';
import { createKernelWorker } from './kernel-worker.js';
import { LanguageTabs } from './language-tabs.js';
import { ReaderWork } from './reader-work.js';
import { Runner } from './runner.js';
import { StatusBar } from './status-bar.js';
import { watchWideBoxes } from './wide-boxes.js';
import { troubleWords, WorkStorage } from './work-storage.js';

export interface NotebookOptions {
  /** The element that holds bar and cells. */
  page: HTMLElement;
  /** Data of the charts that the page was delivered with, per cell. */
  stills: ChartSpec[][];
  exercises: readonly Exercise[];
  /** Figures that can be set; null without any. */
  figures: Figures | null;
  /** The lesson as its author wrote it. */
  source: () => Promise<Lesson>;
  /** The lesson is none of the site's own. */
  foreign: boolean;
}

export class Notebook {
  readonly cells: Cell[];
  private readonly bar: StatusBar;
  private readonly runner: Runner;
  private readonly work: ReaderWork;
  private readonly tabs: LanguageTabs;
  /** Whether the kernel that runs, or the next one, is apart from the site. */
  private apart: boolean;

  constructor({ page, stills, exercises, figures, source, foreign }: NotebookOptions) {
    this.bar = new StatusBar(page.querySelector<HTMLElement>('.toolbar')!, {
      runAll: () => {
        this.runner.stop();
        this.runner.run(this.wanted(this.cells));
      },
      stop: () => this.runner.stop(),
      restart: () => this.runner.restart(),
      clear: () => this.clearOutputs(),
      copyLink: () => void this.work.copyLink(),
      saveMarkdown: () => void this.work.save('markdown'),
      saveNotebook: () => void this.work.save('notebook'),
      resetAll: () => this.work.resetAll(),
    });
    this.cells = [...page.querySelectorAll<HTMLElement>('.cell')].map(
      (element, i) =>
        new Cell(element, stills[i] ?? [], {
          run: (cell) => this.runner.run([cell]),
          runAbove: (cell) => this.runner.run(this.wanted(this.cells.slice(0, cell.index))),
          stop: (cell) => this.runner.stopCell(cell),
          advance: (cell) => this.runAndAdvance(cell),
          changed: (cell) => {
            this.work.keep(cell);
            this.runner.noteChange(cell);
          },
          reset: (cell) => this.work.reset(cell),
          swap: (cell) => this.work.swap(cell),
        }),
    );
    this.tabs = new LanguageTabs(page, `normlab-language:${page.dataset.lesson ?? ''}`);
    this.apart = foreign;
    this.runner = new Runner(this.cells, this.bar, () => this.createWorker());
    const storage = new WorkStorage((trouble) => this.bar.say(troubleWords(trouble)));
    this.work = new ReaderWork({
      lesson: page.dataset.lesson ?? '',
      cells: this.cells,
      bar: this.bar,
      figures,
      storage,
      source,
      changed: (cell) => this.runner.noteChange(cell),
      trustChanged: () => {
        const apart = foreign || this.work.hasForeign;
        if (apart !== this.apart) this.runner.close();
        this.apart = apart;
      },
    });
    void this.work.restore();
    watchWideBoxes(page);
    if (exercises.length > 0) {
      const { cells, runner } = this;
      // Pages without exercises do not load them.
      void import('./exercises/exercises.js').then(({ startExercises }) =>
        startExercises({ page, exercises, cells, runner, storage }),
      );
    }
  }

  private async createWorker(): Promise<WorkerLike> {
    if (!this.apart) return createKernelWorker();
    const { SandboxWorker } = await import('./sandbox/sandbox-worker.js');
    return new SandboxWorker();
  }

  /** Without Python that is not shown: it would load Python for nobody. JavaScript below may need what is not shown. */
  private wanted(cells: readonly Cell[]): Cell[] {
    return cells.filter(({ language, element }) => language === 'javascript' || !this.tabs.hides(element));
  }

  private clearOutputs(): void {
    for (const cell of this.cells) {
      if (this.runner.isRunning(cell)) continue;
      cell.outputs.clear();
      cell.markError(null);
      if (cell.state !== 'queued') cell.setState('still', '');
    }
    this.bar.say('Outputs cleared.');
  }

  private runAndAdvance(cell: Cell): void {
    this.runner.run([cell]);
    this.cells.find(({ index, element }) => index > cell.index && !this.tabs.hides(element))?.focus();
  }
}
