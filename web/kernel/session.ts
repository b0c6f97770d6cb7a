/**
 * @file Runs cells one after another against the names they share. Knows no page and no worker: the kernel worker, the
 * command line and the tests each give it an engine and a sink.
 */
import { cellConsole } from './cell-console.js';
import { type CellHost, compileCell, transformCell } from './cell.js';
import { chartFunctions } from './charts/functions.js';
import { isShown, LiveProgress, type Sink, tableOutput, toOutput } from './displays.js';
import type { EditedText } from './edits.js';
import { type CodePlace, type ErrorContext, Stopped, toCellError } from './errors.js';
import type { CellError, CellNames, Output } from './protocol.js';
import { SharedScope } from './shared-scope.js';

/** What cells are given besides the language. */
export interface Engine {
  /** Names that cells see. */
  globals: Record<string, unknown>;
  /** Puts what cells change in the engine itself, its random stream, where a new kernel finds it. */
  restart?(): void;
  /** Opens a scope that owns what is made until it is closed. */
  openScope?(): EngineScope;
}

export interface EngineScope {
  close(): void;
  /** Frees what the scope owns. */
  dispose(): void;
}

export type RunResult =
  /** `result` is the value of the last expression; it is not sent to the sink. */
  | { status: 'done'; result: Output | null; names: CellNames; ms: number }
  | { status: 'error'; error: CellError; names: CellNames | null; ms: number }
  | { status: 'stopped'; names: CellNames | null; ms: number };

export interface RunOptions {
  /** The cell's lasting name: what its earlier run declared and made is freed first. */
  cell?: string;
  /** Number of the run, for messages about it; by default one more than the last. */
  run?: number;
}

/** Names of the host that a cell does not see: they would break the kernel, or exist in one host only. */
const hiddenNames = new Set([
  ...['self', 'close', 'postMessage', 'onmessage', 'onmessageerror', 'onerror', 'importScripts', 'name'],
  ...['process', 'Buffer', 'global', 'require', 'setImmediate', 'clearImmediate'],
]);

/** Runs whose places in stack traces are still known. */
const maxUnits = 500;

/** How long a stopped cell gets to end by itself before it is left behind, ms. Less than the client waits. */
const stopGrace = 100;

/** The code of one run. */
interface Unit {
  run: number;
  sink: Sink;
  text: EditedText | null;
  /** Offset in the source of what runs. */
  at: number | null;
  stopped: boolean;
  displays: number;
  uncaught: { thrown: unknown } | null;
  undo: (() => void)[];
  /** Take away what it declared. */
  removes: (() => void)[];
}

export class Session {
  private readonly scope: SharedScope;
  private readonly units = new Map<string, Unit>();
  private readonly owned = new Map<string, { removes: (() => void)[]; engineScope: EngineScope | null }>();
  private current: Unit | null = null;
  private latest: Unit | null = null;
  private lastSeen: Unit | null = null;
  private stopping = false;
  private abandon: () => void = () => {};
  private runs = 0;

  constructor(
    private readonly engine: Engine = { globals: {} },
    private readonly now: () => number = () => performance.now(),
  ) {
    engine.restart?.();
    this.scope = new SharedScope({ ...engine.globals, ...this.cellGlobals() });
  }

  get running(): boolean {
    return this.current !== null;
  }

  /** Runs a cell; never throws for what the cell does. One at a time. */
  async run(source: string, sink: Sink, { cell, run = this.runs + 1 }: RunOptions = {}): Promise<RunResult> {
    if (this.current) throw new Error('internal: a cell is running');
    this.runs = Math.max(this.runs, run);
    const unit: Unit = {
      run,
      sink,
      text: null,
      at: null,
      stopped: false,
      displays: 0,
      uncaught: null,
      undo: [],
      removes: [],
    };
    const started = this.now();
    const abandoned = new Promise<never>((_, reject) => {
      this.abandon = () => reject(new Stopped());
    });
    abandoned.catch(() => {});
    this.current = this.latest = this.lastSeen = unit;
    this.stopping = false;
    let names: CellNames | null = null;
    let engineScope: EngineScope | null = null;
    try {
      const url = `normlab-cell-${run}`;
      const transformed = transformCell(
        source,
        url,
        (name) => !this.scope.has(name) && name in globalThis && !hiddenNames.has(name),
      );
      names = transformed.names;
      unit.text = transformed.text;
      this.remember(url, unit);
      if (cell !== undefined) this.free(cell);
      engineScope = this.engine.openScope?.() ?? null;
      if (cell !== undefined) this.owned.set(cell, { removes: unit.removes, engineScope });
      const value = await Promise.race([compileCell(transformed, this.host(unit))(), abandoned]);
      if (unit.uncaught) throw unit.uncaught.thrown;
      const result = value === undefined || isShown(value) ? null : toOutput(value);
      return { status: 'done', result, names, ms: this.now() - started };
    } catch (thrown) {
      const ms = this.now() - started;
      // A cell that was told to stop may have caught that and thrown something of its own.
      if (thrown instanceof Stopped || this.stopping) return { status: 'stopped', names, ms };
      return { status: 'error', error: toCellError(thrown, this.errorContext(unit)), names, ms };
    } finally {
      for (const undo of unit.undo) undo();
      engineScope?.close();
      unit.stopped = this.stopping;
      this.current = null;
    }
  }

