/**
 * @file The engine's objects as small numbers: numbers cross the border between Python and JavaScript for next to
 * nothing, objects do not.
 */

import type { RawGenerator, RawHandle, RawIndexItem, RawTensor } from '../api/raw.js';

const table: (RawHandle | null)[] = [];
const free: number[] = [];

export function put(raw: RawHandle): number {
  const id = free.pop() ?? table.length;
  table[id] = raw;
  return id;
}

export function get<R extends RawHandle>(id: number): R {
  return table[id] as R;
}

export const tensor = (id: number): RawTensor => get<RawTensor>(id);
export const optional = (id: number): RawTensor | null => (id < 0 ? null : get<RawTensor>(id));
export const generator = (id: number): RawGenerator => get<RawGenerator>(id);

/** Frees what a number stands for. */
export function release(id: number): void {
  table[id]!.delete();
  table[id] = null;
  free.push(id);
}

/** How many numbers stand for something. */
export function liveHandles(): number {
  return table.length - free.length;
}

/** Uses a handle for one call. */
export function once<R extends RawHandle>(raw: R, call: (raw: R) => RawTensor): number {
  try {
    return put(call(raw));
  } finally {
    raw.delete();
  }
}

/** Index items as Python writes them: a kind, then its numbers. */
export function items(codes: number[]): RawIndexItem[] {
  const out: RawIndexItem[] = [];
  for (let at = 0; at < codes.length; at += 1) {
    const kind = codes[at];
    if (kind === 0) out.push(codes[(at += 1)]);
    else if (kind === 1) out.push(codes.slice(at + 1, (at += 3) + 1));
    else if (kind === 2) out.push(null);
    else if (kind === 3) out.push('...');
    else out.push(tensor(codes[(at += 1)]));
  }
  return out;
}
