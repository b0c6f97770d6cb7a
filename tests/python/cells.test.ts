/** @file What cells have in common: names, values, errors with their lines, memory. */
import { beforeAll, describe, expect, it } from 'vitest';
import { memory } from '../../web/api/index.js';
import { type Ran, startPython } from './python.js';

let run: (source: string) => Promise<Ran>;
beforeAll(async () => {
  run = await startPython();
}, 180_000);

describe('cells', () => {
  it('share names, and show the value of the last expression', async () => {
    await run('a = 20');
    const { result } = await run('b = a + 1\n2 * b');
    expect(result).toMatchObject({ status: 'done', result: { kind: 'value', text: '42' } });
    expect((await run('None')).result).toMatchObject({ status: 'done', result: null });
    expect((await run('"text"')).result).toMatchObject({ result: { text: "'text'" } });
    expect((await run('import sys\nsys.exit()')).result.status).toBe('done');
  });

  it('say which names they make and read', async () => {
    const { result } = await run('import math as m\nx = y = m.pi\ndef f(z):\n    global g\n    g = a + z + len("")\n    return x\nfor i in [f(1)]: pass');
    expect(result.names).toEqual({
      declares: ['python:f', 'python:g', 'python:i', 'python:m', 'python:x', 'python:y'],
      reads: ['python:a'],
      writes: [],
    });
  });

  it('print line by line, and what has no end of line at the end', async () => {
    const { outputs } = await run('print("one")\nprint("t", end="")\nprint("wo", end="")\nimport sys\nprint("aside", file=sys.stderr)');
    expect(outputs).toEqual([
      { kind: 'text', stream: 'stdout', text: 'one\n' },
      { kind: 'text', stream: 'stderr', text: 'aside\n' },
      { kind: 'text', stream: 'stdout', text: 'two' },
    ]);
  });
});

describe('errors', () => {
  it('are at the line of the cell, with the calls on the way', async () => {
    const before = await run('def inner(x):\n    return 1 / x\n');
    expect(before.result.status).toBe('done');
    const { result, stderr } = await run('def outer():\n    return inner(0)\n\nouter()');
    expect(result).toMatchObject({ status: 'error', error: { name: 'ZeroDivisionError', message: 'division by zero', line: 2, from: { line: 2 } } });
    expect(stderr).toContain('line 4\n    outer()\n  Cell, line 2, in outer\n    return inner(0)\n  Cell, line 2, in inner\n    return 1 / x\n');
  });

  it('inside the library are those of the calling line only', async () => {
    const { result, stderr } = await run('import torch\nx = torch.ones(2, 3)\n\ny = 1; x @ x');
    expect(result).toMatchObject({
      error: { name: 'RuntimeError', message: 'mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)', line: 4, column: 8 },
    });
    expect(stderr).toBe('');
  });

  it('of syntax have their place, and run nothing', async () => {
    const { result, stdout } = await run('print("first")\nx = (1,\ny = 2');
    expect(result).toMatchObject({ status: 'error', error: { name: 'SyntaxError', line: 2, column: 5 } });
    expect(stdout).toBe('');
  });

  it('of one kind: own classes, chains of causes, deep recursion', async () => {
    const own = await run('class Mine(Exception): pass\nraise Mine("words")');
    expect(own.result).toMatchObject({ error: { name: 'Mine', message: 'words', line: 2 } });
    const chained = await run('try:\n    {}["k"]\nexcept KeyError as error:\n    raise ValueError("no") from error');
    expect(chained.result).toMatchObject({ error: { name: 'ValueError', line: 4 } });
    expect(chained.stderr).toContain('direct cause');
    const deep = await run('def f(): return f()\nf()');
    expect(deep.result).toMatchObject({ error: { name: 'RecursionError', line: 1 } });
    expect(deep.stderr.length).toBeLessThan(3000);
    expect((await run('1 + 1')).result).toMatchObject({ result: { text: '2' } });
  });
});

describe('memory', () => {
  it('follows the references of Python: flat over ten thousand training steps and operations', async () => {
    const prepare = `
import torch, torch.nn as nn
x, y = torch.randn(8, 4), torch.tensor([0, 1] * 4)
model = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 2))
opt = torch.optim.Adam(model.parameters())
def step():
    opt.zero_grad()
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()
    opt.step()
    return loss.item()
for _ in range(10): step()`;
    expect((await run(prepare)).result.status).toBe('done');
    const before = memory();
    expect((await run('for _ in range(10000): step()')).result.status).toBe('done');
    expect((await run('for i in range(10000): z = (x * 2 + i).tanh()[0, :2].sum()\ndel z')).result.status).toBe('done');
    expect(memory()).toEqual(before);
    await run('del model, opt, x, y');
    expect(memory().tensors).toBeLessThan(before.tensors);
  });

  it('of a loader and its iterators goes with their last references, half way too', async () => {
    const prepare = `
import torch, _normlab
from torch.utils.data import DataLoader, TensorDataset
def go():
    loader = DataLoader(TensorDataset(torch.ones(50, 2), torch.arange(50)), batch_size=4, shuffle=True)
    for batch in loader:
        x, y = next(iter(loader))
        if y[0] < 25: break
    for a, b in zip(loader, loader):
        break
go()`;
    expect((await run(prepare)).result.status).toBe('done');
    const held = async () => ({ ...memory(), handles: (await run('print(_normlab.live())')).stdout });
    const before = await held();
    expect(before.handles).toMatch(/^\d+\n$/);
    expect((await run('for _ in range(1000): go()')).result.status).toBe('done');
    expect(await held()).toEqual(before);
  });

  it('is freed after an error, too', async () => {
    await run('import torch\nbig = torch.ones(10)\ndef f(t):\n    local = t * 2\n    raise ValueError("x")');
    const before = memory();
    for (let at = 0; at < 5; at += 1) await run('f(big)');
    expect(memory()).toEqual(before);
  });
});
