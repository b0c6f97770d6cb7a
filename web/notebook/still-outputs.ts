/**
 * @file What the cells of a lesson show, computed by the engine when the site is built: the pictures in a page that has
 * not run yet.
 */
import fs from 'node:fs';
import path from 'node:path';
import * as library from '../api/index.js';
import { engineFrom } from '../kernel/engine.js';
import type { Sink } from '../kernel/displays.js';
import { boundedText, OutputFlow } from '../kernel/flow.js';
import { plainText } from '../kernel/plain-text.js';
import type { Output } from '../kernel/protocol.js';
import { type Engine, Session } from '../kernel/session.js';

/** What a cell showed, and printed as a lesson would store it; or why it showed nothing. */
export type Still = { outputs: Output[]; printed: string } | { error: string };

/** Code of a lesson, and the line of its fence. */
export interface Code {
  source: string;
  line: number;
}

/**
 * Runs cells in order in one fresh session, those after one that threw, too.
 * @param wasmFile path of the engine
 */
export async function stillOutputs(cells: readonly Code[], wasmFile: string): Promise<Still[]> {
  const digits = fs.readFileSync(path.join(path.dirname(wasmFile), 'digits.bin'));
  await library.load({ wasmBinary: fs.readFileSync(wasmFile), digits });
  return runStills(cells, engineFrom(library));
}

/** The same with an engine that is there. @param starts told of each cell before it runs */
export async function runStills(
  cells: readonly Code[],
  engine: Engine,
  starts: (session: Session, line: number) => void = () => undefined,
): Promise<Still[]> {
  const session = new Session(engine);
  const stills: Still[] = [];
  for (const { source, line } of cells) {
    starts(session, line);
    stills.push(await runStill(session, source));
  }
  return stills;
}

async function runStill(session: Session, source: string): Promise<Still> {
  const outputs: Output[] = [];
  let printed = '';
  const flow = new OutputFlow((arrived) => arrived.forEach((output) => keepLatest(outputs, output)));
  // The flow leaves out the middle of a flood, and other parts of it than a lesson does.
  const sink: Sink = {
    output: (output) => {
      if (output.kind !== 'text' || output.stream === 'stdout') printed += plainText(output);
      flow.output(output);
    },
    live: (id, snapshot) => flow.live(id, snapshot),
  };
  const result = await session.run(source, sink);
  if (result.status === 'error')
    return { error: `${result.error.name} on line ${result.error.line}: ${result.error.message}` };
  if (result.status === 'done' && result.result) sink.output(result.result);
  flow.flush();
  return { outputs, printed: boundedText(printed) };
}

/** Joins text, lets a later output of an id take the place of the earlier, and leaves out progress, which is over. */
function keepLatest(shown: Output[], output: Output): void {
  if (output.kind === 'progress') return;
  const last = shown.at(-1);
  if (
    output.kind === 'text' &&
    output.id === undefined &&
    last?.kind === 'text' &&
    last.id === undefined &&
    last.stream === output.stream
  ) {
    last.text += output.text;
    return;
  }
  const id = 'id' in output ? output.id : undefined;
  const old = id === undefined ? -1 : shown.findIndex((other) => 'id' in other && other.id === id);
  if (old >= 0) shown[old] = output;
  else shown.push(structuredClone(output));
}
