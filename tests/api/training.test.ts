import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  data,
  manualSeed,
  nn,
  noGrad,
  optim,
  setYield,
  type Tensor,
  tensor,
  train,
  zeros,
} from '../../web/api/index.js';
import { loadEngine } from './engine.js';

beforeAll(loadEngine);

interface GoldenVariant {
  all_115_step_losses: number[];
  val_correct_of_360: number;
}
const golden = JSON.parse(readFileSync(new URL('../golden/golden_digits.json', import.meta.url), 'utf8')) as {
  variants: Record<string, GoldenVariant>;
};

interface Task {
  model: nn.Module;
  opt: optim.SGD;
  loader: data.DataLoader;
  lossFn: nn.CrossEntropyLoss;
  val: [Tensor, Tensor];
}

async function digitsTask(norm: ((width: number) => nn.Module) | null): Promise<Task> {
  const { data: pixels, target } = await data.loadDigits();
  const [xTrain, xVal, yTrain, yVal] = data.trainTestSplit([pixels.div(16).float(), target], {
    testSize: 0.2,
    randomState: 0,
  });
  manualSeed(0);
  const layers: nn.Module[] = [];
  for (let i = 0; i < 8; i += 1) layers.push(new nn.Linear(64, 64), ...(norm ? [norm(64)] : []), new nn.Tanh());
  const model = new nn.Sequential(...layers, new nn.Linear(64, 10));
  return {
    model,
    opt: new optim.SGD(model.parameters(), { lr: 0.05 }),
    loader: new data.DataLoader(new data.TensorDataset(xTrain, yTrain), { batchSize: 64, shuffle: true }),
    lossFn: new nn.CrossEntropyLoss(),
    val: [xVal, yVal],
  };
}

async function trainByHand(task: Task): Promise<number[]> {
  const losses: number[] = [];
  for (let epoch = 0; epoch < 5; epoch += 1) {
    task.model.train();
    for await (const [xb, yb] of task.loader) {
      task.opt.zeroGrad();
      const loss = task.lossFn(task.model(xb), yb);
      loss.backward();
      task.opt.step();
      losses.push(loss.item());
    }
  }
  return losses;
}

describe.each([
  ['no normalization', null],
  ['BatchNorm1d', (width: number): nn.Module => new nn.BatchNorm1d(width)],
])('the digits network, %s', (name, norm) => {
  it("gives PyTorch's loss at all 115 steps and its accuracy", async () => {
    const task = await digitsTask(norm);
    const losses = await trainByHand(task);
    const expected = golden.variants[name].all_115_step_losses;
    expect(losses.length).toBe(115);
    losses.forEach((loss, step) => expect(Math.abs(loss - expected[step]), `step ${step}`).toBeLessThan(5e-6));
    task.model.eval();
    const hits = noGrad(() => task.model(task.val[0]).argmax(1).eq(task.val[1]).sum().item());
    expect(hits).toBe(golden.variants[name].val_correct_of_360);
  });
});

it('a loader without a batch is told, not trained on', () => {
  const set = new data.TensorDataset(zeros([3, 2]), tensor([0, 1, 0], { dtype: 'int64' }));
  const model = new nn.Linear(2, 2);
  const optimizer = new optim.SGD(model.parameters());
  const loader = new data.DataLoader(set, { batchSize: 8, dropLast: true });
  expect(() => new train.Trainer(model, optimizer, new nn.CrossEntropyLoss(), loader)).toThrow(
    '[Trainer] expected a loader with at least one batch, got none',
  );
});

describe('Trainer', () => {
  it('does the same steps as the loop, also when stopped and resumed', async () => {
    const byHand = await trainByHand(await digitsTask((width) => new nn.LayerNorm(width)));
    const task = await digitsTask((width) => new nn.LayerNorm(width));
    const trainer = new train.Trainer(task.model, task.opt, task.lossFn, task.loader);
    const losses: number[] = [];
    setYield(() => (losses.length === 0 ? Promise.resolve() : Promise.reject(new Error('stopped'))));
    await expect(trainer.fit({ epochs: 5, onStep: ({ loss }) => losses.push(loss) })).rejects.toThrow('stopped');
    expect(losses.length).toBeLessThan(115);
    setYield(null);
    const end = await trainer.fit({ epochs: 5, onStep: ({ loss }) => losses.push(loss) });
    expect(losses).toEqual(byHand);
    expect(end).toMatchObject({ epoch: 5, step: 115, stepsPerEpoch: 23 });
    expect(await trainer.fit({ epochs: 5 })).toMatchObject({ step: 115 });
  });

  it('refuses what is no model, no options, no number of epochs', async () => {
    const { model, opt, lossFn, loader } = await digitsTask(null);
    expect(() => new train.Trainer(5 as never, opt, lossFn, loader)).toThrow('[Trainer] expected a module, got 5');
    const trainer = new train.Trainer(model, opt, lossFn, loader);
    for (const epochs of [undefined, NaN, 1.5, -1, '5']) {
      await expect(trainer.fit({ epochs: epochs as never })).rejects.toThrow(TypeError);
    }
    await expect(trainer.fit({ epcohs: 1 } as never)).rejects.toThrow(/only the options epochs, onStep/);
  });
});
