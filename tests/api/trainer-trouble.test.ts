/** A Trainer whose numbers go wrong names where, and keeps what was there. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  data,
  functional,
  manualSeed,
  nn,
  ones,
  optim,
  rand,
  randn,
  tensor,
  type Tensor,
  train,
} from '../../web/api/index.js';
import { loadEngine } from './engine.js';

beforeAll(loadEngine);

describe('a Trainer whose numbers go wrong', () => {
  const inputs = (): number[][] => Array.from({ length: 9 }, (_, i) => [i / 9, 1 - i / 9, (i % 3) / 3, 1]);
  class Odd extends nn.Module {
    factor = 1;
    override forward(x: Tensor): Tensor {
      return x.mul(this.factor);
    }
  }
  class Net extends nn.Module {
    first = new nn.Linear(4, 3);
    norm = new nn.BatchNorm1d(3);
    odd = new Odd();
    last = new nn.Linear(3, 2);
    override forward(x: Tensor): Tensor {
      return this.last(this.odd(this.norm(this.first(x)))).add(randn([1]).mul(0.01));
    }
  }
  function task(x = inputs(), batchSize = 3) {
    manualSeed(0);
    const net = new Net();
    const opt = new optim.Adam(net.parameters(), { lr: 0.01 });
    const y = tensor(
      x.map((_, i) => i % 2),
      { dtype: 'int64' },
    );
    const loader = new data.DataLoader(new data.TensorDataset(tensor(x), y), { batchSize, shuffle: true });
    return { net, opt, trainer: new train.Trainer(net, opt, new nn.CrossEntropyLoss(), loader) };
  }
  const numbers = ({ net, opt }: { net: nn.Module; opt: optim.Optimizer }): unknown => [
    [...net.stateDict().values()].map((each) => each.toArray()),
    opt
      .stateDict()
      .state.map((entry) => Object.values(entry).map((value) => (typeof value === 'number' ? value : value.toArray()))),
  ];

  it('names step, batch and layer, keeps the state, and goes on', async () => {
    const straight = task();
    await straight.trainer.fit({ epochs: 2 });
    const after = rand([2]).toArray();
    const broken = task();
    await broken.trainer.fit({ epochs: 1 });
    const before = numbers(broken);
    broken.net.odd.factor = NaN;
    const failure: unknown = await broken.trainer.fit({ epochs: 2 }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(TypeError);
    expect(String(failure)).toContain('[Trainer] expected a finite loss, got nan in step 4 (batch 1 of 3 in epoch 2)');
    expect(String(failure)).toContain('the layer "odd" (Odd)');
    expect(numbers(broken)).toEqual(before);
    broken.net.odd.factor = 1;
    expect(await broken.trainer.fit({ epochs: 2 })).toMatchObject({ epoch: 2, step: 6 });
    expect(numbers(broken)).toEqual(numbers(straight));
    expect(rand([2]).toArray()).toEqual(after);
  });

  it('names the loss, or the example', async () => {
    const { trainer } = task(inputs(), 9);
    class Logs extends nn.Module {
      override forward(x: Tensor): Tensor {
        return x.mul(0);
      }
    }
    const x = inputs();
    x[5][2] = -Infinity;
    await expect(task(x).trainer.fit({ epochs: 1 })).rejects.toThrow(
      'the input data of example 5 of the dataset holds NaN or infinity',
    );
    expect(trainer.progress.step).toBe(0);
    // Finite logits whose squares are not: only the way back goes wrong.
    const weight = tensor([0], { requiresGrad: true });
    class Root extends nn.Module {
      override forward(input: Tensor): Tensor {
        return functional
          .linear(input, ones([2, 4]))
          .add(weight.sqrt())
          .add(new Logs()(input.sum()));
      }
    }
    const loader = new data.DataLoader(
      new data.TensorDataset(
        tensor(inputs()),
        tensor(
          inputs().map(() => 0),
          { dtype: 'int64' },
        ),
      ),
      { batchSize: 9 },
    );
    const opt = new optim.SGD([weight], { lr: 0.1 });
    await expect(
      new train.Trainer(new Root(), opt, new nn.CrossEntropyLoss(), loader).fit({ epochs: 1 }),
    ).rejects.toThrow(/a finite gradient norm, got nan in step 1 .*outputs of all layers are finite/);
    expect(weight.item()).toBe(0);
  });

  it('an error in forward leaves the state as it was, too', async () => {
    const broken = task();
    await broken.trainer.fit({ epochs: 1 });
    const before = numbers(broken);
    const hook = broken.net.odd.registerForwardHook(() => {
      throw new SyntaxError('mine');
    });
    await expect(broken.trainer.fit({ epochs: 2 })).rejects.toThrow(new SyntaxError('mine'));
    expect(numbers(broken)).toEqual(before);
    hook.remove();
    await broken.trainer.fit({ epochs: 2 });
    const straight = task();
    await straight.trainer.fit({ epochs: 2 });
    expect(numbers(broken)).toEqual(numbers(straight));
  });

  it('a last batch of one is named where BatchNorm meets it', async () => {
    const { trainer } = task(inputs().slice(0, 7));
    await expect(trainer.fit({ epochs: 1 })).rejects.toThrow(/more than 1 value per channel.*\(1, 3\).*drop_?last/i);
    expect(trainer.progress.step).toBe(2);
  });

  it('calls onEpoch after every epoch and waits for it', async () => {
    const { trainer } = task();
    const seen: number[] = [];
    await trainer.fit({
      epochs: 2,
      onStep: ({ step }) => seen.push(step),
      onEpoch: async ({ epoch }) => {
        await new Promise((resolve) => setTimeout(resolve, 1));
        seen.push(-epoch);
      },
    });
    expect(seen).toEqual([1, 2, 3, -1, 4, 5, 6, -2]);
    await expect(trainer.fit({ epochs: 1, onEpoch: 5 as never })).rejects.toThrow(/onEpoch to be a function, got 5/);
  });
});
