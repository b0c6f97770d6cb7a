/** @file What the cells of a lesson show, computed by the engine when the site is built: the pictures in a page that has not run yet. */
import fs from 'node:fs';
import * as library from '../api/index.js';
import { engineFrom } from '../kernel/engine.js';
import { OutputFlow } from '../kernel/flow.js';
import type { Output } from '../kernel/protocol.js';
import { Session } from '../kernel/session.js';

/**
 * Runs cells in order in one fresh session. A cell after one that threw is not run and gives null, as does the one that threw.
 * @param wasmFile path of the engine
 */
export async function stillOutputs(sources: string[], wasmFile: string): Promise<(Output[] | null)[]> {
  await library.load({ wasmBinary: fs.readFileSync(wasmFile) });
  const session = new Session(engineFrom(library));
  const stills: (Output[] | null)[] = [];
  for (const source of sources) {
    const shown: Output[] = [];
    const flow = new OutputFlow((outputs) => outputs.forEach((output) => keepLatest(shown, output)));
    const result = await session.run(source, flow);
    if (result.status !== 'done') break;
    if (result.result) flow.output(result.result);
    flow.flush();
    stills.push(shown);
  }
  return sources.map((_, i) => stills[i] ?? null);
}

/** Joins text, lets a later output of an id take the place of the earlier, and leaves out progress, which is over. */
function keepLatest(shown: Output[], output: Output): void {
  if (output.kind === 'progress') return;
  const last = shown.at(-1);
  if (output.kind === 'text' && output.id === undefined && last?.kind === 'text' && last.id === undefined && last.stream === output.stream) {
    last.text += output.text;
    return;
  }
  const id = 'id' in output ? output.id : undefined;
  const old = id === undefined ? -1 : shown.findIndex((other) => 'id' in other && other.id === id);
  if (old >= 0) shown[old] = output;
  else shown.push(structuredClone(output));
}
