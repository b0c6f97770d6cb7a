/**
 * @file What the cells of a lesson show, computed by the engine when the site is built: the pictures in a page that has
 * not run yet.
 */
import fs from 'node:fs';
import path from 'node:path';
import * as library from '../api/index.js';
import { engineFrom } from '../kernel/engine.js';
import { OutputFlow } from '../kernel/flow.js';
import type { Output } from '../kernel/protocol.js';
import { type Engine, Session } from '../kernel/session.js';

/** What a cell showed, or why it showed nothing. */
export type Still = { outputs: Output[] } | { error: string };

/**
 * Runs cells in order in one fresh session. After one that threw the rest is not run.
 * @param wasmFile path of the engine
 */
export async function stillOutputs(sources: string[], wasmFile: string): Promise<Still[]> {
  const digits = fs.readFileSync(path.join(path.dirname(wasmFile), 'digits.bin'));
  await library.load({ wasmBinary: fs.readFileSync(wasmFile), digits });
  return runStills(sources, engineFrom(library));
}

/** The same with an engine that is there. */
export async function runStills(sources: string[], engine: Engine): Promise<Still[]> {
  const session = new Session(engine);
  const stills: Still[] = [];
  for (const source of sources) {
    const before = stills.at(-1);
    if (before && 'error' in before) stills.push({ error: 'not run, because one before it failed' });
    else stills.push(await runStill(session, source));
  }
  return stills;
}

async function runStill(session: Session, source: string): Promise<Still> {
  const outputs: Output[] = [];
  const flow = new OutputFlow((arrived) => arrived.forEach((output) => keepLatest(outputs, output)));
  const result = await session.run(source, flow);
  if (result.status === 'error')
    return { error: `${result.error.name} on line ${result.error.line}: ${result.error.message}` };
  if (result.status === 'done' && result.result) flow.output(result.result);
  flow.flush();
  return { outputs };
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
