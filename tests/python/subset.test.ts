/** @file The list of what is in the subset, and what is said about the rest. */
import { beforeAll, expect, it } from 'vitest';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { library, standardLibrary } from '../../web/python/compiled.mjs';
import { programsIn, type Ran, startPython } from './python.js';

let run: (source: string) => Promise<Ran>;
beforeAll(async () => {
  run = await startPython();
}, 180_000);

const failing = async (source: string): Promise<string> => {
  const { result } = await run(source);
  return result.status === 'error' ? `${result.error.name}: ${result.error.message}` : 'no error';
};

it('the list that the help page shows is what the modules have (vitest -u writes it anew)', async () => {
  const { stdout } = await run('import normlab_subset\nprint(normlab_subset.names())');
  const names = JSON.parse(stdout) as Record<string, string[]>;
  expect(names['torch.nn']).toContain('LayerNorm');
  expect(names['torch.Tensor']).toContain('softmax');
  await expect(`${JSON.stringify(names, null, 1)}\n`).toMatchFileSnapshot('../../web/python/names.json');
});

/** No PyTorch 1.13 could run programs with these: newer-names.test.ts has them. */
const newer: Record<string, string[]> = {
  'torch.nn': ['RMSNorm'],
  'torch.nn.functional': ['rms_norm', 'scaled_dot_product_attention'],
  'torch.optim.lr_scheduler': ['LRScheduler'],
};

it('each name of the list is used by a program whose output real PyTorch made, or is newer', async () => {
  const read = (file: string): string => readFileSync(path.join(import.meta.dirname, file), 'utf8');
  const sources = [...programsIn('cells'), ...programsIn('programs')].map(({ source }) => source);
  const input = JSON.stringify({ names: JSON.parse(read('../../web/python/names.json')), sources });
  const { stdout } = await run(
    `${read('used_names.py')}\ngiven = json.loads(${JSON.stringify(input)})\n` +
      'print(json.dumps(unused(given["names"], given["sources"])))',
  );
  expect(JSON.parse(stdout)).toEqual(newer);
  for (const name of Object.values(newer).flat()) expect(read('newer-names.test.ts')).toContain(name);
});

it('Python is no larger than Pyodide; the library and the digits are at most 300 kB beyond it', async () => {
  const root = path.join(import.meta.dirname, '../..');
  const published = statSync(path.join(root, 'node_modules/pyodide/python_stdlib.zip')).size;
  expect((await standardLibrary()).length).toBeLessThanOrEqual(published);
  const digits = gzipSync(readFileSync(path.join(root, 'build/wasm/digits.bin')));
  expect((await library()).length + digits.length).toBeLessThanOrEqual(300_000);
}, 60_000);

it.each([
  ['import torch\ntorch.fft', "AttributeError: torch has no 'fft' here"],
  ['from torch.nn import Conv3d', "ImportError: torch.nn has no 'Conv3d' here"],
  ['import torch\ntorch.ones(2).histc()', "AttributeError: Tensor has no 'histc' here"],
  ['import torch.fx', "ModuleNotFoundError: No module named 'torch.fx' here"],
  ['import matplotlib.pyplot as plt', "ModuleNotFoundError: No module named 'matplotlib' here"],
  ['import torch.nn.functional as F\nF.conv2d', "AttributeError: torch.nn.functional has no 'conv2d' here"],
  ['import numpy as np\nnp.random.randn(3)', "AttributeError: numpy.random has no 'randn' here"],
  ['import torch\ntorch.optim.Adam([torch.ones(1, requires_grad=True)], amsgrad=True)', "NotImplementedError: torch.optim.Adam has no 'amsgrad=True' here"],
  ['input("name? ")', 'RuntimeError: input() is not available in a cell'],
])('%s', async (source, words) => {
  const said = await failing(source);
  expect(said).toContain(words);
  if (!source.startsWith('input')) expect(said).toContain('help.html#python');
});

it('a program can try for a name and do without', async () => {
  const { stdout } = await run(
    'import torch\nprint(hasattr(torch, "compile"), getattr(torch, "fft", None))\n' +
      'try:\n    import pandas\nexcept ImportError:\n    print("without")',
  );
  expect(stdout).toBe('False None\nwithout\n');
});
