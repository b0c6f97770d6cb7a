/** BatchNorm and RMSNorm as layers: modes, statistics, options. */
import { beforeAll, describe, expect, it } from 'vitest';
import { functional, manualSeed, nn, ones, randn, tensor, zeros } from '../../web/api/index.js';
import { loadEngine } from './engine.js';

beforeAll(loadEngine);

describe('BatchNorm', () => {
  it('BatchNorm2d takes images only, and gives each channel mean 0 and variance 1', () => {
    manualSeed(0);
    const norm = new nn.BatchNorm2d(3);
    const y = norm(randn([2, 3, 4, 5]).mul(3).add(7));
    for (const mean of y.mean([0, 2, 3]).data()) expect(Math.abs(mean)).toBeLessThan(1e-6);
    for (const variance of y.var([0, 2, 3], { unbiased: false }).data()) expect(variance).toBeCloseTo(1, 4);
    expect([...norm.stateDict().keys()]).toEqual([
      'weight',
      'bias',
      'running_mean',
      'running_var',
      'num_batches_tracked',
    ]);
    expect(() => norm(ones([2, 3]))).toThrow(
      new RangeError('[BatchNorm2d] expected x of shape (N, C, H, W), got (2, 3)'),
    );
    expect(() => norm(ones([2, 4, 1, 1]))).toThrow('[BatchNorm2d] expected 3 features along dim 1');
    expect(() => new nn.BatchNorm1d(3)(ones([2, 3, 1, 1]))).toThrow(
      '[BatchNorm1d] expected x of shape (N, C) or (N, C, L)',
    );
  });

  it('momentum null averages all batches', () => {
    const norm = new nn.BatchNorm1d(1, { momentum: null });
    const after = [
      [[1], [3]],
      [[10], [10], [10], [14]],
      [[0], [2], [4]],
    ].map((batch) => {
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
    expect(
      norm
        .eval()(tensor([[1.2]]))
        .item(),
    ).toBeCloseTo(0, 6);
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
