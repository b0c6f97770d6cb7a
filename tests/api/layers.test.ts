import { beforeAll, describe, expect, it } from 'vitest';
import { functional, manualSeed, memory, nn, noGrad, ones, rand, randn, tensor, type Tensor, zeros } from '../../web/api/index.js';
import { crc32 } from './crc32.js';
import { loadEngine } from './engine.js';
import { golden } from './golden-layers.js';

beforeAll(loadEngine);

const long = { dtype: 'int64' } as const;

/** A custom module: 2 v + 1, of which it may keep one column only. */
class Doubled extends nn.Module {
  constructor(readonly narrow = false) {
    super();
  }
  override forward(v: Tensor): Tensor {
    const y = v.mul(2).add(1);
    return this.narrow ? y.slice(1, 0, 1) : y;
  }
}

describe('layers print as in PyTorch', () => {
  it('with their options', () => {
    const plain = { eps: 0.001, momentum: null, affine: false, trackRunningStats: false };
    const layers = [
      new nn.BatchNorm2d(4), new nn.BatchNorm2d(3, plain), new nn.Dropout(0.1), new nn.Dropout(), new nn.GELU(),
      new nn.GELU({ approximate: 'tanh' }), new nn.SiLU(), new nn.Identity(), new nn.Embedding(10, 3),
      new nn.Embedding(10, 3, { paddingIdx: -2 }), new nn.CrossEntropyLoss(), new nn.MSELoss(),
    ];
    expect(layers.map(String)).toEqual(golden.prints);
  });
});

describe('BatchNorm', () => {
  it('BatchNorm2d takes images only, and gives each channel mean 0 and variance 1', () => {
    manualSeed(0);
    const norm = new nn.BatchNorm2d(3);
    const y = norm(randn([2, 3, 4, 5]).mul(3).add(7));
    for (const mean of y.mean([0, 2, 3]).data()) expect(Math.abs(mean)).toBeLessThan(1e-6);
    for (const variance of y.var([0, 2, 3], { unbiased: false }).data()) expect(variance).toBeCloseTo(1, 4);
    expect([...norm.stateDict().keys()]).toEqual(['weight', 'bias', 'running_mean', 'running_var', 'num_batches_tracked']);
    expect(() => norm(ones([2, 3]))).toThrow(new RangeError('[BatchNorm2d] expected x of shape (N, C, H, W), got (2, 3)'));
    expect(() => norm(ones([2, 4, 1, 1]))).toThrow('[BatchNorm2d] expected 3 features along dim 1');
    expect(() => new nn.BatchNorm1d(3)(ones([2, 3, 1, 1]))).toThrow('[BatchNorm1d] expected x of shape (N, C) or (N, C, L)');
  });

  it('momentum null averages all batches', () => {
    const norm = new nn.BatchNorm1d(1, { momentum: null });
    const after = [[[1], [3]], [[10], [10], [10], [14]], [[0], [2], [4]]].map((batch) => {
      norm(tensor(batch));
      return [norm.runningMean!.item(), norm.runningVar!.item(), norm.numBatchesTracked!.item()];
    });
    expect(after[0]).toEqual([2, 2, 1]);
    expect(after[1]).toEqual([6.5, 3, 2]);
    expect(after[2][0]).toBeCloseTo(5, 5);
    expect(after[2][1]).toBeCloseTo(10 / 3, 5);
  });

  it('without running statistics, evaluation uses the batch; a batch of one is refused and names the flag', () => {
    const norm = new nn.BatchNorm1d(1, { trackRunningStats: false }).eval();
    expect(norm(tensor([[1], [5]])).data()[1]).toBeCloseTo(0.9999988, 6);
    expect(() => norm(tensor([[1]]))).toThrow(/track_running_stats/);
    expect(norm.runningMean).toBeNull();
    expect(norm.trackRunningStats).toBe(false);
  });

  it('trackRunningStats can be switched off later: the statistics stay, and evaluation uses them', () => {
    const norm = new nn.BatchNorm1d(1);
    norm(tensor([[10], [14]]));
    norm.trackRunningStats = false;
    norm(tensor([[1], [5]]));
    expect(norm.runningMean!.item()).toBeCloseTo(1.2, 6);
    expect(norm.numBatchesTracked!.item()).toBe(1);
    expect(norm.eval()(tensor([[1.2]])).item()).toBeCloseTo(0, 6);
    expect(String(norm)).toContain('track_running_stats=False');
    expect(() => (norm.trackRunningStats = 1 as never)).toThrow(TypeError);
  });

  it('affine false has no parameters; an empty batch moves nothing; evaluation has gradients', () => {
    const norm = new nn.BatchNorm1d(2, { affine: false });
    expect(norm.parameters()).toEqual([]);
    expect(norm(zeros([0, 2])).shape).toEqual([0, 2]);
    expect(norm.numBatchesTracked!.item()).toBe(0);
    const x = tensor([[1, 2]], { requiresGrad: true });
    norm.eval()(x).sum().backward();
    for (const slope of x.grad!.data()) expect(slope).toBeCloseTo(1 / Math.sqrt(1 + 1e-5), 6);
  });
});

