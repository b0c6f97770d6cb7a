/** Attention beside PyTorch: weights bit for bit, results and gradients in float64. */
import { beforeAll, describe, expect, it } from 'vitest';
import { functional, manualSeed, nn, ones, rand, randn, tensor, type Tensor, zeros } from '../../web/api/index.js';
import { loadEngine } from './engine.js';
import { expectBits, expectNear, golden, type Numbers, tensorOf } from './golden-encoder.js';

beforeAll(loadEngine);

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
    const attend = (attnMask: Tensor): Tensor => functional.scaledDotProductAttention(q, k, v, { attnMask });
    const [byBool, byFloat] = [allowed, added].map(attend);
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
    const wide = { attnMask: ones([4, 2, 2]) };
    expect(() => attend(x, x, x, wide)).toThrow('expected a mask that broadcasts to the scores (2, 2)');
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
    const masks =
      each.attn_mask === null ? {} : { attnMask: bools(each.attn_mask), keyPaddingMask: bools(each.key_padding_mask) };
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
    const padding = tensor([false, false, true, false]);
    const alone = layer(x, x, x, { attnMask, keyPaddingMask: padding });
    const masks = { attnMask, keyPaddingMask: padding.unsqueeze(0) };
    const batched = layer(x.unsqueeze(0), undefined, undefined, masks);
    expect(alone.shape).toEqual([4, 6]);
    expect(batched.select(0, 0).toArray()).toEqual(alone.toArray());
    expect(layer(x, x, x, { isCausal: true }).toArray()).toEqual(
      layer(x, x, x, { attnMask: tensor([0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((j) => j > i))) }).toArray(),
    );
  });

  it('refuses what does not fit', () => {
    expect(() => new nn.MultiheadAttention(6, 4)).toThrow(
      new TypeError('[MultiheadAttention] expected embedDim to be a multiple of numHeads, got 6 and 4'),
    );
    const layer = new nn.MultiheadAttention(6, 2, { batchFirst: true });
    const x = ones([2, 3, 6]);
    expect(() => layer(ones([2, 3, 5]))).toThrow(
      '[MultiheadAttention] expected query, key and value of shape (N, L, 6) or (L, 6), got (2, 3, 5)',
    );
    expect(() => layer(x, ones([1, 3, 6]))).toThrow('one batch size, got 2 and 1');
    expect(() => layer(x, x, ones([2, 4, 6]))).toThrow('key and value of one shape');
    const masked = (masks: nn.AttentionMasks) => (): Tensor => layer(x, x, x, masks);
    expect(masked({ attnMask: ones([3, 4]).bool() })).toThrow(
      'expected attn_mask of shape (3, 3) or (4, 3, 3), got (3, 4)',
    );
    expect(masked({ keyPaddingMask: ones([3]).bool() })).toThrow('expected key_padding_mask of shape (2, 3), got (3)');
    expect(() => layer(x, x, x, { isCausl: true } as never)).toThrow('did you mean isCausal?');
  });
});
