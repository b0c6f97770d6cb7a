// The Python files of lib/.
import fs from 'node:fs';
import path from 'node:path';

const lib = path.join(import.meta.dirname, 'lib');

/** { "torch/__init__.py": "…" } */
export function libraryFiles() {
  const names = fs.readdirSync(lib, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.py'));
  return Object.fromEntries(
    names.sort().map((name) => [name.split(path.sep).join('/'), fs.readFileSync(path.join(lib, name), 'utf8')]),
  );
}
