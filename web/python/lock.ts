/** @file Pyodide's list of packages that could be downloaded: none is. */

const info = { abi_version: '2026_0', arch: 'wasm32', platform: 'emscripten_5_0_3', python: '3.14.2' };

export const emptyLock = JSON.stringify({ info, packages: {} });
