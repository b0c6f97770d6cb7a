import { beforeAll, describe, expect, it } from 'vitest';
import { memory, noGrad, ones, Tensor, tensor, tidy } from '../../web/api/index.js';
import { loadEngine } from './engine.js';

beforeAll(loadEngine);

describe('gradients', () => {
  it('adds over calls, as PyTorch does', () => {
    const x = tensor([1, 2, 3], { requiresGrad: true });
    x.square().sum().backward();
    expect(x.grad?.toArray()).toEqual([2, 4, 6]);
    x.square().sum().backward();
    expect(x.grad?.toArray()).toEqual([4, 8, 12]);
    expect(x.gradFn).toBeNull();
    expect(x.square().gradFn).toBe('PowBackward0');
  });

  it('takes a gradient for more than one element', () => {
    const x = tensor([1, 2], { requiresGrad: true });
    expect(() => x.mul(3).backward()).toThrow('[backward] expected a tensor with one element (a loss)');
    x.mul(3).backward(tensor([1, 10]));
    expect(x.grad?.toArray()).toEqual([3, 30]);
    expect(() => x.mul(3).backward(tensor([1]))).toThrow(RangeError);
  });

  it('says when a graph was used or is missing', () => {
    const x = tensor([1], { requiresGrad: true });
    const loss = x.square().sum();
    loss.backward();
    expect(() => loss.backward()).toThrow(/retain_graph/);
    expect(() => noGrad(() => x.square()).backward()).toThrow(/without a graph/);
    expect(() => noGrad(() => Promise.resolve(1))).toThrow(/synchronous/);
    expect(x.square().requiresGrad).toBe(true);
    expect(() => tensor([1], { dtype: 'int64', requiresGrad: true })).toThrow(/floating point/);
  });

  it('switches recording back on when the body throws', () => {
    const x = tensor([1], { requiresGrad: true });
    expect(() => noGrad(() => ones([2]).add(ones([3])))).toThrow();
    expect(x.mul(2).requiresGrad).toBe(true);
  });
});

describe('memory', () => {
  it('frees on dispose, once, and says so afterwards', () => {
    const before = memory().tensors;
    const x = ones([10]);
    expect(memory().tensors).toBe(before + 1);
    x.dispose();
    x.dispose();
    expect(memory().tensors).toBe(before);
    expect(() => x.shape).toThrow(ReferenceError);
    expect(() => ones([10]).add(x)).toThrow('[tensor] used after dispose()');
  });

  it('tidy keeps what it returns and frees the rest, also after an error', () => {
    const before = memory().tensors;
    const kept = tidy(() => ({ y: [ones([3]).add(1).mul(2)] }));
    expect(memory().tensors).toBe(before + 1);
    expect(kept.y[0].toArray()).toEqual([4, 4, 4]);
    kept.y[0].dispose();
    expect(() => tidy(() => ones([3]).add(ones([4])))).toThrow(RangeError);
    expect(() => tidy(async () => ones([3]))).toThrow(/synchronous/);
    expect(memory().tensors).toBe(before);
  });

  it('stays flat over 1,000 training steps inside tidy, and over 1,000 errors', () => {
    const w = tensor([[1, 2], [3, 4]], { requiresGrad: true });
    const step = (): void => {
      tidy(() => {
        w.matmul(w).tanh().sum().backward();
      });
    };
    step();
    const before = memory();
    for (let i = 0; i < 1000; i += 1) step();
    expect(memory()).toEqual(before);
    const bad = ones([3]);
    const { bytes } = memory();
    for (let i = 0; i < 1000; i += 1) expect(() => w.matmul(bad)).toThrow(RangeError);
    expect(memory().bytes).toBe(bytes);
    expect(w.grad).toBeInstanceOf(Tensor);
  });
});
