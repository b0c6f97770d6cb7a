/** Optimisers, clipping and schedules through JavaScript; the arithmetic itself is tested in C++ (tests/cpp). */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { memory, nn, optim, tensor, type Tensor, tidy } from '../../web/api/index.js';
import { loadEngine } from './engine.js';

beforeAll(loadEngine);

type Options = Record<string, number>;
const golden = JSON.parse(readFileSync(new URL('../golden/golden_optim.json', import.meta.url), 'utf8')) as {
  schedules: { schedules: (Options & { name: string })[]; rates: number[] }[];
  lambda_rates: number[];
};

function weight(...values: number[]): Tensor {
  return tensor(values, { dtype: 'float64', requiresGrad: true });
}

/** The parameter after each step with these gradients. */
function steps(make: (parameters: Tensor[]) => optim.Optimizer, gradients: number[]): number[] {
  const p = weight(1);
  const opt = make([p]);
  return gradients.map((gradient) => {
    opt.zeroGrad({ setToNone: true });
    p.mul(gradient).sum().backward();
    opt.step();
    return p.item();
  });
}

describe('Adam, AdamW and SGD', () => {
  it('pass their options on', () => {
    // F01b, F03c: a few of 10 digits are left for the roundings of up to 10 steps.
    const adam = steps((p) => new optim.Adam(p, { lr: 0.1 }), [0.5, -0.2, 0.3]);
    [0.900000002, 0.8654394181165108, 0.8109953836811554].forEach((x, i) => expect(adam[i]).toBeCloseTo(x, 14));
    const sgd = steps((p) => new optim.SGD(p, { lr: 0.1, momentum: 0.9, nesterov: true }), [1, 1, 1, 1]);
    [0.81, 0.539, 0.1951, -0.21441].forEach((x, i) => expect(sgd[i]).toBeCloseTo(x, 14));
    expect(steps((p) => new optim.AdamW(p, { lr: 0.1, weightDecay: 0.5 }), [0])).toEqual([1 - 0.1 * 0.5]);
    expect(steps((p) => new optim.AdamW(p, { lr: 0.1 }), [0])).toEqual([1 - 0.1 * 0.01]);
    expect(steps((p) => new optim.Adam(p, { lr: 0.1, weightDecay: 0.5 }), [0])[0]).toBeCloseTo(0.9, 7);
    // With both betas 0 a step is lr · g / (|g| + eps).
    const plain = (eps: number) => steps((p) => new optim.Adam(p, { lr: 0.1, betas: [0, 0], eps }), [2])[0];
    expect(plain(0)).toBeCloseTo(0.9, 14);
    expect(plain(2)).toBeCloseTo(0.95, 14);
    expect(new optim.Adam([weight(1)]).lr).toBe(0.001);
    expect(new optim.AdamW([weight(1)]).lr).toBe(0.001);
  });

  it.each([
    [{ lr: -1 }, /lr to be a finite number of at least 0, got -1/],
    [{ lr: NaN }, /lr to be a finite number, got NaN/],
    [{ betas: [0.9, 1] }, /betas in \[0, 1\), got 1/],
    [{ betas: [-0.1, 0.9] }, /betas in \[0, 1\), got -0.1/],
    [{ betas: [0.9] }, /betas to be two numbers, got an array of 1/],
    [{ betas: 0.9 }, /betas to be two numbers, got 0.9/],
    [{ betas: ['0.9', 0.9] }, /betas\[0\] to be a finite number, got "0.9"/],
    [{ eps: -1e-8 }, /eps to be a finite number of at least 0/],
    [{ weightDecay: -1 }, /weight_decay to be a finite number of at least 0/],
    [{ weight_decay: 1 }, /only the options lr, betas, eps, weightDecay/],
    [null, /expected options/],
  ])('refuses %j', (options, message) => {
    for (const Kind of [optim.Adam, optim.AdamW]) {
      expect(() => new Kind([weight(1)], options as never)).toThrow(TypeError);
      expect(() => new Kind([weight(1)], options as never)).toThrow(message as RegExp);
    }
  });

  it('refuses parameters that it cannot train', () => {
    const p = weight(1);
    expect(() => new optim.Adam(p as never)).toThrow(/an array of parameters/);
    // eslint-disable-next-line no-sparse-arrays
    expect(() => new optim.Adam([p, , p] as never)).toThrow(
      '[Adam] expected parameters[1] to be a tensor, got undefined',
    );
    expect(() => new optim.Adam([p, p])).toThrow(/each parameter once/);
    expect(() => new optim.Adam([])).toThrow(/at least one parameter/);
    expect(() => new optim.Adam([tensor([1])])).toThrow(/does not require grad/);
  });

  it('state dicts carry a run over to another optimizer', () => {
    const train = (opt: optim.Optimizer, p: Tensor, count: number): void => {
      for (let i = 0; i < count; i += 1) {
        opt.zeroGrad();
        p.square().sum().backward();
        opt.step();
      }
    };
    const makers: ((p: Tensor) => optim.Optimizer)[] = [
      (p) => new optim.Adam([p], { lr: 0.1 }),
      (p) => new optim.SGD([p], { lr: 0.1, momentum: 0.9 }),
    ];
    for (const make of makers) {
      const [a, b] = [weight(1, 2), weight(1, 2)];
      train(make(a), a, 6);
      const first = make(b);
      train(first, b, 3);
      const dict = first.stateDict();
      expect(dict.state[0].step).toBe(3);
      const second = make(b);
      second.lr = 7;
      second.loadStateDict(dict);
      train(second, b, 3);
      expect(b.toArray()).toEqual(a.toArray());
    }
    const adam = makers[0](weight(1));
    expect(Object.keys(adam.stateDict().state[0])).toEqual(['step']);
    expect(() => adam.loadStateDict({} as never)).toThrow(/what stateDict\(\) of an optimizer gives/);
    expect(() => adam.loadStateDict({ lr: 1, state: [] })).toThrow(/state of 1 parameters, got 0/);
    expect(() => adam.loadStateDict({ lr: 1, state: [{ step: 1, expAvg: tensor([1, 2]) }] })).toThrow(RangeError);
    expect(() => adam.loadStateDict({ lr: 1, state: [{}] })).toThrow(/state\[0\].step/);
  });

  it('dispose frees the running values', () => {
    const before = memory().bytes;
    tidy(() => {
      const p = weight(...Array.from({ length: 100 }, () => 1));
      const opt = new optim.Adam([p]);
      p.sum().backward();
      opt.step();
      expect(memory().bytes - before).toBeGreaterThanOrEqual(4 * 800);
    });
    expect(memory().bytes).toBe(before);
  });
});

