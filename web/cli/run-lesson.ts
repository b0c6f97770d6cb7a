/** @file `normlab run LESSON.md`: runs the cells in order and compares what they print with what is stored. */
import { readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ChartSpec } from '../charts/spec.js';
import { boundedText } from '../kernel/flow.js';
import { plainText } from '../kernel/plain-text.js';
import type { CellRunner } from '../kernel/server.js';
import { Session } from '../kernel/session.js';
import {
  type Block,
  type Cell,
  type CellLanguage,
  type ExerciseBlock,
  formulaProblems,
  type Lesson,
  matchesStored,
  parse,
  serialise,
  storable,
  withOutput,
} from '../lesson/index.js';
import { exerciseMistakes } from '../lesson/exercises/run-code.js';
import { pythonInNode } from '../python/node.js';
import { PythonSession } from '../python/session.js';
import type { Io } from './command.js';
import { type CellReport, differenceText, errorText, jsonText, roundMs } from './report.js';
import { attributeProblems, chartsToMake, figureMistakes, widgetProblems } from './check-figures.js';
import { linkedFiles } from './linked-files.js';
import { TerminalSink } from './terminal-sink.js';
import type { RunCall } from './usage.js';

/** What a cell printed, as a lesson stores it, and the series of its chart. */
interface Ran {
  report: CellReport;
  printed: string;
  series: string[] | null;
}

/** Names that cells of one language share. */
type Sessions = Record<CellLanguage, CellRunner>;

/** @returns the exit code */
export async function runLesson(text: string, call: RunCall, io: Io): Promise<number> {
  const { file, json, update, timeout } = call;
  const lesson = parse(text);
  const mistakes = reportMistakes(lesson, file, io);
  const cells = lesson.blocks.filter((block): block is Cell => block.kind === 'cell');
  const exercises = lesson.blocks.filter((block): block is ExerciseBlock => block.kind === 'exercise');
  const needsEngine =
    cells.length > 0 || exercises.some(({ exercise }) => exercise.kind === 'code') || chartsToMake(lesson).length > 0;
  const engine = needsEngine ? await io.loadEngine() : undefined;
  const session = new Session(engine);
  const python = new PythonSession(pythonInNode);
  io.onUncaught((thrown) => session.uncaught(thrown));
  const ran = new Map<Block, Ran>();
  let failed = 0;
  let different = 0;
  for (const [index, cell] of cells.entries()) {
    if (!json) io.stderr(`cell ${index + 1} of ${cells.length}, ${file}:${cell.line}\n`);
    // Python's start is none of the cell's time; if it fails, the cell says so.
    if (cell.language === 'python') await python.load().catch(() => undefined);
    io.running(`${file}:${cell.line}: cell ${index + 1}`, timeout);
    const one = await runCell({ javascript: session, python }, cell, index, json, io);
    io.running(null);
    ran.set(cell, one);
    const { error } = one.report;
    if (error) {
      failed++;
      const placeOf = (run: number, line: number): string | null =>
        cells[run - 1] ? `${file}:${cells[run - 1].sourceLine + line - 1}` : null;
      io.stderr(errorText(error, { file, source: cell.source, firstLine: cell.sourceLine, placeOf }));
    } else if (!update && cell.output !== null && !matchesStored(cell, one.printed)) {
      different++;
      const what = `cell ${index + 1} prints something else than what is stored (- stored, + printed)`;
      io.stderr(`${file}:${cell.outputLine}: ${what}\n`);
      io.stderr(differenceText(cell.output, storable(one.printed)));
    }
  }
  if (json) io.stdout(jsonText([...ran.values()].map(({ report }) => report)));
  if (failed > 0) io.stderr(`${file}: ${failed} of ${cells.length} cells failed\n`);
  if (different > 0) {
    const what = `${different} of ${cells.length} cells differ from what is stored`;
    io.stderr(`${file}: ${what}; --update stores what they print now\n`);
  }
  const wrongFigures = await figureMistakes(lesson, call, io, engine);
  const wrong = await checkExercises(exercises, lesson, ran, session, call, io);
  const updated = !update || store(text, lesson, ran, file, io);
  return mistakes || wrongFigures || wrong > 0 || failed > 0 || different > 0 || !updated ? 1 : 0;
}

