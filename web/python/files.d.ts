/** Where the site has Python's files, made by the plugin in plugin.ts: addresses relative to the worker's script. */
declare module 'normlab-python-files' {
  /** Folder of Pyodide. */
  export const pyodide: string;
  /** Python's own library in that folder, a zip file by gzip. */
  export const standardLibrary: string;
  /** Our library in that folder, likewise. */
  export const library: string;
  /** Of what is fetched from that folder, before a host compresses it. */
  export const bytes: number;
}
