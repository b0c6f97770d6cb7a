/** @file Runs Python cells one after another against the names they share, on Pyodide and the engine. */

import type { Sink } from '../kernel/displays.js';
import type { CellError } from '../kernel/protocol.js';
import type { CellRunner } from '../kernel/server.js';
import type { RunResult } from '../kernel/session.js';
import { createBridge, prepareBridge } from './bridge.js';

/** What is used of Pyodide. */
export interface Pyodide {
  registerJsModule(name: string, module: object): void;
  FS: { mkdirTree(path: string): void; writeFile(path: string, content: string | Uint8Array): void };
  runPython(code: string): unknown;
  pyimport(name: string): unknown;
}

/** Where Python comes from. */
export interface PythonSource {
  loadPyodide(onProgress: (loaded: number, total: number) => void): Promise<Pyodide>;
  /** The files of lib/ by their paths in it, or a zip file of them compiled. */
  readLibrary(): Promise<Record<string, string | Uint8Array>>;
}

interface Runner {
  run(source: string, run: number): string;
}

interface Answer {
  names: { declares: string[]; reads: string[] } | null;
  value: string | null;
  error: (CellError & { trace: string }) | null;
}

const folder = '/normlab';

/** Names of Python are not those of JavaScript. */
const marked = (names: readonly string[]): string[] => names.map((name) => `python:${name}`);

export class PythonSession implements CellRunner {
  private sink: Sink | null = null;
  private runner: Runner | null = null;
  private loading: Promise<Runner> | null = null;

  constructor(
    private readonly source: PythonSource,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get loaded(): boolean {
    return this.runner !== null;
  }

  /** Loads Python, once; after a failure the next call tries again. */
  async load(onProgress: (loaded: number, total: number) => void = () => {}): Promise<void> {
    this.loading ??= this.start(onProgress).catch((error: unknown) => {
      this.loading = null;
      throw error;
    });
    this.runner = await this.loading;
  }

  /** Runs a cell; never throws for what the cell does. */
  async run(source: string, sink: Sink, { run }: { run: number }): Promise<RunResult> {
    const asked = this.now();
    try {
      await this.load(this.loaded ? undefined : shownIn(sink));
    } catch (error) {
      const message = `Python could not be started: ${error instanceof Error ? error.message : String(error)}`;
      const failure = { name: 'KernelError', message, line: null, column: null, hint: null };
      return { status: 'error', error: failure, names: null, ms: this.now() - asked };
    }
    this.sink = sink;
    const started = this.now();
    let answer: Answer;
    try {
      answer = JSON.parse(this.runner!.run(source, run)) as Answer;
    } catch (error) {
      // Python itself has ended, for example without memory.
      const message = error instanceof Error ? error.message.trim().split('\n').pop()! : String(error);
      const failure = { name: 'KernelError', message, line: null, column: null, hint: null, trace: '' };
      answer = { names: null, value: null, error: failure };
    }
    const ms = this.now() - started;
    const names = answer.names && {
      declares: marked(answer.names.declares), reads: marked(answer.names.reads), writes: [],
    };
    if (answer.error) {
      const { trace, ...error } = answer.error;
      if (trace) sink.output({ kind: 'text', stream: 'stderr', text: trace });
      return { status: 'error', error: { ...error, hint: null }, names, ms };
    }
    const result = answer.value === null ? null : ({ kind: 'value', text: answer.value } as const);
    return { status: 'done', result, names: names ?? { declares: [], reads: [], writes: [] }, ms };
  }

  private async start(onProgress: (loaded: number, total: number) => void): Promise<Runner> {
    const [pyodide, files] = await Promise.all([
      this.source.loadPyodide(onProgress),
      this.source.readLibrary(),
      prepareBridge(),
    ]);
    const bridge = createBridge((stream, text) => this.sink?.output({ kind: 'text', stream, text }));
    pyodide.registerJsModule('_normlab', bridge);
    const places = [folder];
    for (const [path, content] of Object.entries(files)) {
      const file = `${folder}/${path}`;
      pyodide.FS.mkdirTree(file.slice(0, file.lastIndexOf('/')));
      pyodide.FS.writeFile(file, content);
      if (file.endsWith('.zip')) places.push(file);
    }
    pyodide.runPython(`import sys; sys.path[:0] = ${JSON.stringify(places)}`);
    return pyodide.pyimport('normlab_cells') as Runner;
  }
}

/** The bytes of Python as a progress bar of the cell that waits for them. */
function shownIn(sink: Sink): (loaded: number, total: number) => void {
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
  return (loaded, total) =>
    sink.live('python', () => ({
      kind: 'progress',
      id: 'python',
      label: 'Python is loading, once',
      done: Math.round(loaded / 1e4) / 100,
      total: Math.round(total / 1e4) / 100,
      note: `${megabytes(loaded)} of ${megabytes(total)} MB`,
      secondsLeft: null,
    }));
}
