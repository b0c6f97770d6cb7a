// Spares building a product again whose sources are what they were.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './steps.mjs';

/**
 * Runs `make` unless `product` (a folder) is there and was made from files with the same names and contents as those
 * in `sources` (files and folders). All paths are below the project's folder. Gives what `make` gives, or "as it was".
 */
export async function unlessMadeFrom(sources, product, make) {
  const folder = path.join(root, product);
  const note = path.join(root, 'build', `${product.replaceAll('/', '-')}.made-from`);
  const now = fingerprint(sources);
  // The folder's time tells whether somebody else has filled it since.
  const told = () => `${now} ${fs.statSync(folder).mtimeMs}`;
  if (fs.existsSync(folder) && fs.existsSync(note) && fs.readFileSync(note, 'utf8') === told()) return 'as it was';
  // A build that breaks off leaves none.
  fs.rmSync(note, { force: true });
  const result = await make();
  fs.writeFileSync(note, told());
  return result;
}

function fingerprint(sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesIn).sort()) {
    const content = fs.readFileSync(path.join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesIn(source) {
  const place = path.join(root, source);
  if (!fs.statSync(place).isDirectory()) return [source];
  const entries = fs.readdirSync(place, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)));
}
