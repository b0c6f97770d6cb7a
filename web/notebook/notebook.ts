/** @file The page as a whole: which cell runs when, what the bar at the top says and does. */
import { Kernel, type KernelResult } from '../kernel/client.js';
import type { CellError, LineChart, Output } from '../kernel/protocol.js';
import { Cell, formatTime } from './cell.js';
import { EditStore } from './edit-store.js';
import { StatusBar } from './status-bar.js';

export class Notebook {
  readonly cells: Cell[];
  private readonly store: EditStore;
  private readonly bar: StatusBar;
  private kernel: Kernel | null = null;
  private queue: Cell[] = [];
  private running: Cell | null = null;
  /** The running cell has been told to stop; it may be queued anew. */
  private stopping = false;
  /** Runs of this page, counted as the kernel counts them: the order in which cells ran. */
  private runs = 0;
  private readonly cellOfRun = new Map<number, Cell>();
  private readonly latestRun = new Map<Cell, number>();

  /**
   * @param page the element that holds bar and cells
   * @param stills data of the charts that the page was delivered with, per cell
   */
  constructor(page: HTMLElement, stills: LineChart[][]) {
    this.bar = new StatusBar(page.querySelector<HTMLElement>('.toolbar')!, {
      runAll: () => this.runAll(),
      stop: () => this.stop(),
      restart: () => this.restart(),
      clear: () => this.clearOutputs(),
    });
    const actions = {
      run: (cell: Cell) => this.run([cell]),
      stop: (cell: Cell) => this.stopCell(cell),
      advance: (cell: Cell) => this.runAndAdvance(cell),
      changed: (cell: Cell) => this.keep(cell),
      reset: (cell: Cell) => this.reset(cell),
    };
    this.cells = [...page.querySelectorAll<HTMLElement>('.cell')].map(
      (element, i) => new Cell(element, stills[i] ?? [], actions),
    );
    this.store = new EditStore(
      page.dataset.lesson ?? '',
      this.cells.map((cell) => cell.author),
    );
    this.restoreEdits();
  }

  runAll(): void {
    this.stop();
    this.run(this.cells);
  }

  /** Puts cells in the queue; they run one after another, and the first error ends the queue. */
  run(cells: Cell[]): void {
    for (const cell of cells) {
      if ((cell === this.running && !this.stopping) || this.queue.includes(cell)) continue;
      cell.enterQueue();
      this.queue.push(cell);
    }
    if (!this.running) void this.runQueue();
  }

  /** Ends what runs and forgets what waits. What was shown stays. */
  stop(): void {
    this.dropQueue();
    if (!this.running) return;
    this.stopping = true;
    this.kernel?.stop();
  }

  /** A fresh engine: all names are gone, all outputs stay. */
  restart(): void {
    this.dropQueue();
    if (!this.kernel) {
      this.bar.say('Nothing to restart: the engine loads on the first run.');
      return;
    }
    this.kernel.restart();
    this.forgetRuns('The engine was restarted.');
  }

  clearOutputs(): void {
    for (const cell of this.cells) {
      if (cell === this.running) continue;
      cell.outputs.clear();
      cell.markError(null);
      if (cell.state !== 'queued') cell.setState('still', '');
    }
    this.bar.say('Outputs cleared.');
  }

  private async runQueue(): Promise<void> {
    for (let cell = this.queue.shift(); cell; cell = this.queue.shift()) {
      this.running = cell;
      const end = await this.runCell(cell);
      this.running = null;
      this.stopping = false;
      if (end.status === 'error') this.dropQueue();
    }
    this.bar.setBusy(false);
  }

  private async runCell(cell: Cell): Promise<KernelResult> {
    const run = ++this.runs;
    this.cellOfRun.set(run, cell);
    this.latestRun.set(cell, run);
    cell.outputs.begin();
    cell.markError(null);
    cell.setState('running', `run ${run}`);
    this.bar.setBusy(true);
    this.bar.say(`Cell ${cell.index + 1} is running.`);
    this.kernel ??= this.startKernel();
    // What a run shows late, for example in a chart that a later cell adds to, is shown until the cell runs again.
    const show = (outputs: Output[]): void => {
      if (this.latestRun.get(cell) === run) cell.outputs.push(outputs);
    };
    const result = await this.kernel.run(cell.source, show, { cell: String(cell.index) });
    this.showEnd(cell, run, result);
    return result;
  }

