/** Where the site has Python's files, made by the plugin in plugin.ts: addresses relative to the worker's script. */
declare module 'normlab-python-files' {
  /** Folder of Pyodide. */
  export const pyodide: string;
  /** The Python library, JSON. */
  export const library: string;
  /** Of what Pyodide fetches, uncompressed. */
  export const bytes: number;
}