  /**
   * Asks the running cell to end: at its next `checkpoint`, await or statement, or else it is left behind where it
   * waits.
   */
  stop(): void {
    if (!this.current || this.stopping) return;
    this.stopping = true;
    const { abandon } = this;
    setTimeout(abandon, stopGrace);
  }

  /** @throws Stopped when a stop was asked for. Called by whatever hands control back during a run. */
  checkpoint(): void {
    if (this.stopping) throw new Stopped();
  }

  /**
   * An error that nothing caught: a rejected promise or a failed callback. It fails the running cell, or is shown with
   * the last one.
   */
  uncaught(thrown: unknown): void {
    if (thrown instanceof Stopped || !this.latest) return;
    if (this.current) {
      this.current.uncaught ??= { thrown };
      return;
    }
    const { name, message, line } = toCellError(thrown, {
      ...this.errorContext(this.latest),
      lastOwn: null,
      last: null,
    });
    this.show({
      kind: 'text',
      stream: 'stderr',
      text: `Uncaught ${name}: ${message}${line === null ? '' : ` (line ${line})`}\n`,
    });
  }

  private host(unit: Unit): CellHost {
    return {
      at: (offset) => {
        unit.at = offset;
        this.lastSeen = unit;
        if (this.stopping || unit.stopped) throw new Stopped();
      },
      define: (name, read, write) => {
        const { undo, remove } = this.scope.define(name, read, write);
        unit.removes.push(remove);
        unit.undo.push(() => {
          if (!isInitialised(read)) undo();
        });
      },
      box: (name) => this.scope.box(name),
    };
  }

  private remember(url: string, unit: Unit): void {
    this.units.set(url, unit);
    if (this.units.size > maxUnits) this.units.delete(this.units.keys().next().value!);
  }

  private free(cell: string): void {
    const owned = this.owned.get(cell);
    if (!owned) return;
    this.owned.delete(cell);
    for (const remove of owned.removes) remove();
    owned.engineScope?.dispose();
  }

  private errorContext(unit: Unit): ErrorContext {
    const placeOf = ({ run, text, at }: Unit): CodePlace | null =>
      text && at !== null ? { run, ...text.positionAt(at) } : null;
    return {
      run: unit.run,
      locate: (url, position) => {
        const found = this.units.get(url);
        const place = found?.text?.toSource(position);
        return found && place ? { run: found.run, ...place } : null;
      },
      lastOwn: placeOf(unit),
      last: this.lastSeen && placeOf(this.lastSeen),
      names: () => this.scope.names(),
    };
  }

  /** To the run that is on, or else the last one. */
  private show(output: Output): void {
    (this.current ?? this.latest)?.sink.output(output);
  }

  private nextDisplay(kind: string): { id: string; sink: Sink } {
    const unit = (this.current ?? this.latest)!;
    return { id: `${kind}-${++unit.displays}`, sink: unit.sink };
  }

  private cellGlobals(): Record<string, unknown> {
    return {
      console: cellConsole((output) => this.show(output), this.now),
      display: (...values: unknown[]): void => {
        for (const value of values) if (!isShown(value)) this.show(toOutput(value));
      },
      table: (columns: unknown, rows: unknown): void => this.show(tableOutput(columns, rows)),
      ...chartFunctions(() => this.nextDisplay('chart')),
      progress: (label: unknown, total: unknown): LiveProgress => {
        const { id, sink } = this.nextDisplay('progress');
        return new LiveProgress(label, total, id, sink, this.now);
      },
    };
  }
}

/** Whether a variable has been reached: reading a const, let or class before its declaration throws. */
function isInitialised(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
