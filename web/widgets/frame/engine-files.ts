/** @file Where the engine is: addresses beside this script, in a form that bundlers know. */

export const engineFiles = {
  worker: new URL('./worker.js', import.meta.url),
  wasm: new URL('../normlab.wasm', import.meta.url),
  digits: new URL('../digits.bin', import.meta.url),
};