describe('RMSNorm with a bias', () => {
  it('adds it, as layer and as function', () => {
    const norm = new nn.RMSNorm(4, { bias: true });
    nn.init.constant_(norm.bias!, 3);
    const x = tensor([[2, 4, 4, 10]]);
    const y = norm(x);
    expect(y.toArray()).toEqual(functional.rmsNorm(x, 4, { bias: norm.bias }).toArray());
    expect(y.sub(new nn.RMSNorm(4)(x)).toArray()).toEqual([[3, 3, 3, 3].map((v) => expect.closeTo(v, 6))]);
    expect([...norm.stateDict().keys()]).toEqual(['weight', 'bias']);
    expect(new nn.RMSNorm(4).bias).toBeNull();
  });
});

describe('Dropout', () => {
  it.each(golden.dropout)('draws the masks of PyTorch: $shape, p $p', ({ shape, p, seed, dtype, ...drawn }) => {
    const x = ones(shape, { dtype: dtype as 'float32' }).mul(3);
    manualSeed(seed);
    expect(crc32(new nn.Dropout(p)(x))).toBe(drawn.crc32_le_bytes);
    expect(rand([2]).toArray()).toEqual(drawn.then_rand2);
    manualSeed(seed);
    expect(crc32(functional.dropout(x, p))).toBe(drawn.crc32_le_bytes);
  });

  it('does nothing in evaluation, also inside a chain', () => {
    const model = new nn.Sequential(new nn.Dropout(0.9), new nn.Identity()).eval();
    const x = randn([4, 3]);
    manualSeed(1);
    const before = rand([1]).item();
    manualSeed(1);
    expect(model(x).toArray()).toEqual(x.toArray());
    expect(functional.dropout(x, 0.9, false).toArray()).toEqual(x.toArray());
    expect(rand([1]).item()).toBe(before);
    expect(model.train()(x).toArray()).not.toEqual(x.toArray());
  });

  it('refuses what is no probability', () => {
    for (const p of [-0.1, 1.5, NaN, '0.5', null]) {
      expect(() => new nn.Dropout(p as number)).toThrow(/^\[Dropout\] expected p to be a number in 0\.\.1, got/);
      expect(() => functional.dropout(ones([1]), p as number)).toThrow(TypeError);
    }
    expect(() => functional.dropout(ones([1]), 0.5, 1 as never)).toThrow(TypeError);
    expect(() => new nn.Dropout(0.5)([1] as never)).toThrow(TypeError);
  });
});

