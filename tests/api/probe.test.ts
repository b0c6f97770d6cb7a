/** Forward hooks and probes on layers of the engine and of one's own. */
import { beforeAll, describe, expect, it } from 'vitest';
import { data, functional, manualSeed, memory, nn, ones, optim, rand, randn, tensor, type Tensor, tidy, train } from '../../web/api/index.js';
import { loadEngine } from './engine.js';

beforeAll(loadEngine);

class Scale extends nn.Module {
  weight = new nn.Parameter(tensor([2]));
  override forward(x: Tensor): Tensor {
    return x.mul(this.weight);
  }
}

class Block extends nn.Module {
  norm = new nn.LayerNorm(3);
  scale = new Scale();
  override forward(x: Tensor): Tensor {
    return this.scale(this.norm(x)).add(x);
  }
}

describe('registerForwardHook', () => {
  it('sees input and output wherever the module is used', () => {
    const [linear, tanh, own] = [new nn.Linear(3, 3), new nn.Tanh(), new Scale()];
    const inner = new nn.Sequential(tanh, own);
    const model = new nn.Sequential(linear, inner);
    const x = ones([2, 3]);
    const expected = model(x).toArray();
    const seen: [nn.Module, unknown, unknown][] = [];
    const watch = (module: nn.Module): nn.HookHandle =>
      module.registerForwardHook((which, inputs, output) => void seen.push([which, inputs[0].toArray(), output.toArray()]));
    const handles = [model, inner, own, tanh, linear].map(watch);
    expect(model(x).toArray()).toEqual(expected);
    expect(seen.map(([module]) => module)).toEqual([linear, tanh, own, inner, model]);
    expect(seen[0][1]).toEqual(x.toArray());
    expect(seen[1][1]).toEqual(seen[0][2]);
    expect(seen[2][1]).toEqual(seen[1][2]);
    expect(seen[3].slice(1)).toEqual([seen[0][2], expected]);
    expect(seen[4].slice(1)).toEqual([x.toArray(), expected]);
    for (const handle of handles) handle.remove();
    for (const handle of handles) handle.remove();
    model(x);
    expect(seen.length).toBe(5);
    watch(linear);
    model(x);
    expect(seen.length).toBe(6);
  });

  it('may replace the output, with gradients', () => {
    for (const module of [new nn.Tanh(), new Scale(), new nn.Sequential(new nn.Tanh())]) {
      const x = tensor([0.5], { requiresGrad: true });
      const before = module(x).item();
      const first = module.registerForwardHook((_module, _inputs, output) => output.mul(3));
      module.registerForwardHook((_module, _inputs, output) => output.add(1));
      expect(module(x).item()).toBeCloseTo(3 * before + 1, 6);
      module(x).sum().backward();
      expect(x.grad!.item()).not.toBe(0);
      first.remove();
      expect(module(x).item()).toBeCloseTo(before + 1, 6);
    }
  });

  it('passes on errors, and refuses what is no function and no tensor', () => {
    const layer = new nn.Tanh();
    expect(() => layer.registerForwardHook(5 as never)).toThrow('[registerForwardHook] expected hook to be a function, got 5');
    const bad = layer.registerForwardHook(() => 5 as never);
    expect(() => layer(ones([1]))).toThrow(/the result of the hook to be a tensor, got 5/);
    bad.remove();
    layer.registerForwardHook(() => {
      throw new SyntaxError('mine');
    });
    expect(() => new nn.Sequential(layer)(ones([1]))).toThrow(new SyntaxError('mine'));
  });

  it('keeps no memory when its module is disposed', () => {
    const before = memory().bytes;
    tidy(() => {
      const layer = new nn.Linear(10, 10);
      const kept: Tensor[] = [];
      layer.registerForwardHook((_module, inputs, output) => void kept.push(...inputs, output));
      layer(ones([2, 10]));
      layer.dispose();
    });
    expect(memory().bytes).toBe(before);
  });
});

