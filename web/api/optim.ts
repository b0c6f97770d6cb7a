/** @file Optimisers with PyTorch's conventions. */

import { checkBoolean, checkInt, checkNumber, checkOptions, shown } from './check.js';
import { engine } from './engine.js';
import { Owned } from './memory.js';
import type { RawOptimizer, RawTensor } from './raw.js';
import { checkTensor, Tensor } from './tensor.js';

export * as lrScheduler from './lr-scheduler.js';

/** What an optimiser remembers: its rate, and for each parameter the updates done and its running values. */
export interface OptimizerState {
  /** The learning rate. */
  lr: number;
  /** For each parameter: `step`, and its running values by name. */
  state: Record<string, number | Tensor>[];
}

/** Base of the optimisers. */
export abstract class Optimizer extends Owned<RawOptimizer> {
  /** @internal The rate that schedules count from: the one when the first of them was made. */
  initialLr: number | null = null;
  /** The names of the running values in a state dict. */
  protected abstract readonly stateNames: readonly string[];

  protected constructor(raw: RawOptimizer) {
    super('optimizer', raw);
  }

  /** One update of every parameter that has a gradient. */
  step(): void {
    this.raw._step();
  }
  /** Sets the gradients to zero, or removes them. */
  zeroGrad(options?: { setToNone?: boolean }): void {
    const { setToNone = false } = checkOptions('zeroGrad', options, ['setToNone']);
    this.raw._zeroGrad(checkBoolean('zeroGrad', 'setToNone', setToNone));
  }

  /** The learning rate; may be changed between steps. */
  get lr(): number {
    return this.raw._learningRate();
  }
  set lr(value: number) {
    this.raw._setLearningRate(checkNumber('lr', 'the learning rate', value));
  }

  /** A copy of what this remembers. */
  stateDict(): OptimizerState {
    const state = this.raw._state().map(([step, ...tensors]) => {
      const entry: Record<string, number | Tensor> = { step };
      tensors.forEach((raw, index) => {
        if (raw !== null) entry[this.stateNames[index]] = new Tensor(raw);
      });
      return entry;
    });
    return { lr: this.lr, state };
  }
  /** Goes on from a state dict of the same kind of optimiser over parameters of the same shapes. */
  loadStateDict(dict: OptimizerState): void {
    if (!Array.isArray(dict?.state)) {
      throw new TypeError(`[loadStateDict] expected what stateDict() of an optimizer gives, got ${shown(dict)}`);
    }
    const rows = dict.state.map((entry, index): [number, RawTensor | null, RawTensor | null] => {
      const tensor = (at: number): RawTensor | null => {
        const value = entry[this.stateNames[at]];
        return value === undefined ? null : checkTensor('loadStateDict', this.stateNames[at], value).raw;
      };
      return [checkInt('loadStateDict', `state[${index}].step`, entry.step), tensor(0), tensor(1)];
    });
    const lr = checkNumber('loadStateDict', 'lr', dict.lr);
    this.raw._loadState(rows);
    this.lr = lr;
  }
}

/** @internal */
export function checkParameters(tag: string, parameters: unknown): RawTensor[] {
  if (!Array.isArray(parameters)) {
    throw new TypeError(`[${tag}] expected an array of parameters, got ${shown(parameters)}`);
  }
  return Array.from(parameters, (parameter, index) => checkTensor(tag, `parameters[${index}]`, parameter).raw);
}

/** Options of SGD. */
export interface SGDOptions {
  /** Learning rate; 0.001 by default. */
  lr?: number;
  /** How much of the last step's velocity stays; 0 by default. */
  momentum?: number;
  /** How much less the gradient counts in the velocity, from the second step on; 0 by default. */
  dampening?: number;
  /** Times the parameter, added to its gradient; 0 by default. */
  weightDecay?: number;
  /** Looks ahead along the velocity; needs momentum and no dampening. */
  nesterov?: boolean;
}

/**
 * Stochastic gradient descent: p ← p − lr · v with v ← momentum · v + (1 − dampening) · (g + weightDecay · p), v = g at
 * the first step; with nesterov p ← p − lr · (g + momentum · v). Defaults: lr 0.001, the others 0.
 */
export class SGD extends Optimizer {
  protected readonly stateNames = ['momentumBuffer'];

  constructor(parameters: Tensor[], options?: SGDOptions) {
    const known = ['lr', 'momentum', 'dampening', 'weightDecay', 'nesterov'] as const;
    const {
      lr = 0.001,
      momentum = 0,
      dampening = 0,
      weightDecay = 0,
      nesterov = false,
    } = checkOptions('SGD', options, known);
    super(
      engine()._Optimizer._sgd(checkParameters('SGD', parameters), {
        lr: checkNumber('SGD', 'lr', lr),
        momentum: checkNumber('SGD', 'momentum', momentum),
        dampening: checkNumber('SGD', 'dampening', dampening),
        weightDecay: checkNumber('SGD', 'weightDecay', weightDecay),
        nesterov: checkBoolean('SGD', 'nesterov', nesterov),
      }),
    );
  }
}

/** Options of Adam and AdamW. */
export interface AdamOptions {
  /** Learning rate; 0.001 by default. */
  lr?: number;
  /** How much the running means of the gradient and of its square keep of their old values; each in [0, 1). */
  betas?: [number, number];
  /** Added to the root of the mean square; 1e-8 by default. */
  eps?: number;
  /** 0 by default for Adam, 0.01 for AdamW. */
  weightDecay?: number;
}

function makeAdam(tag: string, parameters: Tensor[], options: AdamOptions | undefined, decay: number): RawOptimizer {
  const known = ['lr', 'betas', 'eps', 'weightDecay'] as const;
  const { lr = 0.001, betas = [0.9, 0.999], eps = 1e-8, weightDecay = decay } = checkOptions(tag, options, known);
  if (!Array.isArray(betas) || betas.length !== 2) {
    throw new TypeError(`[${tag}] expected betas to be two numbers, got ${shown(betas)}`);
  }
  const numbers = {
    lr: checkNumber(tag, 'lr', lr),
    beta1: checkNumber(tag, 'betas[0]', betas[0]),
    beta2: checkNumber(tag, 'betas[1]', betas[1]),
    eps: checkNumber(tag, 'eps', eps),
    weightDecay: checkNumber(tag, 'weightDecay', weightDecay),
  };
  return engine()._Optimizer._adam(checkParameters(tag, parameters), numbers, tag === 'AdamW');
}

/**
 * g ← g + weightDecay · p; m ← β₁ m + (1 − β₁) g; v ← β₂ v + (1 − β₂) g²;
 * p ← p − lr / (1 − β₁ᵗ) · m / (√v / √(1 − β₂ᵗ) + eps). Defaults: lr 0.001, betas [0.9, 0.999], eps 1e-8, weightDecay
 * 0. Source: Kingma & Ba 2015, with the places of eps and weight decay of torch.optim.Adam.
 */
export class Adam extends Optimizer {
  protected readonly stateNames = ['expAvg', 'expAvgSq'];

  constructor(parameters: Tensor[], options?: AdamOptions) {
    super(makeAdam('Adam', parameters, options, 0));
  }
}

/**
 * Adam whose weight decay (0.01 by default) acts on the parameter, not on the gradient: p ← p · (1 − lr · weightDecay)
 * before the update. Source: Loshchilov & Hutter 2019.
 */
export class AdamW extends Optimizer {
  protected readonly stateNames = ['expAvg', 'expAvgSq'];

  constructor(parameters: Tensor[], options?: AdamOptions) {
    super(makeAdam('AdamW', parameters, options, 0.01));
  }
}
