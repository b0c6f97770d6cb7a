#!/usr/bin/env node
// Starts the built command: beside this file in the package, under dist/ in the repository.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const places = ['./cli.js', '../../dist/package/cli.js'].map((path) => new URL(path, import.meta.url));
const built = places.find((url) => existsSync(url));
if (built) {
  const { main } = await import(built.href);
  main(process.argv.slice(2));
} else {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  console.error(`normlab: not built yet; run \`npm run build\` in ${root} first`);
  process.exitCode = 2;
}
