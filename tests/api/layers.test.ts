/** Layers beside PyTorch, as they print and as they draw. */
import { beforeAll, describe, expect, it } from 'vitest';
import { functional, manualSeed, nn, ones, rand, randn, tensor } from '../../web/api/index.js';
import { crc32 } from './crc32.js';
import { loadEngine } from './engine.js';
import { golden } from './golden-layers.js';

beforeAll(loadEngine);

const long = { dtype: 'int64' } as const;

describe('layers print as in PyTorch', () => {
  it('with their options', () => {
    const plain = { eps: 0.001, momentum: null, affine: false, trackRunningStats: false };
    const layers = [
      new nn.BatchNorm2d(4),
      new nn.BatchNorm2d(3, plain),
      new nn.Dropout(0.1),
      new nn.Dropout(),
      new nn.GELU(),
      new nn.GELU({ approximate: 'tanh' }),
      new nn.SiLU(),
      new nn.Identity(),
      new nn.Embedding(10, 3),
      new nn.Embedding(10, 3, { paddingIdx: -2 }),
      new nn.CrossEntropyLoss(),
      new nn.MSELoss(),
    ];
    expect(layers.map(String)).toEqual(golden.prints);
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
    expect(() =>
      layer(
        tensor(
          [
            [0, 1],
            [2, 4],
          ],
          long,
        ),
      ),
    ).toThrow('[embedding] expected indices in 0..3, got 4 at position (1, 1)');
    expect(() => layer(tensor([0, 1]))).toThrow(/int64 or int32 indices, got float32/);
    expect(() => new nn.Embedding(4, 2, { paddingIdx: 4 })).toThrow(
      /paddingIdx to be a whole number in -4\.\.3, got 4/,
    );
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
    expect(functional.gelu(at, { approximate: 'tanh' }).data()).toEqual(
      new nn.GELU({ approximate: 'tanh' })(at).data(),
    );
    expect(functional.silu(at).data()).toEqual(new nn.SiLU()(at).data());
    expect(() => new nn.GELU({ approximate: 'erf' as never })).toThrow(
      /approximate to be one of none, tanh, got "erf"/,
    );
    expect(() => functional.silu(3 as never)).toThrow(TypeError);
  });
});