describe('nn.utils.clipGradNorm_', () => {
  it('returns the norm and scales the gradients', () => {
    const p = weight(3, 4);
    p.square().mul(0.5).sum().backward();
    expect(nn.utils.clipGradNorm_([p], 10)).toBe(5);
    expect(nn.utils.clipGradNorm_(p, Infinity, { normType: Infinity })).toBe(4);
    expect(p.grad!.toArray()).toEqual([3, 4]);
    expect(nn.utils.clipGradNorm_(p, 1)).toBe(5);
    expect(nn.utils.clipGradNorm_(p, 1)).toBeCloseTo(5 / (5 + 1e-6), 14);
    expect(nn.utils.clipGradNorm_([weight(1)], 1)).toBe(0);
  });

  it('refuses what it does not take', () => {
    const p = weight(1);
    p.mul(Infinity).sum().backward();
    expect(() => nn.utils.clipGradNorm_([p], 1, { errorIfNonfinite: true })).toThrow(/finite norm, got inf/);
    for (const bad of [-1, NaN, undefined, '1']) {
      expect(() => nn.utils.clipGradNorm_([p], bad as never)).toThrow(/maxNorm to be a number of at least 0/);
    }
    expect(() => nn.utils.clipGradNorm_([p], 1, { normType: 1 })).toThrow(/normType to be 2 or Infinity, got 1/);
    expect(() => nn.utils.clipGradNorm_([5 as never], 1)).toThrow(TypeError);
    expect(() => nn.utils.clipGradNorm_([p], 1, { norm: 2 } as never)).toThrow(/only the options/);
  });
});

