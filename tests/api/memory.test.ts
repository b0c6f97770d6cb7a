/** What long use leaves behind: nothing that grows. */
import v8 from 'node:v8';
import vm from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import * as library from '../../web/api/index.js';
import { engineFrom } from '../../web/kernel/engine.js';
import { engineHeap, loadEngine } from './engine.js';
import { Notebook } from './kernel-notebook.js';

const { data, manualSeed, memory, nn, ones, optim, randint, randn, Scope, tensor, tidy } = library;

beforeAll(loadEngine);

/** Long runs, on machines that do other things too. */
const patience = 240_000;

/** Everything that nobody holds, now. Node hides the collector unless it is asked for. */
async function collectGarbage(): Promise<void> {
  v8.setFlagsFromString('--expose-gc');
  for (let i = 0; i < 3; i += 1) {
    (vm.runInNewContext('gc') as () => void)();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('cells', () => {
  const training = `
    const digits = await data.loadDigits();
    const [X, y] = [digits.data, digits.target].map((part) => part.slice(0, 0, 200));
    const [XTrain, , yTrain] = data.trainTestSplit([X.float().div(16), y], { testSize: 0.3 });
    manualSeed(0);
    const model = new nn.Sequential(new nn.Linear(64, 16), new nn.LayerNorm(16), new nn.Tanh(), new nn.Linear(16, 10));
    const optimizer = new optim.SGD(model.parameters(), { lr: 0.1 });
    const lossOf = new nn.CrossEntropyLoss();
    const loader = new data.DataLoader(new data.TensorDataset(XTrain, yTrain), { batchSize: 64, shuffle: true });
    for await (const [x, y] of loader) {
      optimizer.zeroGrad();
      lossOf(model(x), y).backward();
      optimizer.step();
    }
    await new train.Trainer(model, optimizer, lossOf, loader).fit({ epochs: 1 });`;

  const forward = 'const x = randn([64, 64]); for (let i = 0; i < 10; i++) x.mul(i).add(x);';

  it.each([
    [1000, 'a digits training', training, 'done'],
    [200, 'a training that fails half-way', training.replace('optimizer.step();', 'model(ones([1, 3]));'), 'error'],
    [200, 'forward without backward', forward, 'done'],
  ])(
    '%d runs of %s leave nothing',
    async (runs, _, source, status) => {
      const notebook = new Notebook(engineFrom(library));
      const starts = new Set<string>();
      let heap = 0;
      for (let run = 1; run <= runs; run += 1) {
        await notebook.run('undefined', 'cell');
        const { tensors, bytes, nodes } = memory();
        starts.add(`${tensors} ${bytes} ${nodes}`);
        expect((await notebook.run(source, 'cell')).status).toBe(status);
        if (run === 100) heap = engineHeap();
      }
      await notebook.run('undefined', 'cell');
      expect([...starts]).toHaveLength(1);
      expect(engineHeap()).toBe(heap);
    },
    patience,
  );
});

describe('a loop by hand', () => {
  it(
    'of 10,000 steps stays flat',
    async () => {
      manualSeed(0);
      const model = new nn.Sequential(
        new nn.Linear(64, 32),
        new nn.BatchNorm1d(32),
        new nn.Tanh(),
        new nn.Linear(32, 10),
      );
      const optimizer = new optim.SGD(model.parameters(), { lr: 0.1 });
      const lossOf = new nn.CrossEntropyLoss();
      const dataset = new data.TensorDataset(randn([640, 64]), randint(0, 10, [640]));
      const loader = new data.DataLoader(dataset, { batchSize: 64, shuffle: true });
      const train = async (epochs: number): Promise<{ tensors: number; bytes: number }> => {
        const peak = { tensors: 0, bytes: 0 };
        for (let epoch = 0; epoch < epochs; epoch += 1) {
          for await (const [x, y] of loader) {
            optimizer.zeroGrad();
            lossOf(model(x), y).backward();
            optimizer.step();
            const { tensors, bytes } = memory();
            peak.tensors = Math.max(peak.tensors, tensors);
            peak.bytes = Math.max(peak.bytes, bytes);
          }
        }
        return peak;
      };
      await train(1);
      await collectGarbage();
      const before = memory();
      const peak = await train(1000);
      // A step makes 9 tensors of 60 kB in all; when the collector runs is its own affair, but it has to.
      expect(peak.tensors).toBeLessThan(30_000);
      expect(peak.bytes).toBeLessThan(200e6);
      expect(engineHeap()).toBeLessThan(2 ** 28);
      await collectGarbage();
      expect(memory()).toEqual(before);
    },
    patience,
  );

  it('inside tidy is exactly flat', () => {
    const model = new nn.Sequential(new nn.Linear(8, 8), new nn.RMSNorm(8));
    const x = randn([4, 8]);
    const step = (): void => tidy(() => model(x).square().sum().backward());
    step();
    const before = { ...memory(), heap: engineHeap() };
    for (let i = 0; i < 1000; i += 1) step();
    expect({ ...memory(), heap: engineHeap() }).toEqual(before);
  });
});

describe('loops over a loader', () => {
  const free = (batch: library.Tensor[]): void => batch.forEach((tensor) => tensor.dispose());
  const ways: [string, (loader: library.data.DataLoader) => void][] = [
    ['run to the end', (loader) => [...loader].forEach(free)],
    [
      'are left',
      (loader) => {
        for (const batch of loader) {
          free(batch);
          break;
        }
        const [batch] = loader;
        free(batch);
      },
    ],
    [
      'throw',
      (loader) => {
        try {
          for (const batch of loader) {
            free(batch);
            throw new Error('half way');
          }
        } catch {
          // As a cell that fails.
        }
      },
    ],
    [
      'are inside each other',
      (loader) => {
        for (const a of loader) {
          free(a);
          for (const b of loader) {
            free(b);
            break;
          }
        }
      },
    ],
    ['are dropped half way in a tidy', (loader) => tidy(() => void loader[Symbol.iterator]().next())],
  ];

  it.each(ways)('that %s hold nothing afterwards', (_, loop) => {
    const round = (): void => {
      const scope = new Scope();
      const loader = scope.run(
        () => new data.DataLoader(new data.TensorDataset(ones([100_000])), { batchSize: 40_000, shuffle: true }),
      );
      loop(loader);
      // An iterator that is still there would hold the dataset.
      scope.dispose();
    };
    round();
    const before = { ...memory(), heap: engineHeap() };
    for (let i = 0; i < 100; i += 1) round();
    expect({ ...memory(), heap: engineHeap() }).toEqual(before);
  });

  it('by hand that are dropped half way are collected', async () => {
    await collectGarbage();
    const before = memory();
    const heap = engineHeap();
    const scope = new Scope();
    const loader = scope.run(
      () => new data.DataLoader(new data.TensorDataset(ones([100_000])), { batchSize: 4, shuffle: true }),
    );
    for (let i = 0; i < 1000; i += 1) {
      loader[Symbol.iterator]().next();
      loader[Symbol.asyncIterator]();
      if (i % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    }
    // An order takes 0.8 MB, which the collector sees.
    expect(engineHeap() - heap).toBeLessThan(2 ** 27);
    scope.dispose();
    await collectGarbage();
    expect(memory()).toEqual(before);
  });
});

describe('a graph', () => {
  it('of 100,000 nodes runs backward and is freed', () => {
    const { nodes } = memory();
    tidy(() => {
      const x = tensor(1, { dtype: 'float64', requiresGrad: true });
      let y = x.mul(1);
      for (let i = 1; i < 100_000; i += 1) y = i % 2 === 0 ? y.mul(1.0001) : y.add(0.5);
      expect(memory().nodes).toBe(nodes + 100_000);
      y.backward();
      expect(x.grad!.item() / 1.0001 ** 49_999).toBeCloseTo(1, 10);
    });
    expect(memory().nodes).toBe(nodes);
  });

  it('of 100,000 nodes that nobody walks is freed too', () => {
    const { nodes } = memory();
    tidy(() => {
      let y = tensor(1, { requiresGrad: true }).mul(1);
      for (let i = 1; i < 100_000; i += 1) y = y.mul(1);
    });
    expect(memory().nodes).toBe(nodes);
  });
});

// Last: it takes all the memory there is.
describe('a loop that never yields', () => {
  it(
    'ends in words, and the next run works',
    async () => {
      const notebook = new Notebook(engineFrom(library));
      const x = 'const x = ones([1024, 1024]); ';
      const result = await notebook.run(`${x}for (;;) x.add(1);`, 'cell');
      expect(result).toMatchObject({ status: 'error', error: { name: 'RangeError', line: 1 } });
      expect((result as { error: { message: string } }).error.message).toMatch(
        /^\[memory\] .* a loop that never yields frees nothing: for await .*tidy/,
      );
      expect(await notebook.run(`${x}x.add(1).sum().item()`, 'cell')).toMatchObject({ status: 'done' });
      await notebook.run('undefined', 'cell');
    },
    patience,
  );

  it(
    'over small tensors ends in words before the tab does',
    () => {
      const scope = new Scope();
      const x = ones([1]);
      expect(() =>
        scope.run(() => {
          for (;;) x.detach();
        }),
      ).toThrow(/^\[memory\] expected at most 500000 live tensors and layers, got one more/);
      scope.dispose();
      expect(x.add(1).item()).toBe(2);
    },
    patience,
  );
});
