/** Loading in Node, where the engine's files cannot be fetched. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { data, load } from '../../web/api/index.js';

const wasmFile = path.resolve(import.meta.dirname, '../../build/wasm/normlab.wasm');

it('says how to hand over what Node does not fetch, and works once that is done', async () => {
  const call = "load({ wasmBinary: readFileSync('…/normlab.wasm') })";
  await expect(load()).rejects.toThrow(`expected the bytes of the engine file, which Node does not fetch: ${call}`);
  await expect(load({ wasmUrl: wasmFile })).rejects.toThrow(call);
  await load({ wasmBinary: readFileSync(wasmFile) });
  await expect(data.loadDigits()).rejects.toThrow("load({ digits: readFileSync('…/digits.bin') })");
});