describe('lrScheduler', () => {
  const { lrScheduler } = optim;
  const base = 0.1;

  function rates(make: (opt: optim.Optimizer) => optim.lrScheduler.LRScheduler[], count: number): number[] {
    const opt = new optim.SGD([weight(1)], { lr: base });
    const schedulers = make(opt);
    return Array.from({ length: count }, () => {
      const { lr } = opt;
      expect(schedulers.at(-1)!.getLastLr()).toEqual([lr]);
      opt.step();
      for (const scheduler of schedulers) scheduler.step();
      return lr;
    });
  }

  function expectRates(got: number[], expected: number[]): void {
    // Each step multiplies by a factor that was rounded a few times.
    got.forEach((lr, t) =>
      expect(Math.abs(lr - expected[t]), `t ${t}`).toBeLessThanOrEqual((t + 1) * 8 * 2 ** -52 * base),
    );
  }

  it.each(golden.schedules.map((each) => [each.schedules.map(({ name }) => name).join(' and '), each] as const))(
    "%s: PyTorch's rates over 25 steps",
    (_name, { schedules, rates: expected }) => {
      const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
      const got = rates(
        (opt) =>
          schedules.map(({ name, ...given }) => {
            const options = Object.fromEntries(
              Object.entries(given).map(([key, value]) => [key === 'T_max' ? 'tMax' : camel(key), value]),
            );
            return new lrScheduler[name as 'ConstantLR'](opt, options);
          }),
        expected.length,
      );
      expectRates(got, expected);
    },
  );

  it('LambdaLR takes a function of the step', () => {
    const got = rates((opt) => [new lrScheduler.LambdaLR(opt, (t) => Math.min(1, (t + 1) / 8) * 0.97 ** t)], 25);
    expectRates(got, golden.lambda_rates);
  });

  it('warms up from above 0 to the base, whatever the length', () => {
    const warm = (steps: number, count: number) =>
      rates((opt) => [new lrScheduler.LambdaLR(opt, lrScheduler.warmup(steps))], count);
    expect(warm(4, 6)).toEqual([0.025, 0.05, 0.1 * 0.75, 0.1, 0.1, 0.1]);
    expect(warm(0, 3)).toEqual([0.1, 0.1, 0.1]);
    const all = rates((opt) => [new lrScheduler.LambdaLR(opt, lrScheduler.warmupCosine(4, 4))], 4);
    expect(all).toEqual([0.025, 0.05, 0.1 * 0.75, 0.1]);
    const cosine = lrScheduler.warmupCosine(2, 12);
    expect([0, 1, 2, 12, 50].map(cosine)).toEqual([0.5, 1, 1, 0, 0]);
    expect(cosine(7)).toBeCloseTo(0.5, 15);
  });

  it('steps by hand and by schedule go together', () => {
    const opt = new optim.SGD([weight(1)], { lr: 1 });
    const scheduler = new lrScheduler.ExponentialLR(opt, { gamma: 0.5 });
    scheduler.step();
    opt.lr = 8;
    scheduler.step();
    expect(opt.lr).toBe(4);
    expect(scheduler.lastEpoch).toBe(2);
  });

  it('refuses what it does not take', () => {
    const opt = new optim.SGD([weight(1)], { lr: 1 });
    expect(() => new lrScheduler.LinearLR({} as never)).toThrow(
      '[LinearLR] expected an optimizer, got an object of type Object',
    );
    expect(() => new lrScheduler.LinearLR(opt, { startFactor: 0 })).toThrow(/startFactor in \(0, 1\], got 0/);
    expect(() => new lrScheduler.LinearLR(opt, { endFactor: 2 })).toThrow(/endFactor in \[0, 1\], got 2/);
    expect(() => new lrScheduler.LinearLR(opt, { totalIters: 0 })).toThrow(/totalIters to be a whole number in 1/);
    expect(() => new lrScheduler.CosineAnnealingLR(opt, {} as never)).toThrow(/tMax/);
    expect(() => new lrScheduler.CosineAnnealingLR(opt, { T_max: 3 } as never)).toThrow(
      /only the options tMax, etaMin/,
    );
    expect(() => new lrScheduler.StepLR(opt, { stepSize: 1.5 })).toThrow(TypeError);
    expect(() => new lrScheduler.ExponentialLR(opt, { gamma: NaN })).toThrow(TypeError);
    expect(() => new lrScheduler.LambdaLR(opt, 5 as never)).toThrow(
      '[LambdaLR] expected a function of the step, got 5',
    );
    expect(() => new lrScheduler.LambdaLR(opt, () => NaN)).toThrow(/factor of step 0 to be a finite number, got NaN/);
    expect(() => lrScheduler.warmup(-1)).toThrow(TypeError);
    expect(() => lrScheduler.warmupCosine(5, 4)).toThrow(TypeError);
    expect(opt.lr).toBe(1);
  });
});