describe('Embedding', () => {
  it.each(golden.embedding)('draws and adds up as PyTorch: $count rows, padding $padding_idx', (c) => {
    manualSeed(c.seed);
    const layer = new nn.Embedding(c.count, c.dim, { paddingIdx: c.padding_idx });
    expect(layer.weight.data()).toEqual(Float32Array.from(c.weight.data));
    const indices = tensor(c.indices.data, long).reshape(c.indices.shape);
    const y = layer(indices);
    expect([...y.data()]).toEqual(c.y.data);
    y.backward(tensor(c.dy.data).reshape(c.dy.shape));
    expect([...layer.weight.grad!.data()]).toEqual(c.dweight.data);
    expect(functional.embedding(indices, layer.weight).toArray()).toEqual(y.toArray());
  });

  it('refuses other indices and names the place', () => {
    const layer = new nn.Embedding(4, 2);
    expect(() => layer(tensor([[0, 1], [2, 4]], long))).toThrow('[embedding] expected indices in 0..3, got 4 at position (1, 1)');
    expect(() => layer(tensor([0, 1]))).toThrow(/int64 or int32 indices, got float32/);
    expect(() => new nn.Embedding(4, 2, { paddingIdx: 4 })).toThrow(/paddingIdx to be a whole number in -4\.\.3, got 4/);
    expect(() => new nn.Embedding(4, 2, { padding: 1 } as never)).toThrow(/only the options paddingIdx/);
    expect(() => new nn.Embedding(2.5, 2)).toThrow(TypeError);
  });
});

describe('activations', () => {
  const { x, ...functions } = golden.activations;
  const layers = {
    gelu: () => new nn.GELU(),
    gelu_tanh: () => new nn.GELU({ approximate: 'tanh' }),
    silu: () => new nn.SiLU(),
    tanh: () => new nn.Tanh(),
    relu: () => new nn.ReLU(),
    sigmoid: () => new nn.Sigmoid(),
  };
  it.each(Object.entries(functions))('%s and its slope', (name, { y, slope }) => {
    const at = tensor(x.data, { dtype: 'float64', requiresGrad: true });
    const got = layers[name as keyof typeof layers]()(at);
    got.sum().backward();
    // Both are double; y up to 30.
    got.data().forEach((value, i) => expect(Math.abs(value - y.data[i])).toBeLessThan(1e-14 * 30));
    at.grad!.data().forEach((value, i) => expect(Math.abs(value - slope.data[i])).toBeLessThan(1e-14 * 30));
  });

  it('are functions too', () => {
    const at = randn([3, 5]);
    expect(functional.gelu(at).data()).toEqual(new nn.GELU()(at).data());
    expect(functional.gelu(at, { approximate: 'tanh' }).data()).toEqual(new nn.GELU({ approximate: 'tanh' })(at).data());
    expect(functional.silu(at).data()).toEqual(new nn.SiLU()(at).data());
    expect(() => new nn.GELU({ approximate: 'erf' as never })).toThrow(/approximate to be one of none, tanh, got "erf"/);
    expect(() => functional.silu(3 as never)).toThrow(TypeError);
  });
});

