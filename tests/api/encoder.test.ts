/** Transformer encoders beside PyTorch: weights bit for bit, results and gradients in float64. */
import { beforeAll, describe, expect, it } from 'vitest';
import { manualSeed, memory, nn, rand, randn, tensor, type Tensor, tidy } from '../../web/api/index.js';
import { loadEngine } from './engine.js';
import { expectBits, expectNear, golden, tensorOf } from './golden-encoder.js';

beforeAll(loadEngine);

describe('TransformerEncoder', () => {
  it.each(golden.encoders)('depth $depth, normFirst $norm_first, $activation', (each) => {
    manualSeed(each.depth);
    const block = new nn.TransformerEncoderLayer(8, 2, {
      dimFeedforward: 16,
      dropout: 0,
      activation: each.activation as 'relu',
      batchFirst: true,
      normFirst: each.norm_first,
    });
    const model = new nn.TransformerEncoder(block, each.depth, each.norm_first ? { norm: new nn.LayerNorm(8) } : {});
    expectBits(model, each.bits as never);
    if (each.print !== null) expect(String(model)).toBe(each.print);
    model.double();
    const x = tensorOf(each.x, true);
    const srcMask = tensor([0, 1, 2, 3, 4].map((i) => [0, 1, 2, 3, 4].map((j) => j > i)));
    const srcKeyPaddingMask = tensor([0, 2].map((padded) => [0, 1, 2, 3, 4].map((j) => j >= 5 - padded)));
    const y = model(x, { srcMask, srcKeyPaddingMask });
    y.backward(tensorOf(each.dy));
    // Each block multiplies the roundings of those before it by some factor around 1 to 3.
    expectNear(y, each.y, 1e-10);
    expectNear(x.grad, each.dx, 1e-10);
    for (const [name, { grad }] of model.namedParameters()) {
      const flat = grad!.flatten();
      const turned = [...flat.data()].reduce((sum, value, index) => sum + value * Math.cos(index + 1), 0);
      const sums = tensor(Float64Array.from([flat.sum().item(), turned]));
      expectNear(sums, (each.grads as Record<string, number[]>)[name], 1e-10);
    }
    expect(model(x, { isCausal: true, srcKeyPaddingMask }).toArray()).toEqual(y.toArray());
  });

  it('drops what PyTorch drops, at all four places', () => {
    manualSeed(golden.dropout.seed);
    const block = new nn.TransformerEncoderLayer(8, 2, { dimFeedforward: 16, dropout: 0.3, batchFirst: true });
    const model = new nn.TransformerEncoder(block, 2);
    const x = randn([2, 5, 8]);
    expect([...x.flatten().data()]).toEqual(golden.dropout.x.data);
    // float32, through four norms of values around 1.
    expectNear(model(x), golden.dropout.y, 1e-5);
    expect(rand(2).toArray()).toEqual(golden.dropout.then_rand2);
  });

  it('has copies with equal weights of their own, drawn once, and the copied layer is none of them', () => {
    const block = new nn.TransformerEncoderLayer(4, 2, { dimFeedforward: 8 }).eval();
    manualSeed(3);
    const model = new nn.TransformerEncoder(block, 3);
    const after = rand(1).item();
    manualSeed(3);
    expect(rand(1).item()).toBe(after);
    const [first, second] = [...model.layers];
    expect(first.training).toBe(false);
    expect([...second.stateDict().values()].map(String)).toEqual([...block.stateDict().values()].map(String));
    nn.init.zeros_(first.parameters()[0]);
    expect(second.parameters()[0].norm().item()).toBeGreaterThan(0);
    expect(block.parameters()[0].norm().item()).toBeGreaterThan(0);
  });

  it('takes other norms, and none; BatchNorm sees all tokens as one batch', () => {
    manualSeed(1);
    const x = randn([3, 5, 4]).mul(2).add(1);
    const kinds = { layer: 'LayerNorm', rms: 'RMSNorm', batch: 'TokenBatchNorm', none: 'Identity' } as const;
    for (const [norm, name] of Object.entries(kinds)) {
      const options = { dimFeedforward: 8, dropout: 0, batchFirst: true, norm: norm as 'rms' };
      const block = new nn.TransformerEncoderLayer(4, 2, options);
      expect([block.norm1.className, block.norm2.className]).toEqual([name, name]);
      expect(new nn.TransformerEncoder(block, 2)(x).shape).toEqual([3, 5, 4]);
    }
    const own = new nn.TransformerEncoderLayer(4, 2, { norm: (size) => new nn.LayerNorm(size, { bias: false }) });
    expect([...own.stateDict().keys()]).not.toContain('norm1.bias');
    expect(() => new nn.TransformerEncoderLayer(4, 2, { norm: (() => 1) as never })).toThrow(
      'expected norm to make a module, got 1',
    );
    const y = new nn.TokenBatchNorm(4)(x);
    for (const mean of y.mean([0, 1]).data()) expect(Math.abs(mean)).toBeLessThan(1e-6);
    for (const variance of y.var([0, 1], { unbiased: false }).data()) expect(variance).toBeCloseTo(1, 4);
  });

  it('leaves no tensors behind but its result', () => {
    const block = new nn.TransformerEncoderLayer(4, 2, { dimFeedforward: 8, batchFirst: true, normFirst: true });
    for (const options of [{}, { norm: new nn.LayerNorm(4) }, { norm: new nn.LayerNorm(4), hyperConnections: 2 }]) {
      const model = new nn.TransformerEncoder(block, 3, options);
      const x = randn([2, 3, 4]);
      const run = (): void => {
        const loss = tidy(() => model(x, { isCausal: true }).square().sum());
        loss.backward();
        loss.dispose();
      };
      run();
      const before = memory();
      run();
      expect(memory()).toEqual(before);
    }
  });

  it('shows hooks what flows, and leaves it to them, wherever there is one', () => {
    const options = { dimFeedforward: 8, batchFirst: true, dropout: 0, norm: 'batch' } as const;
    for (const normFirst of [false, true]) {
      const block = new nn.TransformerEncoderLayer(4, 2, { ...options, normFirst });
      const last = { norm: new nn.TokenBatchNorm(4) };
      for (const more of normFirst ? [{}, { hyperConnections: 2 }] : [{}]) {
        const model = new nn.TransformerEncoder(block, 2, { ...last, ...more });
        for (const [name, module] of model.namedModules()) {
          const seen: Tensor[] = [];
          const hook = module.registerForwardHook((_module, [input], output) => void seen.push(input, output));
          model(randn([2, 3, 4]));
          for (const each of seen) expect(each.isDisposed, name).toBe(false);
          hook.remove();
        }
      }
    }
  });

  it('copies layers as they are: in double, with frozen parameters', () => {
    const block = new nn.TransformerEncoderLayer(4, 2, { dimFeedforward: 8 }).double();
    block.linear1.weight.requiresGrad = false;
    const { linear1 } = [...new nn.TransformerEncoder(block, 1).layers][0] as nn.TransformerEncoderLayer;
    expect([linear1.weight.dtype, linear1.weight.requiresGrad, linear1.bias!.requiresGrad]).toEqual([
      'float64',
      false,
      true,
    ]);
  });
});
