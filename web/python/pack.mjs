// The Python files of lib/ as one JSON file: { "torch/__init__.py": "…" }.
import fs from 'node:fs';
import path from 'node:path';

const lib = path.join(import.meta.dirname, 'lib');

export function packLibrary() {
  const names = fs.readdirSync(lib, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.py'));
  const files = names.sort().map((name) => [name.split(path.sep).join('/'), fs.readFileSync(path.join(lib, name), 'utf8')]);
  return JSON.stringify(Object.fromEntries(files));
}
