import { beforeAll, describe, expect, it } from 'vitest';
import { functional, nn, tensor, type Tensor, zeros } from '../../web/api/index.js';
import { loadEngine } from './engine.js';
import { golden } from './golden-layers.js';

beforeAll(loadEngine);

const long = { dtype: 'int64' } as const;

interface Numbers {
  shape: number[];
  data: number[];
}
function read({ shape, data }: Numbers, dtype: 'float64' | 'int64' = 'float64'): Tensor {
  return tensor(data, { dtype }).reshape(shape);
}
function leaf(numbers: Numbers): Tensor {
  const x = read(numbers).clone();
  x.requiresGrad = true;
  return x;
}
/** Both sides are double: some tens of roundings of numbers up to about 10. */
function expectNear(got: Tensor, { shape, data }: Numbers): void {
  expect(got.shape).toEqual(shape);
  got.data().forEach((value, i) => expect(Math.abs(value - data[i])).toBeLessThan(2e-12));
}

describe('CrossEntropyLoss', () => {
  it('has the numbers and gradients of PyTorch for every option', () => {
    for (const c of golden.cross_entropy) {
      const options = {
        reduction: c.reduction as 'mean',
        ...('ignore_index' in c ? { ignoreIndex: c.ignore_index } : {}),
        ...('label_smoothing' in c ? { labelSmoothing: c.label_smoothing } : {}),
      };
      const target = read(c.target, c.target.dtype as 'int64');
      for (const loss of [
        new nn.CrossEntropyLoss(options),
        (a: Tensor, b: Tensor) => functional.crossEntropy(a, b, options),
      ]) {
        const logits = leaf(c.logits);
        const value = loss(logits, target);
        value.sum().backward();
        expectNear(value, c.loss);
        expectNear(logits.grad!, c.dlogits);
      }
    }
  });

  it('names the sample with a bad target', () => {
    const loss = new nn.CrossEntropyLoss();
    const logits = zeros([2, 3]);
    for (const bad of [3, 1000, -1, 2 ** 31, 2 ** 32 + 1]) {
      expect(() => loss(logits, tensor([0, bad], long))).toThrow(
        new TypeError(`[cross_entropy] expected targets in 0..2, got ${bad} for sample 1`),
      );
    }
    expect(() => loss(logits, tensor([0, 1.5]))).toThrow(
      /int64 targets \(class numbers\), got float32: 1\.5 for sample 1/,
    );
    expect(() => loss(logits, tensor([0, NaN]))).toThrow(/for sample 1/);
    expect(() => loss(logits, tensor([-100, -100], long))).toThrow(/other than ignore_index -100, got none/);
    expect(() => loss(logits, tensor([0, 1, 2], long))).toThrow(RangeError);
    expect(() => loss(zeros([0, 3]), tensor([], long))).toThrow(/at least one sample/);
  });

  it('a masked class costs nothing unless it is the target', () => {
    const logits = tensor([[-Infinity, 0, 0]], { requiresGrad: true });
    const loss = functional.crossEntropy(logits, tensor([[0, 0.5, 0.5]]));
    expect(loss.item()).toBeCloseTo(Math.log(2), 6);
    loss.backward();
    expect(logits.grad!.toArray()).toEqual([[0, expect.closeTo(0, 8), expect.closeTo(0, 8)]]);
    expect(functional.crossEntropy(logits, tensor([0], long)).item()).toBe(Infinity);
  });

  it('refuses options that do not fit', () => {
    expect(() => new nn.CrossEntropyLoss({ reduction: 'avg' as never })).toThrow(
      /reduction to be one of mean, sum, none, got "avg"/,
    );
    expect(() => new nn.CrossEntropyLoss({ labelSmoothing: 1.5 })).toThrow(
      /labelSmoothing to be a number in 0\.\.1, got 1\.5/,
    );
    expect(() => new nn.CrossEntropyLoss({ ignoreIndex: 0.5 })).toThrow(TypeError);
    expect(() => new nn.CrossEntropyLoss({ labelSmothing: 0.1 } as never)).toThrow(/labelSmoothing/);
    const soft = tensor([[0, 1]]);
    expect(() => functional.crossEntropy(zeros([1, 2]), soft, { ignoreIndex: 1 })).toThrow(
      /no ignore_index beside class probabilities/,
    );
  });
});

describe('MSELoss', () => {
  it('has the numbers and gradients of PyTorch', () => {
    for (const c of golden.mse_loss) {
      const options = { reduction: c.reduction as 'mean' };
      for (const loss of [new nn.MSELoss(options), (a: Tensor, b: Tensor) => functional.mseLoss(a, b, options)]) {
        const [x, target] = [leaf(c.x), leaf(c.target)];
        const value = loss(x, target);
        value.sum().backward();
        expectNear(value, c.loss);
        expectNear(x.grad!, c.dx);
        expectNear(target.grad!, c.dtarget);
      }
    }
  });

  it('refuses shapes that would broadcast', () => {
    expect(() => new nn.MSELoss()(zeros([4, 1]), zeros([4]))).toThrow(
      new RangeError('[mse_loss] expected x and target of one shape, got (4, 1) and (4)'),
    );
    expect(() => new nn.MSELoss({ reduction: 'none', weight: 1 } as never)).toThrow(/only the options reduction/);
    expect(() => functional.mseLoss(zeros([1]), 3 as never)).toThrow(TypeError);
  });
});