  private startKernel(): Kernel {
    const kernel = new Kernel({
      createWorker: () => new Worker(new URL('../kernel/worker.ts', import.meta.url), { type: 'module' }),
    });
    kernel.onState((state) => {
      // An engine that loads anew after a stop does so quietly.
      this.bar.showLoading(state.name === 'loading' && this.running ? state : null);
      if (state.name === 'running' && this.running) this.bar.say(`Cell ${this.running.index + 1} is running.`);
    });
    return kernel;
  }

  private showEnd(cell: Cell, run: number, { status, ms, error, memory, restarted }: KernelResult): void {
    const number = cell.index + 1;
    const time = formatTime(ms);
    if (status === 'stopped') cell.outputs.keep();
    cell.outputs.end(error && this.placeError(cell, error));
    if (status === 'done') {
      cell.setState('done', `run ${run}, ${time}`);
      this.bar.say(`Cell ${number} is done in ${time}. ${memory ? memoryWords(memory) : ''}`.trim());
    } else if (status === 'error') {
      cell.setState('error', `run ${run}, error after ${time}`);
      this.bar.say(`Cell ${number} ended in an error: ${error?.name}.`);
    } else {
      cell.setState('stopped', `run ${run}, stopped after ${time}`);
      this.bar.say(`Cell ${number} was stopped after ${time}.`);
    }
    if (restarted) {
      const ended = status === 'error' ? 'ended' : 'stopped';
      this.forgetRuns(`Cell ${number} was ${ended} after ${time}, and the engine started afresh.`);
    }
  }

  /**
   * Marks the line of an error, also where it was thrown in a function of another cell; that place is added to the
   * message.
   */
  private placeError(cell: Cell, error: CellError): CellError {
    cell.markError(error.line);
    const thrower = error.from && this.cellOfRun.get(error.from.run);
    if (!error.from || !thrower) return error;
    thrower.markError(error.from.line);
    return { ...error, message: `${error.message}\n(thrown on line ${error.from.line} of cell ${thrower.index + 1})` };
  }

  /** Cells that had run must run again: says which. */
  private forgetRuns(reason: string): void {
    const lost = this.cells.filter((cell) => cell.state === 'done');
    for (const cell of lost) cell.setState('lost', 'must run again');
    const numbers = lost.map((cell) => cell.index + 1);
    this.bar.say(
      numbers.length === 0
        ? reason
        : `${reason} ${numbers.length === 1 ? 'Cell' : 'Cells'} ${listOf(numbers)} must run again.`,
    );
  }

  private stopCell(cell: Cell): void {
    if (cell === this.running) this.stop();
    else this.unqueue(cell);
  }

  private dropQueue(): void {
    for (const cell of [...this.queue]) this.unqueue(cell);
  }

  private unqueue(cell: Cell): void {
    this.queue = this.queue.filter((other) => other !== cell);
    cell.leaveQueue();
  }

  private runAndAdvance(cell: Cell): void {
    this.run([cell]);
    this.cells[cell.index + 1]?.focus();
  }

  private keep(cell: Cell): void {
    if (cell.isEdited) this.store.set(cell.index, cell.source);
    else this.store.remove(cell.index);
    if (!this.store.kept) this.bar.say('This browser keeps nothing for the page: edits last until it is closed.');
  }

  private reset(cell: Cell): void {
    cell.setSource(cell.author);
    this.store.remove(cell.index);
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

function memoryWords({ tensors, bytes }: { tensors: number; bytes: number }): string {
  if (tensors === 0) return '';
  const size = bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
  return `${tensors} ${tensors === 1 ? 'tensor' : 'tensors'}, ${size}.`;
}

/** "1", "1 and 2", "1, 2 and 3". */
function listOf(numbers: number[]): string {
  return numbers.length < 2
    ? numbers.join('')
    : `${numbers.slice(0, -1).join(', ')} and ${numbers[numbers.length - 1]}`;
}
