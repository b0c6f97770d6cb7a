/** @file Python in a worker: Pyodide and the library from files of the site beside the worker's script. */

import { bytes, library, pyodide, standardLibrary } from 'normlab-python-files';
import { downloadFile } from '../api/download.js';
import { emptyLock } from './lock.js';
import type { Pyodide, PythonSource } from './session.js';

interface PyodideModule {
  loadPyodide(options: { indexURL: string; stdLibURL: string; lockFileContents: string }): Promise<Pyodide>;
}

/** @param script address of the worker's script */
export function pythonBeside(script: string): PythonSource {
  return {
    loadPyodide: async (onProgress) => {
      const indexURL = new URL(pyodide, script).href;
      const stdLibURL = indexURL + standardLibrary;
      const undo = [watchFetches(indexURL, stdLibURL, onProgress), hideImportScripts()];
      try {
        const module = (await import(/* @vite-ignore */ `${indexURL}pyodide.js`)) as PyodideModule;
        return await module.loadPyodide({ indexURL, stdLibURL, lockFileContents: emptyLock });
      } catch (error) {
        if (error instanceof Error && /fetch|import/i.test(error.message)) {
          throw new Error('its files could not be fetched. Is the network there? Run the cell again to retry');
        }
        throw error;
      } finally {
        for (const step of undo) step();
      }
    },
    readLibrary: async () => {
      const packed = await downloadFile(new URL(pyodide + library, script), 'Python library');
      return { 'library.zip': new Uint8Array(await unpacked(new Response(packed)).arrayBuffer()) };
    },
  };
}

/**
 * Pyodide refuses classic workers, which it knows by importScripts, but gets by with import(), which they have. Ours
 * must be one: a sandbox can start no other from the same script.
 */
function hideImportScripts(): () => void {
  const host = self as { importScripts?: unknown };
  const { importScripts } = host;
  host.importScripts = undefined;
  return () => {
    host.importScripts = importScripts;
  };
}

/** A response whose body was compressed by gzip. */
function unpacked(response: Response): Response {
  return new Response(response.body!.pipeThrough(new DecompressionStream('gzip')));
}

/**
 * Until the result is called: counts the bytes of what is fetched from a folder, and unpacks one file of it. The others
 * are handed on as they came, because a browser keeps the compiled code of a wasm file only with its own response.
 */
function watchFetches(
  folder: string,
  packed: string,
  onProgress: (loaded: number, total: number) => void,
): () => void {
  const { fetch } = self;
  let loaded = 0;
  self.fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (!response.url.startsWith(folder) || !response.ok || !response.body) return response;
    const count = new WritableStream<Uint8Array>({
      write(chunk) {
        loaded += chunk.length;
        onProgress(Math.min(loaded, bytes), bytes);
      },
    });
    // Who reads the response is told of a failure.
    void response.clone().body!.pipeTo(count).catch(() => undefined);
    return response.url === packed ? unpacked(response) : response;
  };
  return () => {
    self.fetch = fetch;
  };
}
