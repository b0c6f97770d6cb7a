/**
 * @file Learning rates that change with the number of steps, as torch.optim.lr_scheduler. Making a scheduler sets the
 * rate for step 0; call `scheduler.step()` after each `optimizer.step()` (or each epoch, if you count in epochs).
 * Several schedulers on one optimiser multiply, except LambdaLR, which sets the rate.
 */

import { checkInt, checkNumber, checkOptions, shown } from './check.js';
import { engine } from './engine.js';
import { Optimizer } from './optim.js';

/** The rate at step t, from the rate now and the base rate. */
type Rule = (lr: number, t: number, base: number) => number;

/** Base of the schedules. */
export abstract class LRScheduler {
  /** Whose rate this sets. */
  readonly optimizer: Optimizer;
  /** The rate when the optimiser's first scheduler was made. */
  readonly baseLr: number;
  /** Steps taken: 0 after the constructor. */
  lastEpoch = -1;
  readonly #rule: Rule;

  protected constructor(tag: string, optimizer: Optimizer, rule: Rule) {
    if (!(optimizer instanceof Optimizer))
      throw new TypeError(`[${tag}] expected an optimizer, got ${shown(optimizer)}`);
    this.optimizer = optimizer;
    optimizer.initialLr ??= optimizer.lr;
    this.baseLr = optimizer.initialLr;
    this.#rule = rule;
    this.step();
  }

  /** Sets the optimiser's rate for the next step. */
  step(): void {
    const t = this.lastEpoch + 1;
    this.optimizer.lr = this.#rule(this.optimizer.lr, t, this.baseLr);
    this.lastEpoch = t;
  }
  /** The rate that is set now, in a list as in PyTorch (one group of parameters). */
  getLastLr(): number[] {
    return [this.optimizer.lr];
  }
}

/** base · factor for `totalIters` steps, then base. Defaults: factor 1/3, totalIters 5. */
export class ConstantLR extends LRScheduler {
  constructor(optimizer: Optimizer, options?: { factor?: number; totalIters?: number }) {
    const { factor = 1 / 3, totalIters = 5 } = checkOptions('ConstantLR', options, ['factor', 'totalIters']);
    checkPart('ConstantLR', 'factor', factor, true);
    checkInt('ConstantLR', 'totalIters', totalIters, 1);
    super('ConstantLR', optimizer, (lr, t) => engine()._constantLr(lr, t, factor, totalIters));
  }
}

/** base · (startFactor … endFactor) on a line over `totalIters` steps, then flat. Defaults: 1/3, 1, 5. */
export class LinearLR extends LRScheduler {
  constructor(optimizer: Optimizer, options?: { startFactor?: number; endFactor?: number; totalIters?: number }) {
    const {
      startFactor = 1 / 3,
      endFactor = 1,
      totalIters = 5,
    } = checkOptions('LinearLR', options, ['startFactor', 'endFactor', 'totalIters']);
    checkPart('LinearLR', 'startFactor', startFactor, true);
    checkPart('LinearLR', 'endFactor', endFactor, false);
    checkInt('LinearLR', 'totalIters', totalIters, 1);
    super('LinearLR', optimizer, (lr, t) => engine()._linearLr(lr, t, startFactor, endFactor, totalIters));
  }
}

/** etaMin + (base − etaMin) · (1 + cos(π t / tMax)) / 2: down to etaMin at step tMax, and up again after it. */
export class CosineAnnealingLR extends LRScheduler {
  constructor(optimizer: Optimizer, options: { tMax: number; etaMin?: number }) {
    const { tMax, etaMin = 0 } = checkOptions('CosineAnnealingLR', options, ['tMax', 'etaMin']);
    checkInt('CosineAnnealingLR', 'tMax', tMax, 1);
    checkNumber('CosineAnnealingLR', 'etaMin', etaMin);
    super('CosineAnnealingLR', optimizer, (lr, t, base) => engine()._cosineLr(lr, t, base, tMax, etaMin));
  }
}

/** Multiplies the rate by `gamma` (default 0.1) every `stepSize` steps. */
export class StepLR extends LRScheduler {
  constructor(optimizer: Optimizer, options: { stepSize: number; gamma?: number }) {
    const { stepSize, gamma = 0.1 } = checkOptions('StepLR', options, ['stepSize', 'gamma']);
    checkInt('StepLR', 'stepSize', stepSize, 1);
    checkNumber('StepLR', 'gamma', gamma);
    super('StepLR', optimizer, (lr, t) => engine()._stepLr(lr, t, stepSize, gamma));
  }
}

/** Multiplies the rate by `gamma` every step. */
export class ExponentialLR extends LRScheduler {
  constructor(optimizer: Optimizer, options: { gamma: number }) {
    const { gamma } = checkOptions('ExponentialLR', options, ['gamma']);
    checkNumber('ExponentialLR', 'gamma', gamma);
    super('ExponentialLR', optimizer, (lr, t) => engine()._stepLr(lr, t, 1, gamma));
  }
}

/** base · factor(t) with a function of yours, such as `warmup(100)` or `(t) => 0.95 ** t`. */
export class LambdaLR extends LRScheduler {
  constructor(optimizer: Optimizer, factor: (t: number) => number) {
    if (typeof factor !== 'function') {
      throw new TypeError(`[LambdaLR] expected a function of the step, got ${shown(factor)}`);
    }
    super(
      'LambdaLR',
      optimizer,
      (_lr, t, base) => base * checkNumber('LambdaLR', `the factor of step ${t}`, factor(t)),
    );
  }
}

/**
 * A factor for LambdaLR: (t + 1) / steps while t < steps, then 1. The first rate is above 0 and none exceeds the base;
 * 0 steps are none.
 */
export function warmup(steps: number): (t: number) => number {
  checkInt('warmup', 'steps', steps);
  return (t) => engine()._warmup(t, steps);
}

/** A factor for LambdaLR: the warm-up over `steps`, then half a cosine down to 0 at step `total`. */
export function warmupCosine(steps: number, total: number): (t: number) => number {
  checkInt('warmupCosine', 'steps', steps);
  checkInt('warmupCosine', 'total', total, steps);
  return (t) => engine()._warmupCosine(t, steps, total);
}

function checkPart(tag: string, name: string, value: unknown, above: boolean): void {
  const number = checkNumber(tag, name, value);
  if (number < 0 || number > 1 || (above && number === 0)) {
    throw new TypeError(`[${tag}] expected ${name} in ${above ? '(' : '['}0, 1], got ${number}`);
  }
}
