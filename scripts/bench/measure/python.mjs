// python/…: Python cells in Chromium. The digits program of tests/python (three runs with its loader) beside the same file
// under native PyTorch, turn by turn; what a training step costs more than from JavaScript; start and size.
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../steps.mjs';
import { withSite } from '../site.mjs';
import { ratio, summary } from '../statistics.mjs';

export const family = 'python';

const program = path.join(root, 'tests', 'python', 'cells', 'c3_digits.py');
const assets = path.join(root, 'dist', 'site', 'assets');

/** Bytes that the first Python cell costs beyond Pyodide as it is published: ours, and what compiling adds to Python's. */
export function librarySize() {
  const folder = path.join(assets, fs.readdirSync(assets).find((file) => file.startsWith('pyodide-')));
  const size = (name) => fs.statSync(path.join(folder, fs.readdirSync(folder).find((file) => file.startsWith(name)))).size;
  const published = fs.statSync(path.join(root, 'node_modules', 'pyodide', 'python_stdlib.zip')).size;
  return size('python-library-') + size('python_stdlib-') - published;
}

export async function measure({ bench, wanted, quick, note }) {
  await bench.builtSite();
  const native = await bench.program('pytorch');
  const row = (name, unit, ours, limit = null, more = {}) => ({ name: `${family}/${name}`, unit, ours, limit, peers: {}, ...more });
  const rows = [row('library', 'kB', { value: librarySize() / 1000 }, { value: 300 })];
  const worker = fs.readdirSync(assets).find((file) => /^worker-.*\.js$/.test(file));
  await withSite(async ({ visit }) => {
    const starts = [];
    const imports = [];
    for (let turn = 0; turn < (quick ? 2 : 5); turn += 1) {
      note(`start ${turn + 1}`);
      await visit('index', async (page, url) => {
        const run = await kernel(page, url, worker);
        starts.push((await run('pass')).wall);
        imports.push((await run('import torch, torch.nn, torch.utils.data')).ms);
      });
    }
    rows.push(row('start/chromium', 'ms', summary(starts), { value: 3000 }));
    rows.push(row('import-torch/chromium', 'ms', summary(imports), { value: 300 }));
    await visit('index', async (page, url) => {
      const run = await kernel(page, url, worker);
      const source = fs.readFileSync(program, 'utf8');
      await run(source);
      const ours = [];
      const theirs = [];
      for (let turn = 0; turn < (quick ? 3 : 10); turn += 1) {
        note(`digits ${turn + 1}`);
        ours.push((await run(source)).ms);
        if (native) theirs.push(await native.ask('program', program, 1));
      }
      const peers = native ? { pytorch: { ...summary(theirs), ratio: ratio(ours, theirs) } } : {};
      rows.push(row('digits/chromium', 'ms', summary(ours), null, { peers }));
      note('steps');
      for (const norm of ['none', 'batch', 'layer']) {
        const more = [];
        for (let turn = 0; turn < (quick ? 2 : 5); turn += 1) {
          const python = Number((await run(pythonStep(norm))).text);
          const javascript = Number((await run(javascriptStep(norm), 'javascript')).text);
          more.push(1000 * (python - javascript));
        }
        rows.push(row(`step-overhead/${norm}/chromium`, 'us', summary(more)));
      }
    });
  });
  return rows.filter(({ name }) => wanted(name));
}

/** A kernel of its own in the page, and the function that runs a cell in it. */
async function kernel(page, url, worker) {
  await page.goto(url, { waitUntil: 'networkidle0' });
  await page.evaluate((name) => {
    const kernel = new Worker(new URL(`assets/${name}`, document.baseURI));
    let runs = 0;
    window.runCell = (source, language) =>
      new Promise((resolve, reject) => {
        const run = ++runs;
        const started = performance.now();
        let text = '';
        const listen = ({ data }) => {
          if (data.type === 'failed') reject(new Error(data.message));
          if (data.run !== run) return;
          if (data.type === 'output') for (const output of data.outputs) text += output.text ?? '';
          if (data.type === 'error') reject(new Error(`${data.error.name}: ${data.error.message}`));
          if (data.type !== 'done') return;
          kernel.removeEventListener('message', listen);
          resolve({ ms: data.ms, wall: performance.now() - started, text });
        };
        kernel.addEventListener('message', listen);
        kernel.postMessage({ type: 'run', run, source, language });
      });
  }, worker);
  return (source, language = 'python') => page.evaluate((text, word) => window.runCell(text, word), source, language);
}

/** Both print the ms of a step at its best, of batches of 64 through eight layers. */
const pythonStep = (norm) => `
import time, torch, torch.nn as nn
norm = {"none": None, "batch": nn.BatchNorm1d, "layer": nn.LayerNorm}["${norm}"]
layers = []
for _ in range(8):
    layers += [nn.Linear(64, 64)] + ([norm(64)] if norm else []) + [nn.Tanh()]
model = nn.Sequential(*layers, nn.Linear(64, 10))
opt, loss_fn = torch.optim.SGD(model.parameters(), lr=0.05), nn.CrossEntropyLoss()
x, y, times = torch.randn(64, 64), torch.arange(64) % 10, []
for _ in range(300):
    begun = time.perf_counter()
    for _ in range(5):
        opt.zero_grad()
        loss_fn(model(x), y).backward()
        opt.step()
    times.append((time.perf_counter() - begun) / 5)
print(1000 * min(times))`;

const javascriptStep = (norm) => `
{
  const norms = { none: null, batch: nn.BatchNorm1d, layer: nn.LayerNorm };
  const layers = [];
  for (let i = 0; i < 8; i++) {
    layers.push(new nn.Linear(64, 64));
    if (norms.${norm}) layers.push(new norms.${norm}(64));
    layers.push(new nn.Tanh());
  }
  const model = new nn.Sequential(...layers, new nn.Linear(64, 10));
  const opt = new optim.SGD(model.parameters(), { lr: 0.05 });
  const lossFn = new nn.CrossEntropyLoss();
  const x = randn([64, 64]);
  const y = tensor(Array.from({ length: 64 }, (_, i) => i % 10), { dtype: 'int64' });
  const times = [];
  for (let i = 0; i < 300; i++) {
    const begun = performance.now();
    for (let k = 0; k < 5; k++) {
      tidy(() => {
        opt.zeroGrad({ setToNone: false });
        lossFn.forward(model.forward(x), y).backward();
        opt.step();
      });
    }
    times.push((performance.now() - begun) / 5);
  }
  console.log(Math.min(...times));
}`;

