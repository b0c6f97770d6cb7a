/** @file The page as a whole: its cells, what the buttons do, and the reader's edits. */
import type { KernelOptions } from '../kernel/client.js';
import type { LineChart } from '../kernel/protocol.js';
import { Cell } from './cell.js';
import { EditStore } from './edit-store.js';
import { Runner } from './runner.js';
import { StatusBar } from './status-bar.js';

export class Notebook {
  readonly cells: Cell[];
  private readonly store: EditStore;
  private readonly bar: StatusBar;
  private readonly runner: Runner;

  /**
   * @param page the element that holds bar and cells
   * @param stills data of the charts that the page was delivered with, per cell
   */
  constructor(page: HTMLElement, stills: LineChart[][], createWorker: KernelOptions['createWorker']) {
    this.bar = new StatusBar(page.querySelector<HTMLElement>('.toolbar')!, {
      runAll: () => {
        this.runner.stop();
        this.runner.run(this.cells);
      },
      stop: () => this.runner.stop(),
      restart: () => this.runner.restart(),
      clear: () => this.clearOutputs(),
    });
    const actions = {
      run: (cell: Cell) => this.runner.run([cell]),
      runAbove: (cell: Cell) => this.runner.run(this.cells.slice(0, cell.index)),
      stop: (cell: Cell) => this.runner.stopCell(cell),
      advance: (cell: Cell) => this.runAndAdvance(cell),
      changed: (cell: Cell) => this.keep(cell),
      reset: (cell: Cell) => this.reset(cell),
    };
    this.cells = [...page.querySelectorAll<HTMLElement>('.cell')].map(
      (element, i) => new Cell(element, stills[i] ?? [], actions),
    );
    this.runner = new Runner(this.cells, this.bar, createWorker);
    this.store = new EditStore(
      page.dataset.lesson ?? '',
      this.cells.map((cell) => cell.author),
    );
    this.restoreEdits();
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
    this.cells[cell.index + 1]?.focus();
  }

  private keep(cell: Cell): void {
    if (cell.isEdited) this.store.set(cell.index, cell.source);
    else this.store.remove(cell.index);
    this.runner.noteChange(cell);
    if (!this.store.kept) this.bar.say('This browser keeps nothing for the page: edits last until it is closed.');
  }

  private reset(cell: Cell): void {
    cell.setSource(cell.author);
    this.store.remove(cell.index);
    this.runner.noteChange(cell);
  }

  private restoreEdits(): void {
    for (const cell of this.cells) {
      const edit = this.store.get(cell.index);
      if (!edit) continue;
      cell.setSource(edit.source);
      if (edit.author !== cell.author) cell.noteAuthorChanged();
    }
  }
}
