/** @file Loads the built engine for tests in Node. */
import { readFileSync } from 'node:fs';
import { load } from '../../web/api/index.js';

let heap: WebAssembly.Memory | null = null;

export async function loadEngine(): Promise<void> {
  const { instantiate } = WebAssembly;
  // The glue keeps the memory to itself; tests want to see whether it grows.
  WebAssembly.instantiate = (async (...parts: Parameters<typeof instantiate>) => {
    const made = await (instantiate as (...all: unknown[]) => Promise<unknown>)(...parts);
    const { exports } = (made as WebAssembly.WebAssemblyInstantiatedSource).instance;
    heap = Object.values(exports).find((item) => item instanceof WebAssembly.Memory) ?? heap;
    return made;
  }) as typeof instantiate;
  try {
    const file = (name: string): Uint8Array => readFileSync(new URL(`../../build/wasm/${name}`, import.meta.url));
    await load({ wasmBinary: file('normlab.wasm'), digits: file('digits.bin') });
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}

/** The engine's memory: all that it has ever needed at once, in bytes. */
export function engineMemory(): WebAssembly.Memory {
  if (heap === null) throw new Error('expected the memory of the loaded engine, got none');
  return heap;
}
export function engineHeap(): number {
  return engineMemory().buffer.byteLength;
}
