/** @file `normlab run FILE.js` and `FILE.py`: a file as one cell, as if it were a program. */
import { plainText } from '../kernel/plain-text.js';
import type { CellRunner } from '../kernel/server.js';
import { Session } from '../kernel/session.js';
import { pythonInNode } from '../python/node.js';
import { PythonSession } from '../python/session.js';
import type { Exit, Io } from './command.js';
import { errorText, jsonText, roundMs } from './report.js';
import { TerminalSink } from './terminal-sink.js';
import type { RunCall } from './usage.js';

/** With Python started, as its time is none of the program's; if that failed, running a cell says so. */
async function startedPython(): Promise<PythonSession> {
  const python = new PythonSession(pythonInNode);
  await python.load().catch(() => undefined);
  return python;
}

export async function runFile(
  source: string,
  language: 'javascript' | 'python',
  { file, json, timeout }: RunCall,
  io: Io,
): Promise<Exit> {
  const engine = await io.loadEngine();
  const session = language === 'javascript' ? new Session(engine) : null;
  if (session) {
    io.onUncaught((thrown) => {
      session.uncaught(thrown);
      if (!session.running) io.fail();
    });
  }
  const runner: CellRunner = session ?? (await startedPython());
  // The file's own output is all that is printed: no progress, and the value of its last line only in the JSON.
  const sink = new TerminalSink({ stdout: json ? () => {} : io.stdout, stderr: io.stderr, progress: false });
  io.running(file, timeout);
  const result = await runner.run(source, sink, { run: 1 });
  io.running(null);
  const error = result.status === 'error' ? result.error : null;
  if (json) {
    const value = result.status === 'done' && result.result ? plainText(result.result).replace(/\n$/, '') : null;
    io.stdout(jsonText([{ index: 0, language, stdout: sink.printed, result: value, error, ms: roundMs(result.ms) }]));
  } else if (error) {
    io.stderr(errorText(error, { file, source, firstLine: 1 }));
  }
  if (error) return { code: 1, linger: false };
  // Timers are the only thing that a file may leave; Python leaves none.
  return { code: 0, linger: session !== null && !json };
}
