/** @file Loads the built engine for tests in Node. */
import { readFileSync } from 'node:fs';
import { load } from '../../web/api/index.js';

export async function loadEngine(): Promise<void> {
  await load({ wasmBinary: readFileSync(new URL('../../build/wasm/normlab.wasm', import.meta.url)) });
}
