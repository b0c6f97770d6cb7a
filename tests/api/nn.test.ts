import { beforeAll, describe, expect, it } from 'vitest';
import {
  functional,
  manualSeed,
  memory,
  nn,
  ones,
  optim,
  randn,
  tensor,
  type Tensor,
  tidy,
  zeros,
} from '../../web/api/index.js';
import { loadEngine } from './engine.js';

beforeAll(loadEngine);

class Centre extends nn.Module {
  weight: nn.Parameter;
  override name = 'a property that functions have too';
  constructor(features: number) {
    super();
    this.weight = new nn.Parameter(ones([features]));
  }
  override forward(x: Tensor): Tensor {
    return x.sub(x.mean(-1, { keepdim: true })).mul(this.weight);
  }
}

describe('modules', () => {
  it('can be called, print as in PyTorch and list their parameters', () => {
    manualSeed(0);
    const model = new nn.Sequential(
      new nn.Linear(3, 4),
      new nn.BatchNorm1d(4),
      new nn.Tanh(),
      new nn.Linear(4, 2, { bias: false }),
    );
    expect(model(zeros([5, 3])).shape).toEqual([5, 2]);
    expect(String(model)).toBe(
      'Sequential(\n' +
        '  (0): Linear(in_features=3, out_features=4, bias=True)\n' +
        '  (1): BatchNorm1d(4, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)\n' +
        '  (2): Tanh()\n' +
        '  (3): Linear(in_features=4, out_features=2, bias=False)\n' +
        ')',
    );
    expect(model.namedParameters().map(([name]) => name)).toEqual([
      '0.weight',
      '0.bias',
      '1.weight',
      '1.bias',
      '3.weight',
    ]);
    expect([...model.stateDict().keys()]).toEqual([
      '0.weight',
      '0.bias',
      '1.weight',
      '1.bias',
      '1.running_mean',
      '1.running_var',
      '1.num_batches_tracked',
      '3.weight',
    ]);
    expect(model.length).toBe(4);
  });

  it('custom modules join in: call, parameters, Sequential, training mode', () => {
    const custom = new Centre(2);
    expect(custom(tensor([[1, 3]])).toArray()).toEqual([[-1, 1]]);
    const model = new nn.Sequential(custom, new nn.Tanh());
    model(tensor([[1, 3]]))
      .sum()
      .backward();
    expect(custom.weight.grad).not.toBeNull();
    expect(model.namedParameters().map(([name]) => name)).toEqual(['0.weight']);
    model.eval();
    expect(custom.training).toBe(false);
    expect(custom.name).toBe('a property that functions have too');
    expect(() => new nn.Module().forward(ones([1]))).toThrow(/forward method/);
    expect(() => new nn.Sequential(5 as never)).toThrow('[Sequential] expected modules, got 5 at position 0');
  });

  it('errors thrown in a custom forward come through C++ unchanged', () => {
    class Bad extends nn.Module {
      override forward(): Tensor {
        throw new SyntaxError('mine');
      }
    }
    const model = new nn.Sequential(new nn.Tanh(), new Bad());
    for (let i = 0; i < 3; i += 1) expect(() => model(ones([2]))).toThrow(new SyntaxError('mine'));
    expect(new nn.Tanh()(zeros([1])).item()).toBe(0);
  });

  it('a chain that first ran in a scope of its own lives on after it', () => {
    const model = new nn.Sequential(new nn.Sequential(new nn.Linear(2, 2)), new nn.Tanh());
    const x = ones([1, 2]);
    const first = tidy(() => model(x).toArray());
    expect(model(x).toArray()).toEqual(first);
  });

  it('a layer can be replaced, also in a chain within a chain', () => {
    const inner = new nn.Sequential(new nn.Tanh());
    const model = new nn.Sequential(inner);
    expect(model(tensor([-1])).item()).toBeLessThan(0);
    (inner as unknown as Record<string, nn.Module>)['0'] = new nn.ReLU();
    expect(model(tensor([-1])).item()).toBe(0);
  });

  it('double() and float() convert parameters, buffers and gradients in place', () => {
    const model = new nn.Sequential(new nn.Linear(2, 2), new nn.BatchNorm1d(2));
    model(randn([4, 2]))
      .square()
      .sum()
      .backward();
    expect(model.double()).toBe(model);
    expect([...model.stateDict().values()].map(({ dtype }) => dtype)).toEqual([...Array(6).fill('float64'), 'int64']);
    expect(model.parameters().map(({ grad }) => grad!.dtype)).toEqual(Array(4).fill('float64'));
    expect(model(randn([4, 2], { dtype: 'float64' })).dtype).toBe('float64');
    expect(model.float()(randn([4, 2])).dtype).toBe('float32');
    expect(() => model.to('int64' as never)).toThrow('[to] expected float32 or float64, got "int64"');
  });

  it('dispose() frees all that a model has, once, and says so afterwards', () => {
    const before = memory();
    const model = new nn.Sequential(new nn.Linear(2, 2), new nn.Sequential(new nn.BatchNorm1d(2)), new nn.Tanh());
    tidy(() => void model(ones([2, 2])));
    for (let i = 0; i < 2; i += 1) model.dispose();
    expect(memory()).toEqual(before);
    expect(() => model(ones([2, 2]))).toThrow(ReferenceError);
  });

  it('loads a state dict, or changes nothing', () => {
    manualSeed(1);
    const from = new nn.Sequential(new nn.Linear(2, 2), new nn.BatchNorm1d(2));
    const to = new nn.Sequential(new nn.Linear(2, 2), new nn.BatchNorm1d(2));
    const state = from.stateDict();
    to.loadStateDict(state);
    expect(to.stateDict().get('0.weight')!.toArray()).toEqual(state.get('0.weight')!.toArray());
    expect(() => to.loadStateDict({})).toThrow('expected the key "0.weight", got none');
    expect(() => to.loadStateDict(new Map([...state, ['extra', ones([1])]]))).toThrow(/unexpected key "extra"/);
    expect(() => to.loadStateDict(new Map([...state, ['1.bias', ones([3])]]))).toThrow(RangeError);
  });
});

