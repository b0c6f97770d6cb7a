/** @file Losses. */

import { checkChoice, checkFraction, checkInt, checkOptions } from '../check.js';
import { engine } from '../engine.js';
import { Owned } from '../memory.js';
import type { RawLoss } from '../raw.js';
import { checkTensor, Tensor } from '../tensor.js';
import { Module } from './module.js';

/** A loss that lives in the engine. */
export class NativeLoss extends Owned<RawLoss> {
  constructor(raw: RawLoss) {
    super('loss', raw);
  }
}

/** Base of the losses that the engine computes. */
export abstract class Loss extends Module {
  /** @internal */
  declare readonly native: NativeLoss;

  constructor(raw: RawLoss) {
    super();
    Object.defineProperty(this, 'native', { value: new NativeLoss(raw) });
  }

  /** @internal */
  override disposeNative(): void {
    this.native.dispose();
  }
  /** The loss of a prediction against its target. */
  override forward(prediction: Tensor, target: Tensor): Tensor {
    checkTensor(this.className, 'the prediction', prediction);
    checkTensor(this.className, 'the target', target);
    return new Tensor(this.native.raw._forward(prediction.raw, target.raw));
  }
}

/** What becomes of the losses of all samples: their mean, their sum, or all of them. */
export type Reduction = 'mean' | 'sum' | 'none';
// In the engine's order.
const reductions = ['mean', 'sum', 'none'] as const;

/** @internal */
export function checkReduction(tag: string, value: unknown): number {
  return reductions.indexOf(checkChoice(tag, 'reduction', value, reductions));
}

/** Options of cross entropy. */
export interface CrossEntropyOptions {
  /** Samples with this class number count neither in the loss nor in its mean; −100 by default. */
  ignoreIndex?: number;
  /** The part of each target that is spread evenly over all classes, in 0..1. */
  labelSmoothing?: number;
  /** What becomes of the losses of all samples; 'mean' by default. */
  reduction?: Reduction;
}

/** Options of the mean squared error. */
export interface MSEOptions {
  /** What becomes of the errors of all elements; 'mean' by default. */
  reduction?: Reduction;
}

/** @internal The loss in the engine, with its options checked. */
export function rawCrossEntropy(tag: string, options: CrossEntropyOptions | undefined): RawLoss {
  const {
    ignoreIndex = -100,
    labelSmoothing = 0,
    reduction = 'mean',
  } = checkOptions(tag, options, ['ignoreIndex', 'labelSmoothing', 'reduction']);
  return engine()._Loss._crossEntropy(
    checkInt(tag, 'ignoreIndex', ignoreIndex, -(2 ** 53), 2 ** 53),
    checkFraction(tag, 'labelSmoothing', labelSmoothing),
    checkReduction(tag, reduction),
  );
}

/**
 * −Σ t log softmax(logits) of each sample. Logits (N, C), (N, C, d1, …) or (C); the target holds class numbers (int64,
 * the same shape without C) or the probabilities t (the same shape and dtype).
 * A masked class (logit −∞) costs nothing unless it is the target, which costs ∞.
 * Errors: shapes that do not fit (RangeError); class numbers that are no int64 or out of range (TypeError, naming the
 * sample); no sample, or all of them ignored, where PyTorch's mean is NaN (TypeError).
 */
export class CrossEntropyLoss extends Loss {
  constructor(options?: CrossEntropyOptions) {
    super(rawCrossEntropy('CrossEntropyLoss', options));
  }
}

/** (x − target)², its mean by default. Errors: shapes that differ (RangeError); PyTorch would broadcast them. */
export class MSELoss extends Loss {
  constructor(options?: MSEOptions) {
    const { reduction = 'mean' } = checkOptions('MSELoss', options, ['reduction']);
    super(engine()._Loss._mse(checkReduction('MSELoss', reduction)));
  }
}
