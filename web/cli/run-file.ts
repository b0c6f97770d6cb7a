/** @file `normlab run FILE.js` and `FILE.py`: a file as one cell, as if it were a program. */
import { plainText } from '../kernel/plain-text.js';
import { Session } from '../kernel/session.js';
import { pythonInNode } from '../python/node.js';
import { PythonSession } from '../python/session.js';
import type { Exit, Io } from './command.js';
import { errorText, jsonText, roundMs } from './report.js';
import { TerminalSink } from './terminal-sink.js';
import type { RunCall } from './usage.js';

export async function runFile(
  source: string,
  language: 'javascript' | 'python',
  { file, json }: Pick<RunCall, 'file' | 'json'>,
  io: Io,
): Promise<Exit> {
  const place = { file, source, firstLine: 1 };
  if (language === 'python') return runPythonFile(source, { file, json }, io);
  const session = new Session(await io.loadEngine());
  const exit: Exit = { code: 0, linger: !json };
  io.onUncaught((thrown) => {
    session.uncaught(thrown);
    if (!session.running) io.fail();
  });
  // The file's own output is all that is printed: no progress, and the value of its last line only in the JSON.
  const sink = new TerminalSink({ stdout: json ? () => {} : io.stdout, stderr: io.stderr, progress: false });
  const result = await session.run(source, sink);
  const error = result.status === 'error' ? result.error : null;
  if (json) {
    const value = result.status === 'done' && result.result ? plainText(result.result).replace(/\n$/, '') : null;
    io.stdout(jsonText([{ index: 0, language, stdout: sink.printed, result: value, error, ms: roundMs(result.ms) }]));
  } else if (error) {
    io.stderr(errorText(error, place));
  }
  if (error) Object.assign(exit, { code: 1, linger: false });
  return exit;
}

async function runPythonFile(source: string, { file, json }: Pick<RunCall, 'file' | 'json'>, io: Io): Promise<Exit> {
  await io.loadEngine();
  const sink = new TerminalSink({ stdout: json ? () => {} : io.stdout, stderr: io.stderr, progress: false });
  const result = await new PythonSession(pythonInNode).run(source, sink, { run: 1 });
  const error = result.status === 'error' ? result.error : null;
  if (json) {
    const value = result.status === 'done' && result.result ? plainText(result.result).replace(/\n$/, '') : null;
    const report = { index: 0, language: 'python', stdout: sink.printed, result: value, error, ms: roundMs(result.ms) };
    io.stdout(jsonText([report]));
  } else if (error) {
    io.stderr(errorText(error, { file, source, firstLine: 1 }));
  }
  return { code: error ? 1 : 0, linger: false };
}
