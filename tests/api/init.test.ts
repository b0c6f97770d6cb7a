import { beforeAll, describe, expect, it } from 'vitest';
import { manualSeed, nn, rand, tensor, type Tensor, zeros } from '../../web/api/index.js';
import { loadEngine } from './engine.js';
import { golden } from './golden-layers.js';

beforeAll(loadEngine);

/** PyTorch's name and arguments in ours. */
function initialise(x: Tensor, c: (typeof golden.initialisers)[number]): Tensor {
  const name = c.name.replace(/_(?=.)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const run = nn.init[name as keyof typeof nn.init] as (x: Tensor, ...rest: unknown[]) => Tensor;
  return Object.keys(c.options).length > 0 ? run(x, c.options) : run(x, ...c.args);
}

describe('nn.init', () => {
  it('draws what PyTorch draws, bit for bit, and leaves the stream where PyTorch does', () => {
    const names = new Set<string>();
    for (const c of golden.initialisers) {
      const parameter = new nn.Parameter(zeros(c.shape));
      manualSeed(c.seed);
      expect(initialise(parameter, c)).toBe(parameter);
      expect([...parameter.data()].slice(0, 6), JSON.stringify(c)).toEqual(c.head);
      expect(rand([2]).toArray(), JSON.stringify(c)).toEqual(c.then_rand2);
      names.add(c.name);
    }
    expect(names.size).toBe(9);
  });

  it('keeps the parameter a leaf of its own', () => {
    const layer = new nn.Linear(3, 2);
    nn.init.ones_(layer.weight);
    nn.init.zeros_(layer.bias!);
    expect(layer.weight.requiresGrad && layer.weight.isLeaf).toBe(true);
    expect(layer(tensor([[1, 2, 3]])).toArray()).toEqual([[6, 6]]);
  });

  it('knows the gains', () => {
    expect(nn.init.calculateGain('tanh')).toBe(5 / 3);
    expect(nn.init.calculateGain('relu')).toBe(Math.sqrt(2));
    expect(nn.init.calculateGain('leaky_relu', 1)).toBe(1);
    expect(nn.init.calculateGain('leaky_relu')).toBe(Math.sqrt(2 / (1 + 0.01 ** 2)));
    expect(['linear', 'sigmoid', 'selu'].map((name) => nn.init.calculateGain(name as 'linear'))).toEqual([1, 1, 0.75]);
  });

  it('refuses what does not fit, and an empty tensor draws nothing', () => {
    const { init } = nn;
    expect(() => init.xavierUniform_(zeros([3]))).toThrow(
      new RangeError('[xavierUniform_] expected a tensor with at least 2 axes, got one of shape (3)'),
    );
    expect(() => init.uniform_(zeros([2], { dtype: 'int64' }))).toThrow(
      /uniform_\] expected a floating point tensor, got int64/,
    );
    expect(() => init.uniform_(zeros([2]), 1, 0)).toThrow(TypeError);
    expect(() => init.normal_(zeros([2]), 0, -1)).toThrow(/std/);
    expect(() => init.xavierNormal_(zeros([2, 2]), { gian: 2 } as never)).toThrow(/did you mean gain/);
    expect(() => init.kaimingNormal_(zeros([2, 2]), { mode: 'fanIn' as never })).toThrow(
      /mode to be one of fan_in, fan_out/,
    );
    expect(() => init.calculateGain('gelu' as never)).toThrow(/nonlinearity to be one of/);
    expect(() => init.constant_([1] as never, 1)).toThrow(TypeError);
    expect(() => init.zeros_(new nn.Linear(2, 2)(zeros([1, 2])))).toThrow(/expected a leaf/);
    manualSeed(3);
    const next = rand([1]).item();
    manualSeed(3);
    expect(init.kaimingUniform_(zeros([0, 4])).shape).toEqual([0, 4]);
    expect(init.xavierNormal_(zeros([0, 0])).shape).toEqual([0, 0]);
    expect(rand([1]).item()).toBe(next);
  });
});
