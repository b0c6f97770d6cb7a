/** Attention and transformer encoders beside PyTorch: weights bit for bit, results and gradients in float64. */
import { beforeAll, describe, expect, it } from 'vitest';
import { functional, manualSeed, memory, nn, ones, rand, randn, tensor, type Tensor, tidy, zeros } from '../../web/api/index.js';
import { crc32 } from './crc32.js';
import { loadEngine } from './engine.js';
import { golden } from './golden-encoder.js';

beforeAll(loadEngine);

type Numbers = { shape: number[]; data: number[] };

function tensorOf({ shape, data }: Numbers, requiresGrad = false): Tensor {
  const x = tensor(Float64Array.from(data), { dtype: 'float64' }).reshape(shape).detach();
  x.requiresGrad = requiresGrad;
  return x;
}

/** Sums of some hundred products of numbers around 1, in another order: some hundred roundings of 1e-16. */
function expectNear(got: Tensor | null, want: Numbers | number[], tolerance = 1e-11): void {
  const values = Array.isArray(want) ? want : want.data;
  if (!Array.isArray(want)) expect(got!.shape).toEqual(want.shape);
  got!.data().forEach((value, index) => {
    expect(Math.abs(value - values[index]), `element ${index}`).toBeLessThanOrEqual(tolerance * (1 + Math.abs(values[index])));
  });
}

function expectBits(model: nn.Module, bits: { keys: object; then_rand2: number[] }): void {
  expect(rand(2).toArray()).toEqual(bits.then_rand2);
  expect(Object.fromEntries([...model.stateDict()].map(([key, value]) => [key, crc32(value)]))).toEqual(bits.keys);
  expect([...model.stateDict().keys()]).toEqual(Object.keys(bits.keys));
}

const bools = (rows: unknown): Tensor => tensor(rows as boolean[][]);

describe('scaledDotProductAttention', () => {
  it.each(golden.attention)('with mask $mask and causal $causal', ({ mask, causal, ...numbers }) => {
    const [q, k, v] = [numbers.q, numbers.k, numbers.v].map((each) => tensorOf(each, true));
    const options = mask === null ? { isCausal: causal } : { isCausal: causal, attnMask: bools(mask) };
    const y = functional.scaledDotProductAttention(q, k, v, options);
    y.backward(tensorOf(numbers.dy));
    expectNear(y, numbers.y);
    expectNear(q.grad, numbers.dq);
    expectNear(k.grad, numbers.dk);
    expectNear(v.grad, numbers.dv);
  });

  it('a mask of floats is added to the scores', () => {
    manualSeed(0);
    const [q, k, v] = [randn([3, 4]), randn([5, 4]), randn([5, 2])];
    const allowed = rand([3, 5]).gt(0.4);
    const added = zeros([3, 5]).maskedFill(allowed.logicalNot(), -Infinity);
    const [byBool, byFloat] = [allowed, added].map((attnMask) => functional.scaledDotProductAttention(q, k, v, { attnMask }));
    expect(byFloat.toArray()).toEqual(byBool.toArray());
  });

  it('a query that may look at nothing gives zeros, forward and backward', () => {
    const [q, k, v] = [randn([2, 3, 4]), randn([2, 5, 4]), randn([2, 5, 4])];
    for (const each of [q, k, v]) each.requiresGrad = true;
    const attnMask = ones([3, 5]).bool().setIndex([1], 0);
    const y = functional.scaledDotProductAttention(q, k, v, { attnMask });
    y.square().sum().backward();
    expect(y.select(1, 1).toArray()).toEqual(zeros([2, 4]).toArray());
    expect(q.grad!.select(1, 1).toArray()).toEqual(zeros([2, 4]).toArray());
    for (const each of [q, k, v]) expect(each.grad!.isfinite().all().item()).toBe(1);
    expect(v.grad!.norm().item()).toBeGreaterThan(0);
  });

  it('refuses what does not fit', () => {
    const x = ones([2, 3]);
    const attend = functional.scaledDotProductAttention;
    expect(() => attend(x, ones([2, 4]), x)).toThrow(/^\[scaled_dot_product_attention\] expected q \(…, L, E\) and k/);
    expect(() => attend(ones([3]), x, x)).toThrow('at least 2 axes');
    expect(() => attend(x, x, x, { attnMask: ones([3, 3]) })).toThrow(RangeError);
    expect(() => attend(x, x, x, { attnMask: ones([4, 2, 2]) })).toThrow('expected a mask that broadcasts to the scores (2, 2)');
    expect(() => attend(x, x, x, { attnMask: ones([2, 2]).long() })).toThrow(TypeError);
  });
});

