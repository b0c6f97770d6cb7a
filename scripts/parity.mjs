// npm run test:parity: the Python programs of tests/python under real PyTorch, where it is installed.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { Failure, root, runMain, say } from './steps.mjs';

const interpreters = ['/usr/bin/python3', 'python3'];

await runMain(async () => {
  const python = interpreters.find((name) => spawnSync(name, ['-c', 'import torch']).status === 0);
  if (python === undefined) {
    say('PyTorch is not installed here (Debian: apt-get install python3-torch), so nothing was compared.');
    return;
  }
  const { status } = spawnSync(python, [path.join(root, 'tests', 'python', 'make_outputs.py'), '--check'], { stdio: 'inherit' });
  if (status !== 0) throw new Failure('real PyTorch prints something else than what is stored.');
});
