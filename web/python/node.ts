/** @file Python in Node: Pyodide from node_modules, the library from beside the command or from the source tree. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { emptyLock } from './lock.js';
import type { Pyodide, PythonSource } from './session.js';

const here = path.dirname(fileURLToPath(import.meta.url));

export const pythonInNode: PythonSource = {
  loadPyodide: async () => {
    const { loadPyodide, version } = await import('pyodide').catch(() => {
      throw new Error('the npm package pyodide is not installed; npm install pyodide gets it');
    });
    const folder = mkdtempSync(path.join(tmpdir(), 'normlab-'));
    try {
      const stdLibURL = compiledLibrary(version, folder);
      return (await loadPyodide({ lockFileContents: emptyLock, ...(stdLibURL && { stdLibURL }) })) as unknown as Pyodide;
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  readLibrary: async () => {
    const packed = path.join(here, 'python-library.json');
    if (existsSync(packed)) return JSON.parse(readFileSync(packed, 'utf8')) as Record<string, string>;
    return readFolder(path.join(here, 'lib'));
  },
};

/**
 * The standard library with compiled modules that the command's site has for this version of Pyodide, unpacked into a
 * folder; null where it has none. Starts in a quarter of the time.
 */
function compiledLibrary(version: string, folder: string): string | null {
  const files = path.join(here, 'site', 'assets', `pyodide-${version}`);
  const packed = existsSync(files) && readdirSync(files).find((name) => name.startsWith('python_stdlib-'));
  if (!packed) return null;
  const unpacked = path.join(folder, 'python_stdlib.zip');
  writeFileSync(unpacked, gunzipSync(readFileSync(path.join(files, packed))));
  return unpacked;
}

function readFolder(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.py'));
  return Object.fromEntries(
    names.sort().map((name) => [name.split(path.sep).join('/'), readFileSync(path.join(folder, name), 'utf8')]),
  );
}
