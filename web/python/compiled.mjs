// Python's standard library and ours as the site sends them. Pyodide's own holds sources, and Python would spend more
// time on compiling what it imports than on anything else; here it is compiled already.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { loadPyodide, version } from 'pyodide';
import { libraryFiles } from './pack.mjs';

const recipe = fs.readFileSync(path.join(import.meta.dirname, 'compile.py'), 'utf8');
// Without columns, which only the tracebacks of cells show, code is a third smaller.
const options = { env: { PYTHONNODEBUGRANGES: '1' } };
const ours = libraryFiles();

/** What the site calls them. Not .gz, which some hosts would unpack on the way. */
export const standardLibraryName = nameOf('python_stdlib');
export const libraryName = nameOf('python-library', ours);

/** A zip file by gzip: what a start imports is compiled, the rest are Pyodide's sources. */
export const standardLibrary = () => made(standardLibraryName, (pyodide) => pyodide.runPython('standard_library()'));

/** A zip file by gzip: the modules of lib/. */
export const library = () =>
  made(libraryName, (pyodide) => {
    pyodide.globals.set('sources', pyodide.toPy(ours));
    pyodide.runPython('own_library(sources)');
  });

function nameOf(name, ...content) {
  const madeFrom = JSON.stringify([version, recipe, options, ...content]);
  const key = createHash('sha256').update(madeFrom).digest('hex').slice(0, 8);
  return `${name}-${key}.bin`;
}

/** Made once and kept in build/. */
async function made(name, pack) {
  const kept = path.join(import.meta.dirname, '..', '..', 'build', name);
  if (!fs.existsSync(kept)) {
    const pyodide = await loadPyodide(options);
    pyodide.runPython(recipe);
    pack(pyodide);
    const part = `${kept}.${process.pid}`;
    fs.mkdirSync(path.dirname(kept), { recursive: true });
    fs.writeFileSync(part, gzipSync(pyodide.FS.readFile('/tmp/library.zip'), { level: 9 }));
    fs.renameSync(part, kept);
  }
  return fs.readFileSync(kept);
}
