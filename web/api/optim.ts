/** @file Optimisers with PyTorch's conventions. */

import { checkBoolean, checkNumber, checkOptions, shown } from './check.js';
import { engine } from './engine.js';
import { Owned } from './memory.js';
import type { RawOptimizer } from './raw.js';
import { checkTensor, type Tensor } from './tensor.js';

export abstract class Optimizer extends Owned<RawOptimizer> {
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
}

export interface SGDOptions {
  lr?: number;
  momentum?: number;
  dampening?: number;
  weightDecay?: number;
  nesterov?: boolean;
}

/**
 * Stochastic gradient descent: p ← p − lr · v with v ← momentum · v + (1 − dampening) · (g + weightDecay · p), v = g at the
 * first step; with nesterov p ← p − lr · (g + momentum · v). Defaults: lr 0.001, the others 0.
 */
export class SGD extends Optimizer {
  constructor(parameters: Tensor[], options?: SGDOptions) {
    const known = ['lr', 'momentum', 'dampening', 'weightDecay', 'nesterov'] as const;
    const { lr = 0.001, momentum = 0, dampening = 0, weightDecay = 0, nesterov = false } =
      checkOptions('SGD', options, known);
    if (!Array.isArray(parameters)) {
      throw new TypeError(`[SGD] expected an array of parameters, got ${shown(parameters)}`);
    }
    const raws = parameters.map((parameter, index) => checkTensor('SGD', `parameters[${index}]`, parameter).raw);
    super(
      engine()._Optimizer._sgd(raws, {
        lr: checkNumber('SGD', 'lr', lr),
        momentum: checkNumber('SGD', 'momentum', momentum),
        dampening: checkNumber('SGD', 'dampening', dampening),
        weightDecay: checkNumber('SGD', 'weightDecay', weightDecay),
        nesterov: checkBoolean('SGD', 'nesterov', nesterov),
      }),
    );
  }
}
