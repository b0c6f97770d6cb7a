// node scripts/depth/compare.mjs: deep pre- and post-norm models trained by us and by PyTorch from the same draws. Needs
// dist/package (npm run build) and a python3 with torch; takes some minutes.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../steps.mjs';

const common = { seed: 0, steps: 150, width: 64, heads: 4, tokens: 32, batch: 16 };
const runs = [
  { depth: 12, lr: 3e-3, normFirst: true, warmUp: 1 },
  { depth: 12, lr: 3e-3, normFirst: false, warmUp: 1 },
  { depth: 12, lr: 3e-3, normFirst: false, warmUp: 100 },
  { depth: 18, lr: 3e-3, normFirst: true, warmUp: 1 },
  { depth: 18, lr: 3e-3, normFirst: false, warmUp: 1 },
  { depth: 18, lr: 3e-3, normFirst: false, warmUp: 100 },
  { depth: 12, lr: 1e-3, normFirst: true, warmUp: 1 },
  { depth: 12, lr: 1e-3, normFirst: false, warmUp: 1 },
  { depth: 12, lr: 1e-3, normFirst: false, warmUp: 100 },
];
const folder = path.join(root, 'scripts', 'depth');
const { data } = await import(path.join(root, 'dist', 'package', 'index.js'));
const python = ['/usr/bin/python3'].find((file) => fs.existsSync(file)) ?? 'python3';

function losses(command, program, settings) {
  const { status, stdout, stderr } = spawnSync(command, [path.join(folder, program), JSON.stringify(settings)], {
    input: data.loadGenesis(),
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** The mean of the last 20 steps. */
const last = (values) => values.slice(-20).reduce((a, b) => a + b) / 20;
const row = (...cells) => console.log(cells.map((cell) => String(cell).padStart(12)).join(''));

row('blocks', 'norm', 'lr', 'warm-up', 'ours', 'PyTorch', 'apart at', 'ms ours', 'ms PyTorch');
for (const run of runs) {
  const settings = { ...common, ...run };
  const [ours, theirs] = [losses(process.execPath, 'ours.mjs', settings), losses(python, 'pytorch.py', settings)];
  const apart = ours.losses.findIndex((loss, step) => Math.abs(loss - theirs.losses[step]) > 1e-3);
  const { depth, normFirst, lr, warmUp } = run;
  row(depth, normFirst ? 'pre' : 'post', lr, warmUp, last(ours.losses).toFixed(2), last(theirs.losses).toFixed(2),
    apart < 0 ? 'never' : apart, ours.ms.toFixed(0), theirs.ms.toFixed(0));
}