/** Says what is wrong in the lesson itself. Front matter, and code that is only shown, are no failure. */
function reportMistakes(lesson: Lesson, file: string, io: Io): boolean {
  const problems = [
    ...lesson.blocks.filter((block) => block.kind === 'problem'),
    ...formulaProblems(lesson),
    ...widgetProblems(lesson),
    ...attributeProblems(lesson),
    ...linkedFiles(lesson, path.dirname(file), null).problems,
  ].sort((a, b) => a.line - b.line);
  for (const { line, message } of problems) io.stderr(`${file}:${line}: ${message}\n`);
  for (const { line, message } of lesson.warnings) io.stderr(`${file}:${line}: note: ${message}\n`);
  return problems.length > 0;
}

async function runCell(sessions: Sessions, cell: Cell, index: number, json: boolean, io: Io): Promise<Ran> {
  const { language } = cell;
  const sink = new TerminalSink({ stdout: json ? () => {} : io.stdout, stderr: io.stderr, progress: io.isTerminal });
  const result = await sessions[language].run(cell.source, sink, { run: index + 1 });
  sink.end();
  const stdout = sink.printed;
  const value = result.status === 'done' && result.result ? plainText(result.result) : '';
  if (!json) io.stdout(value);
  const error = result.status === 'error' ? result.error : null;
  const report = {
    index,
    language,
    stdout,
    result: value === '' ? null : value.replace(/\n$/, ''),
    error,
    ms: roundMs(result.ms),
  };
  return { report, printed: boundedText(stdout + value), series: seriesIn(sink.charts()) };
}

function seriesIn(charts: readonly ChartSpec[]): string[] | null {
  const names = charts.flatMap((chart) => (chart.kind === 'line' ? chart.series.map(({ name }) => name) : []));
  return names.length > 0 ? names : null;
}

/** Tries each exercise with its own solution. Returns how many are wrong. */
async function checkExercises(
  exercises: readonly ExerciseBlock[],
  { blocks }: Lesson,
  ran: Map<Block, Ran>,
  session: Session,
  { file, timeout }: RunCall,
  io: Io,
): Promise<number> {
  let wrong = 0;
  for (const block of exercises) {
    const { exercise } = block;
    const next = blocks.slice(blocks.indexOf(block)).find(({ kind }) => kind === 'cell');
    const run = async (code: string): Promise<{ printed: string; error: string | null }> => {
      const sink = new TerminalSink({ stdout: () => {}, stderr: () => {}, progress: false });
      const result = await session.run(code, sink, { cell: `exercise ${exercise.id}` });
      return {
        printed: sink.printed,
        error: result.status === 'error' ? `${result.error.name}: ${result.error.message}` : null,
      };
    };
    io.running(`${file}:${block.line}: exercise '${exercise.id}'`, timeout);
    const mistakes = await exerciseMistakes(exercise, run, (next && ran.get(next)?.series) ?? null);
    io.running(null);
    for (const mistake of mistakes) io.stderr(`${file}:${block.line}: exercise '${exercise.id}': ${mistake}\n`);
    if (mistakes.length > 0) wrong++;
  }
  if (wrong > 0) io.stderr(`${file}: ${wrong} of ${exercises.length} exercises are wrong\n`);
  return wrong;
}

/** Writes the lesson with the outputs of the cells that ran well. Returns whether that was possible. */
function store(text: string, lesson: Lesson, ran: Map<Block, Ran>, file: string, io: Io): boolean {
  let changed = 0;
  const blocks = lesson.blocks.map((block) => {
    const one = ran.get(block);
    if (block.kind !== 'cell' || !one || one.report.error) return block;
    const next = withOutput(block, one.printed);
    if (next !== block) changed++;
    return next;
  });
  if (changed > 0) {
    const place = realpathSync(file);
    if (readFileSync(place, 'utf8') !== text) {
      io.stderr(`${file}: the file was changed while its cells ran, so nothing was stored; run it again\n`);
      return false;
    }
    const temporary = `${place}.${process.pid}.tmp`;
    writeFileSync(temporary, serialise({ ...lesson, blocks }), { mode: statSync(place).mode });
    renameSync(temporary, place);
  }
  const stored = `stored the output of ${changed} ${changed === 1 ? 'cell' : 'cells'}`;
  io.stderr(`${file}: ${changed === 0 ? 'all outputs are stored as they are' : stored}\n`);
  return true;
}