describe('train.probe', () => {
  function model(): nn.Sequential {
    manualSeed(0);
    return new nn.Sequential(new nn.Linear(4, 3), new nn.BatchNorm1d(3), new Block(), new nn.Tanh());
  }
  function step(net: nn.Module): Tensor {
    const opt = new optim.SGD(net.parameters(), { lr: 0.1 });
    manualSeed(1);
    const y = net(randn([8, 4]));
    opt.zeroGrad();
    y.square().sum().backward();
    opt.step();
    return y;
  }

  it('reads outputs, gradients and weights of every leaf, and changes no number', () => {
    const plain = model();
    step(plain);
    const watched = model();
    const probe = train.probe(watched);
    expect(probe.read()[0].mean).toBeNaN();
    const y = step(watched);
    expect([...watched.stateDict().values()].map(String)).toEqual([...plain.stateDict().values()].map(String));
    const layers = probe.read();
    expect(layers.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      '0 Linear', '1 BatchNorm1d', '2.norm LayerNorm', '2.scale Scale', '3 Tanh',
    ]);
    const last = layers.at(-1)!;
    const epsilon = 2 ** -23;
    expect(Math.abs(last.mean - y.mean().item())).toBeLessThan(4 * epsilon);
    expect(Math.abs(last.std - y.std().item())).toBeLessThan(4 * epsilon);
    // The loss is Σ y²: its gradient is 2 y.
    const norm = 2 * Math.sqrt(y.square().sum().item());
    expect(Math.abs(last.gradNorm - norm)).toBeLessThan(24 * epsilon * norm);
    const scale = layers[3].weights[0];
    expect(scale.name).toBe('weight');
    const weight = (watched as unknown as { 2: Block })[2].scale.weight;
    expect(scale.norm).toBeCloseTo(Math.abs(weight.item()), 12);
    expect(scale.gradNorm).toBeCloseTo(Math.abs(weight.grad!.item()), 12);
    expect(scale.updateRatio).toBeCloseTo(Math.abs(weight.item() - 2) / 2, 12);
    expect(layers[0].weights.map(({ name }) => name)).toEqual(['weight', 'bias']);
    for (const { gradNorm } of layers) expect(gradNorm).toBeGreaterThan(0);
    probe.remove();
    expect(probe.read()).toEqual([]);
    expect(watched(ones([2, 4])).gradFn).toBe('TanhBackward0');
  });

  it('looks at an input without a trace', () => {
    const net = model();
    step(net);
    const state = (): string[] => [...net.stateDict().values()].map(String);
    const before = state();
    manualSeed(5);
    const next = rand([2]).toArray();
    manualSeed(5);
    net.registerForwardHook(() => void randn([3]));
    const x = tensor([[1, 2, 3, 4], [4, 3, 2, 1]]);
    const used = memory();
    const probe = train.probe(net, { layers: ['1', '2'] });
    const layers = probe.look(x).read();
    probe.remove();
    expect(memory()).toEqual(used);
    expect(layers.map(({ name }) => name)).toEqual(['1', '2']);
    const shift = (net as unknown as { 1: nn.BatchNorm1d })[1].bias!.detach().mean().item();
    expect(layers[0].mean, 'what BatchNorm adds to mean 0').toBeCloseTo(shift, 6);
    expect(layers[0].gradNorm).toBeNaN();
    expect(state()).toEqual(before);
    expect(rand([2]).toArray()).toEqual(next);
    expect(() => train.probe(net).look([1] as never)).toThrow(/x to be a tensor/);
    expect(() => train.probe(net).look(ones([1, 4]))).toThrow(/more than 1 value per channel/);
    expect(state()).toEqual(before);
  });

  it('refuses what it does not know', () => {
    expect(() => train.probe(5 as never)).toThrow('[probe] expected a module, got 5');
    expect(() => train.probe(model(), { layers: ['7'] })).toThrow(/one of the layers .*"2.norm".*, got "7"/);
    expect(() => train.probe(model(), { layers: '1' as never })).toThrow(/an array of names, got "1"/);
    expect(() => train.probe(model(), { layer: ['1'] } as never)).toThrow(/only the options layers/);
  });
});

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
    const y = tensor(x.map((_, i) => i % 2), { dtype: 'int64' });
    const loader = new data.DataLoader(new data.TensorDataset(tensor(x), y), { batchSize, shuffle: true });
    return { net, opt, trainer: new train.Trainer(net, opt, new nn.CrossEntropyLoss(), loader) };
  }
  const numbers = ({ net, opt }: { net: nn.Module; opt: optim.Optimizer }): unknown => [
    [...net.stateDict().values()].map((each) => each.toArray()),
    opt.stateDict().state.map((entry) => Object.values(entry).map((value) => (typeof value === 'number' ? value : value.toArray()))),
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
    await expect(task(x).trainer.fit({ epochs: 1 })).rejects.toThrow('the input data of example 5 of the dataset holds NaN or infinity');
    expect(trainer.progress.step).toBe(0);
    // Finite logits whose squares are not: only the way back goes wrong.
    const weight = tensor([0], { requiresGrad: true });
    class Root extends nn.Module {
      override forward(input: Tensor): Tensor {
        return functional.linear(input, ones([2, 4])).add(weight.sqrt()).add(new Logs()(input.sum()));
      }
    }
    const loader = new data.DataLoader(new data.TensorDataset(tensor(inputs()), tensor(inputs().map(() => 0), { dtype: 'int64' })), { batchSize: 9 });
    const opt = new optim.SGD([weight], { lr: 0.1 });
    await expect(new train.Trainer(new Root(), opt, new nn.CrossEntropyLoss(), loader).fit({ epochs: 1 })).rejects.toThrow(
      /a finite gradient norm, got nan in step 1 .*outputs of all layers are finite/,
    );
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