describe('ResidualConnection', () => {
  const x = (): Tensor => tensor([[1, 2, 3, 6]]);

  it('normalizes before a custom sub-layer, or after the sum', () => {
    const pre = new nn.ResidualConnection(new Doubled(), { size: 4 });
    const post = new nn.ResidualConnection(new Doubled(), { size: 4, place: 'post' });
    const near = (values: number[]): unknown => values.map((value) => expect.closeTo(value, 5));
    expect(pre(x()).toArray()).toEqual([near([-0.13808688, 1.93095656, 4, 10.20713032])]);
    expect(post(x()).toArray()).toEqual([near([-1.06904480, -0.53452240, 0, 1.60356717])]);
  });

  it.each(golden.residual)('$place: the numbers and gradients of PyTorch around a Linear', (c) => {
    const block = new nn.ResidualConnection(new nn.Linear(4, 4), { norm: new nn.LayerNorm(4), place: c.place as 'pre' }).double();
    const read = ({ shape, data }: { shape: number[]; data: number[] }): Tensor =>
      tensor(data, { dtype: 'float64' }).reshape(shape);
    block.loadStateDict(Object.fromEntries(Object.entries(c.state).map(([key, value]) => [key, read(value)])));
    const at = read(c.x);
    at.requiresGrad = true;
    const y = block(at);
    y.backward(read(c.dy));
    const expectNear = (got: Tensor, { data }: { data: number[] }): void =>
      got.data().forEach((value, i) => expect(Math.abs(value - data[i])).toBeLessThan(1e-12));
    expectNear(y, c.y);
    expectNear(at.grad!, c.dx);
    for (const [name, parameter] of block.namedParameters()) expectNear(parameter.grad!, c.grads[name as keyof typeof c.grads]);
  });

  it('prints as a tree and passes training mode on', () => {
    const block = new nn.ResidualConnection(new nn.Sequential(new nn.Linear(4, 4), new nn.GELU()), { size: 4, dropout: 0.1 });
    expect(String(block)).toBe(
      'ResidualConnection(\n' +
        "  place='pre'\n" +
        '  (sublayer): Sequential(\n' +
        '    (0): Linear(in_features=4, out_features=4, bias=True)\n' +
        "    (1): GELU(approximate='none')\n" +
        '  )\n' +
        '  (norm): LayerNorm((4,), eps=1e-05, elementwise_affine=True)\n' +
        '  (dropout): Dropout(p=0.1, inplace=False)\n' +
        ')',
    );
    block.eval();
    expect(block.dropout.training).toBe(false);
    expect(block(x()).toArray()).toEqual(block(x()).toArray());
    expect([...block.stateDict().keys()]).toEqual(['sublayer.0.weight', 'sublayer.0.bias', 'norm.weight', 'norm.bias']);
    const inChain = new nn.Sequential(block, new nn.Identity());
    expect(inChain(x()).toArray()).toEqual(block(x()).toArray());
  });

  it('sees a sub-layer that was replaced', () => {
    const block = new nn.ResidualConnection(new nn.Identity(), { norm: new nn.Identity() });
    const chain = new nn.Sequential(block);
    expect(chain(x()).toArray()).toEqual([[2, 4, 6, 12]]);
    (block as { sublayer: nn.Module }).sublayer = new Doubled();
    expect(chain(x()).toArray()).toEqual([[4, 7, 10, 19]]);
  });

  it('refuses a sub-layer that changes the shape, and options that do not fit', () => {
    const block = new nn.ResidualConnection(new Doubled(true), { size: 4 });
    expect(() => block(ones([3, 4]))).toThrow(
      new RangeError('[ResidualConnection] expected a sub-layer that keeps the shape (3, 4), got (3, 1)'),
    );
    const make = (options: object): unknown => new nn.ResidualConnection(new nn.Identity(), options);
    expect(() => make({})).toThrow(/either size or norm, got neither/);
    expect(() => make({ size: 4, norm: new nn.RMSNorm(4) })).toThrow(/got both/);
    expect(() => make({ size: 4, place: 'middle' })).toThrow(/place to be one of pre, post, got "middle"/);
    expect(() => make({ norm: 4 })).toThrow(/norm to be a module, got 4/);
    expect(() => new nn.ResidualConnection(((v: Tensor) => v) as never, { size: 4 })).toThrow(/the sub-layer to be a module/);
  });

  it('leaves memory flat', () => {
    const block = new nn.ResidualConnection(new nn.Linear(4, 4), { size: 4, dropout: 0.2 });
    const run = (): void => noGrad(() => block(x()).dispose());
    run();
    const before = memory();
    for (let i = 0; i < 100; i += 1) run();
    expect(memory().nodes).toBe(before.nodes);
    block.dispose();
    expect(() => block(x())).toThrow(ReferenceError);
  });
});
