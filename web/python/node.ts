/** @file Python in Node: Pyodide from node_modules, the library from beside the command or from the source tree. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { emptyLock } from './lock.js';
import type { Pyodide, PythonSource } from './session.js';

export const pythonInNode: PythonSource = {
  loadPyodide: async () => {
    const { loadPyodide } = await import('pyodide').catch(() => {
      throw new Error('the npm package pyodide is not installed; npm install pyodide gets it');
    });
    return (await loadPyodide({ lockFileContents: emptyLock })) as unknown as Pyodide;
  },
  readLibrary: async () => {
    const here = path.dirname(fileURLToPath(import.meta.url));
    const packed = path.join(here, 'python-library.json');
    if (existsSync(packed)) return JSON.parse(readFileSync(packed, 'utf8')) as Record<string, string>;
    return readFolder(path.join(here, 'lib'));
  },
};

function readFolder(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.py'));
  return Object.fromEntries(
    names.sort().map((name) => [name.split(path.sep).join('/'), readFileSync(path.join(folder, name), 'utf8')]),
  );
}
