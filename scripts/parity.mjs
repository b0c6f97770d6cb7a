// npm run test:parity: the Python programs of tests/python, and the lessons as notebooks, under real PyTorch, where it is
// installed.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Failure, root, runMain, say } from './steps.mjs';

const interpreters = ['/usr/bin/python3', 'python3'];
const tests = path.join(root, 'tests', 'python');

await runMain(async () => {
  const python = interpreters.find((name) => spawnSync(name, ['-c', 'import torch']).status === 0);
  if (python === undefined) {
    say('PyTorch is not installed here (Debian: apt-get install python3-torch), so nothing was compared.');
    return;
  }
  const run = (script, ...args) => spawnSync(python, ['-B', path.join(tests, script), ...args], { stdio: 'inherit' }).status;
  const programs = run('make_outputs.py', '--check');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'normlab-notebooks-'));
  try {
    const notebooks = run('run_notebooks.py', ...(await writeNotebooks(folder)));
    if (programs !== 0 || notebooks !== 0) throw new Failure('real PyTorch prints something else than what is stored.');
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

/** The lessons that have Python, as the page gives them for download. */
async function writeNotebooks(folder) {
  const { runnerImport } = await import('vite');
  const options = { root, configFile: false, logLevel: 'error' };
  const [{ module: page }, { module: format }] = await Promise.all(
    ['notebook/download.ts', 'lesson/index.ts'].map((file) => runnerImport(path.join(root, 'web', file), options)),
  );
  const lessons = path.join(root, 'examples');
  return fs
    .readdirSync(lessons)
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => {
      const notebook = page.notebookOf(format.parse(fs.readFileSync(path.join(lessons, name), 'utf8')));
      if (JSON.parse(notebook).metadata.language_info.name !== 'python') return [];
      const file = path.join(folder, name.replace(/md$/, 'ipynb'));
      fs.writeFileSync(file, notebook);
      return [file];
    });
}
