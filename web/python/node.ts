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
    const { loadPyodide, version } = await pyodidePackage();
    const folder = mkdtempSync(path.join(tmpdir(), 'normlab-'));
    try {
      const packed = compiledFile(version, 'python_stdlib');
      const stdLibURL = packed && path.join(folder, 'python_stdlib.zip');
      if (stdLibURL) writeFileSync(stdLibURL, packed);
      return (await loadPyodide({ lockFileContents: emptyLock, ...(stdLibURL && { stdLibURL }) })) as unknown as Pyodide;
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  readLibrary: async () => {
    const { version } = await pyodidePackage();
    const zip = compiledFile(version, 'python-library');
    if (zip) return { 'library.zip': zip };
    const packed = path.join(here, 'python-library.json');
    if (existsSync(packed)) return JSON.parse(readFileSync(packed, 'utf8')) as Record<string, string>;
    return readFolder(path.join(here, 'lib'));
  },
};

function pyodidePackage(): Promise<typeof import('pyodide')> {
  return import('pyodide').catch(() => {
    throw new Error('the npm package pyodide is not installed; npm install pyodide gets it');
  });
}

/**
 * A zip file of compiled modules that the command's site has for this version of Pyodide; null where it has none. With
 * both of them Python starts in a quarter of the time.
 */
function compiledFile(version: string, name: string): Buffer | null {
  const files = path.join(here, 'site', 'assets', `pyodide-${version}`);
  const packed = existsSync(files) && readdirSync(files).find((file) => file.startsWith(`${name}-`));
  return packed ? gunzipSync(readFileSync(path.join(files, packed))) : null;
}

function readFolder(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.py'));
  return Object.fromEntries(
    names.sort().map((name) => [name.split(path.sep).join('/'), readFileSync(path.join(folder, name), 'utf8')]),
  );
}
