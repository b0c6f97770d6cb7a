/** @file Python in Node for tests: one Pyodide for a file of tests. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from '../../web/api/index.js';
import type { Output } from '../../web/kernel/protocol.js';
import type { RunResult } from '../../web/kernel/session.js';
import { pythonInNode } from '../../web/python/node.js';
import { PythonSession } from '../../web/python/session.js';

const engine = path.resolve(import.meta.dirname, '../../build/wasm');

export interface Ran {
  result: RunResult;
  outputs: Output[];
  stdout: string;
  stderr: string;
}

export async function startPython(): Promise<(source: string) => Promise<Ran>> {
  await load({
    wasmBinary: readFileSync(path.join(engine, 'normlab.wasm')),
    digits: readFileSync(path.join(engine, 'digits.bin')),
  });
  const session = new PythonSession(pythonInNode);
  await session.load();
  let runs = 0;
  return async (source) => {
    const outputs: Output[] = [];
    const sink = { output: (output: Output) => void outputs.push(output), live: () => {} };
    const result = await session.run(source, sink, { run: ++runs });
    const text = (stream: string): string =>
      outputs.map((output) => (output.kind === 'text' && output.stream === stream ? output.text : '')).join('');
    return { result, outputs, stdout: text('stdout'), stderr: text('stderr') };
  };
}

export function programsIn(folder: string): { name: string; source: string; expected: string }[] {
  const place = path.join(import.meta.dirname, folder);
  const read = (name: string): string => readFileSync(path.join(place, name), 'utf8');
  return readdirSync(place)
    .filter((name) => name.endsWith('.py'))
    .sort()
    .map((name) => ({ name, source: read(name), expected: read(name.replace(/py$/, 'out')) }));
}