describe('MultiheadAttention', () => {
  it.each(golden.multihead)('seed $seed: batchFirst $batch_first, bias $bias', (each) => {
    manualSeed(each.seed);
    const layer = new nn.MultiheadAttention(6, 2, { bias: each.bias, batchFirst: each.batch_first });
    expectBits(layer, each.bits as never);
    expect(String(layer)).toBe(each.print);
    layer.double();
    const [query, key] = [tensorOf(each.query, true), tensorOf(each.key, true)];
    const masks = each.attn_mask === null ? {} : { attnMask: bools(each.attn_mask), keyPaddingMask: bools(each.key_padding_mask) };
    const y = layer(query, key, key, masks);
    y.backward(tensorOf(each.dy));
    expectNear(y, each.y);
    expectNear(query.grad, each.dquery);
    expectNear(key.grad, each.dkey);
    for (const [name, parameter] of layer.namedParameters()) {
      expectNear(parameter.grad, (each.grads as Record<string, Numbers>)[name]);
    }
  });

  it('takes one sequence without a batch, a mask for each head, and attends to itself without key and value', () => {
    const layer = new nn.MultiheadAttention(6, 3, { batchFirst: true });
    const x = randn([4, 6]);
    const attnMask = rand([3, 4, 4]).gt(0.7);
    const alone = layer(x, x, x, { attnMask, keyPaddingMask: tensor([false, false, true, false]) });
    const batched = layer(x.unsqueeze(0), undefined, undefined, { attnMask, keyPaddingMask: tensor([[false, false, true, false]]) });
    expect(alone.shape).toEqual([4, 6]);
    expect(batched.select(0, 0).toArray()).toEqual(alone.toArray());
    expect(layer(x, x, x, { isCausal: true }).toArray()).toEqual(
      layer(x, x, x, { attnMask: tensor([0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((j) => j > i))) }).toArray(),
    );
  });

  it('refuses what does not fit', () => {
    expect(() => new nn.MultiheadAttention(6, 4)).toThrow(new TypeError('[MultiheadAttention] expected embedDim to be a multiple of numHeads, got 6 and 4'));
    const layer = new nn.MultiheadAttention(6, 2, { batchFirst: true });
    const x = ones([2, 3, 6]);
    expect(() => layer(ones([2, 3, 5]))).toThrow('[MultiheadAttention] expected query, key and value of shape (N, L, 6) or (L, 6), got (2, 3, 5)');
    expect(() => layer(x, ones([1, 3, 6]))).toThrow('one batch size, got 2 and 1');
    expect(() => layer(x, x, ones([2, 4, 6]))).toThrow('key and value of one shape');
    expect(() => layer(x, x, x, { attnMask: ones([3, 4]).bool() })).toThrow('expected attn_mask of shape (3, 3) or (4, 3, 3), got (3, 4)');
    expect(() => layer(x, x, x, { keyPaddingMask: ones([3]).bool() })).toThrow('expected key_padding_mask of shape (2, 3), got (3)');
    expect(() => layer(x, x, x, { isCausl: true } as never)).toThrow('did you mean isCausal?');
  });
});

