// Python's standard library as the site sends it. Pyodide's own holds sources, and a start spends three quarters of its
// time on compiling those that it imports; here they are compiled already.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { loadPyodide, version } from 'pyodide';

const recipe = fs.readFileSync(path.join(import.meta.dirname, 'standard_library.py'), 'utf8');
const key = createHash('sha256').update(`${version}\n${recipe}`).digest('hex').slice(0, 8);

/** What the site calls it. Not .gz, which some hosts would unpack on the way. */
export const standardLibraryName = `python_stdlib-${key}.bin`;
const kept = path.join(import.meta.dirname, '..', '..', 'build', standardLibraryName);

/** The bytes of a zip file, by gzip; made once and kept in build/. */
export async function standardLibrary() {
  if (!fs.existsSync(kept)) {
    const pyodide = await loadPyodide();
    pyodide.runPython(recipe);
    const part = `${kept}.${process.pid}`;
    fs.mkdirSync(path.dirname(kept), { recursive: true });
    fs.writeFileSync(part, gzipSync(pyodide.FS.readFile('/tmp/library.zip'), { level: 9 }));
    fs.renameSync(part, kept);
  }
  return fs.readFileSync(kept);
}
