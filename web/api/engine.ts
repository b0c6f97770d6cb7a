/** @file Loads the wasm engine once. */

import createModule from 'normlab-wasm';
import { checkFunction, checkOptions, shown } from './check.js';
import { download, downloadFile } from './download.js';
import type { RawModule } from './raw.js';

/** Where load() finds the engine, and who hears of its progress. */
export interface LoadOptions {
  /** The bytes of normlab.wasm, for hosts without fetch on their file (Node). */
  wasmBinary?: Uint8Array | ArrayBuffer;
  /** Where normlab.wasm is, when it isn't beside the script. */
  wasmUrl?: string | URL;
  /**
   * The bytes of digits.bin, for hosts without fetch on it; else data.loadDigits() fetches it from beside the script.
   */
  digits?: Uint8Array | ArrayBuffer;
  /** Where digits.bin is, when it isn't beside the script. */
  digitsUrl?: string | URL;
  /** Called while the engine downloads, with bytes; `total` is 0 when the server does not say. */
  onProgress?: (loaded: number, total: number) => void;
}

let loading: Promise<void> | null = null;
let raw: RawModule | null = null;
let digits: Promise<Uint8Array> | null = null;
let digitsUrl: string | URL | null = null;

/**
 * Loads the engine. Later calls wait for the first one; after a failure the next call tries again.
 * Errors: no WebAssembly or no SIMD in this browser, the file missing, blocked or damaged; each says so in words.
 */
export async function load(options: LoadOptions = {}): Promise<void> {
  checkLoadOptions(options);
  loading ??= start(options).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

function checkLoadOptions(options: LoadOptions): void {
  const names = ['wasmBinary', 'wasmUrl', 'digits', 'digitsUrl', 'onProgress'] as const;
  const { wasmBinary, digits: packed, onProgress, ...urls } = checkOptions('load', options, names);
  for (const [name, bytes] of Object.entries({ wasmBinary, digits: packed })) {
    const isBinary = bytes === undefined || bytes instanceof Uint8Array || bytes instanceof ArrayBuffer;
    if (!isBinary) throw new TypeError(`[load] expected ${name} to be the bytes of the file, got ${shown(bytes)}`);
  }
  for (const [name, url] of Object.entries(urls)) {
    if (url === undefined || typeof url === 'string' || url instanceof URL) continue;
    throw new TypeError(`[load] expected ${name} to be an address, got ${shown(url)}`);
  }
  if (onProgress !== undefined) checkFunction('load', 'onProgress', onProgress);
}

/** The loaded engine. */
export function engine(): RawModule {
  if (raw === null) throw new Error('[normlab] expected a loaded engine; call `await load()` first');
  return raw;
}

/** The packed digits, fetched once; after a failure the next call tries again. */
export function digitsFile(): Promise<Uint8Array> {
  digits ??= downloadFile(digitsUrl ?? new URL('./digits.bin', import.meta.url), 'digits').catch((error: unknown) => {
    digits = null;
    throw error;
  });
  return digits;
}

async function start(options: LoadOptions): Promise<void> {
  checkWebAssembly();
  digitsUrl = options.digitsUrl ?? null;
  if (options.digits) digits = Promise.resolve(new Uint8Array(options.digits));
  const wasmBinary =
    options.wasmBinary ??
    (await download(options.wasmUrl ?? new URL('./normlab.wasm', import.meta.url), options.onProgress));
  raw = await new Promise<RawModule>((resolve, reject) => {
    const onAbort = (reason: unknown): void =>
      reject(new Error(`[normlab] the engine could not be started: ${String(reason)}`));
    createModule({ wasmBinary, onAbort, print: noPrint, printErr: noPrint }).then(resolve, onAbort);
  });
  leaveFinalizationToMemory(raw);
}

/**
 * Embind registers each handle for finalization, as memory.ts does with what wraps it: twice the cost of making a
 * tensor. It looks for the registry when it makes its first handle.
 */
function leaveFinalizationToMemory(module: RawModule): void {
  const host = globalThis as { FinalizationRegistry?: unknown };
  const { FinalizationRegistry: kept } = host;
  host.FinalizationRegistry = undefined;
  try {
    module._Tensor._full([], 0, 'float32').delete();
  } finally {
    host.FinalizationRegistry = kept;
  }
}

function noPrint(): void {}

// (module (func (drop (i32x4.extract_lane 0 (v128.const …))))): valid only where SIMD is.
const simdProbe = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

function checkWebAssembly(): void {
  if (typeof WebAssembly !== 'object') {
    throw new Error('[normlab] expected a browser with WebAssembly, got one without it (or a page that forbids it)');
  }
  if (!WebAssembly.validate(simdProbe)) {
    throw new Error('[normlab] expected a browser with WebAssembly SIMD (all since 2021 to 2023), got one without it');
  }
  try {
    new WebAssembly.Module(simdProbe);
  } catch {
    throw new Error(
      "[normlab] expected a page whose policy allows WebAssembly ('wasm-unsafe-eval' in its script-src), got one that " +
        'forbids it',
    );
  }
}
