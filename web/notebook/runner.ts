/** @file What runs when: the queue of cells, the kernel behind it, and what runs say about other cells. */
import type { ChartSpec } from '../charts/spec.js';
import { Kernel, type KernelOptions, type KernelResult } from '../kernel/client.js';
import type { CellError, Output } from '../kernel/protocol.js';
import { type Cell, formatTime } from './cell.js';
import { Staleness } from './staleness.js';
import type { StatusBar } from './status-bar.js';

/** What a piece of code that is no cell gave: an exercise's answer. */
export interface Answer {
  result: KernelResult;
  outputs: Output[];
}

export class Runner {
  private kernel: Kernel | null = null;
  private queue: Cell[] = [];
  private running: Cell | null = null;
  /** The running cell has been told to stop; it may be queued anew. */
  private stopping = false;
  /** Runs of this page, counted as the kernel counts them: the order in which cells ran. */
  private runs = 0;
  /** Code that is no cell and runs now or waits. */
  private asked = 0;
  private readonly cellOfRun = new Map<number, Cell>();
  private readonly latestRun = new Map<Cell, number>();
  private readonly sourceThatRan = new Map<Cell, string>();
  private readonly staleness = new Staleness();

  constructor(
    private readonly cells: readonly Cell[],
    private readonly bar: StatusBar,
    private readonly createWorker: KernelOptions['createWorker'],
  ) {}

  /** Puts cells in the queue; they run one after another, and the first error ends the queue. */
  run(cells: readonly Cell[]): void {
    for (const cell of cells) {
      if ((cell === this.running && !this.stopping) || this.queue.includes(cell)) continue;
      cell.enterQueue();
      this.queue.push(cell);
    }
    if (!this.running) void this.runQueue();
  }

  /** Runs code that is no cell, after what runs now. @param name its lasting name */
  async ask(source: string, name: string): Promise<Answer> {
    this.runs++;
    this.asked++;
    this.bar.setBusy(true);
    this.kernel ??= this.startKernel();
    const outputs: Output[] = [];
    const result = await this.kernel.run(source, (arrived) => outputs.push(...arrived), { cell: name });
    this.asked--;
    if (result.restarted) this.forgetRuns('The engine started afresh.');
    if (!this.running && this.asked === 0) this.bar.setBusy(false);
    return { result, outputs };
  }

  /** Ends what runs and forgets what waits. What was shown stays. */
  stop(): void {
    this.dropQueue();
    if (!this.running && this.asked === 0) return;
    this.stopping = this.running !== null;
    this.kernel?.stop();
  }

  /** Ends the cell if it runs, takes it from the queue if it waits. */
  stopCell(cell: Cell): void {
    if (cell === this.running) this.stop();
    else this.unqueue(cell);
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

  /** Ends the engine, because cells may no longer run in the surroundings that it has. */
  close(): void {
    if (!this.kernel) return;
    this.dropQueue();
    this.kernel.close();
    this.kernel = null;
    this.runs = 0;
    this.cellOfRun.clear();
    this.forgetRuns('The engine was ended.');
  }

  isRunning(cell: Cell): boolean {
    return cell === this.running;
  }

  /** The code of a cell has changed. */
  noteChange(cell: Cell): void {
    const ran = this.sourceThatRan.get(cell);
    this.staleness.setChanged(cell.index, ran !== undefined && ran !== cell.source);
    this.markStale();
  }

  private async runQueue(): Promise<void> {
    for (let cell = this.queue.shift(); cell; cell = this.queue.shift()) {
      this.running = cell;
      const end = await this.runCell(cell);
      this.running = null;
      this.stopping = false;
      if (end.status === 'error') this.dropQueue();
    }
    if (this.asked === 0) this.bar.setBusy(false);
  }

  private async runCell(cell: Cell): Promise<KernelResult> {
    const run = ++this.runs;
    this.cellOfRun.set(run, cell);
    this.latestRun.set(cell, run);
    cell.outputs.begin();
    cell.markError(null);
    cell.setStale(null);
    cell.setState('running', `run ${run}`);
    this.bar.setBusy(true);
    this.bar.say(`Cell ${cell.index + 1} is running.`);
    this.kernel ??= this.startKernel();
    // What a run shows late, for example in a chart that a later cell adds to, is shown until the cell runs again.
    const charts = new Map<string, ChartSpec>();
    const show = (outputs: Output[]): void => {
      if (this.latestRun.get(cell) !== run) return;
      cell.outputs.push(outputs);
      for (const output of outputs) if (output.kind === 'chart') charts.set(output.id, output.chart);
      if (charts.size > 0) cell.charts = [...charts.values()];
    };
    const { source } = cell;
    const { language } = cell;
    const result = await this.kernel.run(source, show, { cell: String(cell.index), language });
    this.sourceThatRan.set(cell, source);
    if (result.names && !result.restarted) this.staleness.ran(cell.index, run, result.names);
    this.showEnd(cell, run, result);
    this.noteChange(cell);
    return result;
  }

  private startKernel(): Kernel {
    const kernel = new Kernel({ createWorker: this.createWorker });
    kernel.onState((state) => {
      const waited = this.running !== null || this.asked > 0;
      // An engine that loads anew after a stop does so quietly.
      this.bar.showLoading(state.name === 'loading' && waited ? state : null);
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
    this.staleness.forget();
    this.sourceThatRan.clear();
    this.markStale();
    const lost = this.cells.filter((cell) => cell.state === 'done');
    for (const cell of lost) cell.setState('lost', 'must run again');
    const numbers = lost.map((cell) => cell.index + 1);
    this.bar.say(
      numbers.length === 0
        ? reason
        : `${reason} ${numbers.length === 1 ? 'Cell' : 'Cells'} ${listOf(numbers)} must run again.`,
    );
  }

  private markStale(): void {
    for (const cell of this.cells) {
      const reason = this.staleness.reasonFor(cell.index);
      const change = reason?.change === 'edited' ? 'was changed' : 'ran again';
      const who = reason?.cause === cell.index ? 'its code' : `cell ${(reason?.cause ?? 0) + 1}`;
      cell.setStale(reason && `stale: ${who} ${change}`);
    }
  }

  private dropQueue(): void {
    for (const cell of [...this.queue]) this.unqueue(cell);
  }

  private unqueue(cell: Cell): void {
    this.queue = this.queue.filter((other) => other !== cell);
    cell.leaveQueue();
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