describe('norms', () => {
  it('LayerNorm and RMSNorm of 2, 4, 4, 10', () => {
    const x = tensor([[2, 4, 4, 10]]);
    expect(String(new nn.LayerNorm(4)(x).detach())).toBe('tensor([[-1.0000, -0.3333, -0.3333,  1.6667]])');
    expect(String(new nn.RMSNorm(4)(x).detach())).toBe('tensor([[0.3430, 0.6860, 0.6860, 1.7150]])');
    expect(String(functional.layerNorm(x, [4]))).toBe('tensor([[-1.0000, -0.3333, -0.3333,  1.6667]])');
    expect(functional.rmsNorm(x, 4).toArray()).toEqual(new nn.RMSNorm(4)(x).toArray());
  });

  it('BatchNorm1d: statistics of the batch in training, running ones in evaluation', () => {
    const norm = new nn.BatchNorm1d(1);
    expect(norm(tensor([[10], [14]])).data()[0]).toBeCloseTo(-1, 5);
    expect(norm.runningMean!.item()).toBeCloseTo(1.2, 6);
    expect(norm.runningVar!.item()).toBeCloseTo(1.7, 6);
    expect(norm.numBatchesTracked!.item()).toBe(1);
    norm.eval();
    expect(norm(tensor([[1.2]])).item()).toBeCloseTo(0, 6);
    expect(norm.numBatchesTracked!.item()).toBe(1);
  });

  it('a batch of one is refused in training, and nothing moves', () => {
    const norm = new nn.BatchNorm1d(3);
    expect(() => norm(ones([1, 3]))).toThrow(/more than (one|1) value per channel/);
    expect(norm.runningMean!.toArray()).toEqual([0, 0, 0]);
    expect(norm.numBatchesTracked!.item()).toBe(0);
    expect(norm.eval()(ones([1, 3])).shape).toEqual([1, 3]);
  });

  it('refuses shapes and options that do not fit', () => {
    expect(() => new nn.LayerNorm(4)(ones([2, 6]))).toThrow(RangeError);
    expect(() => new nn.BatchNorm1d(4)(ones([2, 6]))).toThrow('[BatchNorm1d] expected 4 features');
    expect(() => new nn.LayerNorm(4, { epsilon: 1 } as never)).toThrow(/only the options eps/);
    expect(() => new nn.LayerNorm([])).toThrow(/at least one size/);
    expect(() => new nn.LayerNorm(undefined as never)).toThrow(TypeError);
    expect(() => new nn.BatchNorm1d(3, { momentum: NaN })).toThrow(TypeError);
    expect(() => new nn.BatchNorm1d(2.5)).toThrow(TypeError);
    expect(() => functional.layerNorm(ones([2, 6]), 6, { weight: ones([4]) })).toThrow(
      /weight of shape \(6\), got \(4\)/,
    );
  });
});

describe('loss and optimiser', () => {
  it('cross entropy names the sample and the label', () => {
    const loss = new nn.CrossEntropyLoss();
    expect(loss(zeros([2, 10]), tensor([1, 2], { dtype: 'int64' })).item()).toBeCloseTo(Math.log(10), 6);
    expect(() => loss(zeros([2, 3]), tensor([0, 3], { dtype: 'int64' }))).toThrow(
      'expected targets in 0..2, got 3 for sample 1',
    );
    expect(() => loss(zeros([2, 3]), tensor([0, 1]))).toThrow(/int64 targets/);
    expect(() => loss(zeros([2, 3]), [0, 1] as never)).toThrow(TypeError);
  });

  it('SGD steps, and its learning rate can change', () => {
    const w = tensor([1], { requiresGrad: true });
    const opt = new optim.SGD([w], { lr: 0.1 });
    for (let i = 0; i < 2; i += 1) {
      opt.zeroGrad();
      w.square().sum().backward();
      opt.step();
    }
    expect(w.item()).toBeCloseTo(0.64, 6);
    opt.lr = 0;
    opt.step();
    expect(w.item()).toBeCloseTo(0.64, 6);
    expect(() => new optim.SGD([], { lr: 1 })).toThrow(/at least one parameter/);
    expect(() => new optim.SGD([w], { lr: -1 })).toThrow(/lr/);
    expect(() => new optim.SGD([w], { learningRate: 1 } as never)).toThrow(/only the options lr/);
    expect(() => new optim.SGD([w.square()], { lr: 1 })).toThrow(/leaf/);
  });

  it('making and dropping 1,000 layers by hand leaves memory flat', () => {
    const before = memory().bytes;
    for (let i = 0; i < 1000; i += 1) {
      new nn.Linear(10, 10).dispose();
    }
    expect(memory().bytes).toBe(before);
    expect(randn([2]).shape).toEqual([2]);
  });
});