describe('TransformerEncoder', () => {
  it.each(golden.encoders)('depth $depth, normFirst $norm_first, $activation', (each) => {
    manualSeed(each.depth);
    const block = new nn.TransformerEncoderLayer(8, 2, {
      dimFeedforward: 16, dropout: 0, activation: each.activation as 'relu', batchFirst: true, normFirst: each.norm_first,
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
      const sums = [flat.sum().item(), [...flat.data()].reduce((sum, value, index) => sum + value * Math.cos(index + 1), 0)];
      expectNear(tensor(Float64Array.from(sums)), (each.grads as Record<string, number[]>)[name], 1e-10);
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
      const block = new nn.TransformerEncoderLayer(4, 2, { dimFeedforward: 8, dropout: 0, batchFirst: true, norm: norm as 'rms' });
      expect([block.norm1.className, block.norm2.className]).toEqual([name, name]);
      expect(new nn.TransformerEncoder(block, 2)(x).shape).toEqual([3, 5, 4]);
    }
    const own = new nn.TransformerEncoderLayer(4, 2, { norm: (size) => new nn.LayerNorm(size, { bias: false }) });
    expect([...own.stateDict().keys()]).not.toContain('norm1.bias');
    expect(() => new nn.TransformerEncoderLayer(4, 2, { norm: (() => 1) as never })).toThrow('expected norm to make a module, got 1');
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

  it('shows hooks what flows, and leaves it to them', () => {
    const block = new nn.TransformerEncoderLayer(4, 2, { dimFeedforward: 8, batchFirst: true, dropout: 0 });
    const model = new nn.TransformerEncoder(block, 2);
    const seen: Tensor[] = [];
    for (const [, module] of model.namedModules()) {
      module.registerForwardHook((_module, [input], output) => void seen.push(input, output));
    }
    model(randn([2, 3, 4]));
    expect(seen.length).toBeGreaterThan(20);
    for (const each of seen) expect(each.isDisposed).toBe(false);
  });
});

describe('hyper-connections', () => {
  const model = (options: object, depth = 3): nn.TransformerEncoder => {
    manualSeed(2);
    const block = new nn.TransformerEncoderLayer(8, 2, { dimFeedforward: 16, dropout: 0, batchFirst: true, normFirst: true });
    return new nn.TransformerEncoder(block, depth, options).double();
  };

  it.each([1, 2, 4])('start as pre-norm: with %i streams, outputs and gradients of all weights', (rate) => {
    const x = randn([2, 5, 8], { dtype: 'float64' });
    const [plain, hyper] = [model({}), model({ hyperConnections: rate })];
    const [y, z] = [plain(x), hyper(x)];
    expectNear(z.div(rate), { shape: y.shape, data: [...y.data()] });
    y.square().sum().backward();
    z.div(rate).square().sum().backward();
    const grads = new Map(hyper.namedParameters());
    for (const [name, { grad }] of plain.namedParameters()) {
      expectNear(grads.get(name)!.grad, { shape: grad!.shape, data: [...grad!.data()] }, 1e-10);
    }
  });

  it('follow equation 2: streams become Bᵀ f(Aₘᵀ H) + Aᵣᵀ H', () => {
    manualSeed(4);
    const connection = new nn.HyperConnection({ rate: 3, index: 4 });
    expect(connection.alpha.toArray()).toEqual([[0, 1, 0, 0], [1, 0, 1, 0], [0, 0, 0, 1]]);
    expect(connection.beta.toArray()).toEqual([[1, 1, 1]]);
    connection.loadStateDict({ alpha: randn([3, 4]), beta: randn([1, 3]) });
    const streams = randn([3, 2, 5]);
    const got = connection.connect(streams, (h) => h.mul(h));
    const [alpha, beta, h] = [connection.alpha.data(), connection.beta.data(), streams.data()];
    const at = (stream: number, i: number): number => h[stream * 10 + i];
    const mixed = (column: number, i: number): number => [0, 1, 2].reduce((sum, j) => sum + alpha[j * 4 + column] * at(j, i), 0);
    got.data().forEach((value, index) => {
      const [stream, i] = [Math.floor(index / 10), index % 10];
      expect(value).toBeCloseTo(beta[stream] * mixed(0, i) ** 2 + mixed(1 + stream, i), 4);
    });
  });

  it('refuse other numbers of streams, a function that changes the shape, and post-norm blocks', () => {
    const connection = new nn.HyperConnection({ rate: 2 });
    expect(() => connection.connect(ones([3, 4]), (h) => h)).toThrow('[HyperConnection] expected streams of shape (2, …, d), got (3, 4)');
    expect(() => connection.connect(ones([2, 4]), (h) => h.slice(0, 1))).toThrow('expected f to keep the shape (4), got (3)');
    const block = new nn.TransformerEncoderLayer(4, 2);
    expect(() => new nn.TransformerEncoder(block, 1, { hyperConnections: 2 })).toThrow('with normFirst for hyperConnections');
  });
});

describe('positions', () => {
  it('are sines and cosines as the usual recipe has them, rounded once', () => {
    const { shape, data } = golden.sinusoidal;
    const table = new nn.SinusoidalPositions(20, 6)(zeros([12, 6]));
    expect(table.shape).toEqual(shape);
    // Half a unit in the last place of float32 numbers up to 1.
    table.data().forEach((value, index) => expect(Math.abs(value - data[index])).toBeLessThanOrEqual(2 ** -25 + 1e-12));
  });

  it('learn a vector for each place, which starts as the draws of an Embedding', () => {
    manualSeed(6);
    const embedding = new nn.Embedding(7, 4);
    manualSeed(6);
    const positions = new nn.LearnedPositions(7, 4);
    expect(positions.weight.toArray()).toEqual(embedding.weight.toArray());
    positions(zeros([2, 3, 4])).sum().backward();
    expect(positions.weight.grad!.sum(1).toArray()).toEqual([8, 8, 8, 0, 0, 0, 0]);
    expect(() => positions(zeros([8, 4]))).toThrow('[LearnedPositions] expected x of shape (…, up to 7, 4), got (8, 4)');
    expect(() => new nn.SinusoidalPositions(4, 3)).toThrow('expected an even embedDim, got 3');
  });
});
