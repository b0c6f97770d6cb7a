/** @file The widgets as they are before anybody touches them: pictures and words, computed while the site is built. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load, Scope } from '../api/index.js';
import { widgets } from './all.js';
import { computes } from './frame/computes.js';
import type { Compute } from './frame/protocol.js';
import { defaultsOf } from './frame/settings.js';
import type { AnyWidget } from './frame/widget.js';

export interface Still {
  name: string;
  svg: string;
  words: string;
}

/** @param engine folder of the built engine */
export async function makeStills(engine: string): Promise<Still[]> {
  const file = (name: string): Uint8Array => readFileSync(path.join(engine, name));
  await load({ wasmBinary: file('normlab.wasm'), digits: file('digits.bin') });
  const stills: Still[] = [];
  for (const widget of widgets) {
    const settings = defaultsOf<Record<string, unknown>>(widget.schema);
    const result = await resultOf(widget, settings);
    stills.push({ name: widget.name, svg: widget.still(settings, result), words: widget.words(settings, result) });
  }
  return stills;
}

/** What a widget computes from settings, without a worker. */
export async function resultOf(widget: AnyWidget, settings: object): Promise<unknown> {
  const scope = new Scope();
  const run = { paused: false, post: () => {}, breathe: async () => {}, own: <T>(body: () => T): T => scope.run(body) };
  try {
    const compute = computes[widget.name] as unknown as Compute<unknown, unknown, unknown>;
    return await compute(widget.input(settings), run);
  } finally {
    scope.dispose();
  }
}
