/** @file The normalization layers. */

import { checkBoolean, checkInt, checkInts, checkNumber, checkOptions } from '../check.js';
import { engine } from '../engine.js';
import type { Parameter, Tensor } from '../tensor.js';
import { NativeModule } from './native-module.js';

/** Options of BatchNorm layers. */
export interface BatchNormOptions {
  /** Added to the variance, inside the root; 1e-5 by default. */
  eps?: number;
  /** How much the new batch counts in the running statistics (PyTorch's convention); null: plain average of all batches. */
  momentum?: number | null;
  /** Whether it learns weight and bias; true by default. */
  affine?: boolean;
  /** Whether it keeps running statistics; true by default. Without them evaluation uses the batch too. */
  trackRunningStats?: boolean;
}

/**
 * y = (x − E[x]) / √(Var[x] + eps) · weight + bias per feature of x (N, C) or channel of x (N, C, L).
 * Training uses the batch's statistics (biased variance) and moves the running ones by
 * new = (1 − momentum) · old + momentum · batch (unbiased variance); evaluation uses the running ones.
 * Errors: another rank or C (RangeError), one value per channel in training (TypeError).
 * Source: Ioffe & Szegedy 2015, algorithms 1 and 2.
 */
export class BatchNorm1d extends NativeModule {
  /** (C), 1 at the start; null without affine. */
  readonly weight: Parameter | null;
  /** (C), 0 at the start; null without affine. */
  readonly bias: Parameter | null;
  /** (C), 0 at the start; null without trackRunningStats. */
  readonly runningMean: Tensor | null;
  /** (C), 1 at the start; null without trackRunningStats. */
  readonly runningVar: Tensor | null;
  /** How many batches training has seen, int64; null without trackRunningStats. */
  readonly numBatchesTracked: Tensor | null;

  constructor(numFeatures: number, options?: BatchNormOptions) {
    const known = ['eps', 'momentum', 'affine', 'trackRunningStats'] as const;
    const { eps = 1e-5, momentum = 0.1, affine = true, trackRunningStats = true } =
      checkOptions('BatchNorm1d', options, known);
    super(
      engine()._Layer._batchNorm1d(
        checkInt('BatchNorm1d', 'numFeatures', numFeatures),
        checkNumber('BatchNorm1d', 'eps', eps),
        momentum === null ? null : checkNumber('BatchNorm1d', 'momentum', momentum),
        checkBoolean('BatchNorm1d', 'affine', affine),
        checkBoolean('BatchNorm1d', 'trackRunningStats', trackRunningStats),
      ),
    );
    this.weight = this.parameter('weight');
    this.bias = this.parameter('bias');
    this.runningMean = this.buffer('running_mean');
    this.runningVar = this.buffer('running_var');
    this.numBatchesTracked = this.buffer('num_batches_tracked');
  }

  /** @internal */
  override ownBuffers(): [string, Tensor][] {
    const buffers: [string, Tensor | null][] = [
      ['running_mean', this.runningMean],
      ['running_var', this.runningVar],
      ['num_batches_tracked', this.numBatchesTracked],
    ];
    return buffers.filter((entry): entry is [string, Tensor] => entry[1] !== null);
  }
}

/** Options of LayerNorm. */
export interface LayerNormOptions {
  /** Added to the variance, inside the root; 1e-5 by default. */
  eps?: number;
  /** Whether it learns weight and bias; true by default. */
  elementwiseAffine?: boolean;
  /** Whether it learns a bias besides the weight; true by default. */
  bias?: boolean;
}

/**
 * y = (x − E[x]) / √(Var[x] + eps) · weight + bias over the last axes of each example, biased variance.
 * `normalizedShape`: the sizes of these axes, or one number. Source: Ba, Kiros & Hinton 2016, equation 4.
 */
export class LayerNorm extends NativeModule {
  /** Of normalizedShape, 1 at the start; null without elementwiseAffine. */
  readonly weight: Parameter | null;
  /** Of normalizedShape, 0 at the start; null without it. */
  readonly bias: Parameter | null;

  constructor(normalizedShape: number | number[], options?: LayerNormOptions) {
    const { eps = 1e-5, elementwiseAffine = true, bias = true } =
      checkOptions('LayerNorm', options, ['eps', 'elementwiseAffine', 'bias']);
    super(
      engine()._Layer._layerNorm(
        checkInts('LayerNorm', 'normalizedShape', normalizedShape, 0),
        checkNumber('LayerNorm', 'eps', eps),
        checkBoolean('LayerNorm', 'elementwiseAffine', elementwiseAffine),
        checkBoolean('LayerNorm', 'bias', bias),
      ),
    );
    this.weight = this.parameter('weight');
    this.bias = this.parameter('bias');
  }
}

/** Options of RMSNorm. */
export interface RMSNormOptions {
  /** Inside the root. null, the default: the machine epsilon of the input's dtype, as in PyTorch. */
  eps?: number | null;
  /** Whether it learns a weight; true by default. */
  elementwiseAffine?: boolean;
}

/**
 * y = x / √(mean(x²) + eps) · weight over the last axes of each example: no mean is subtracted.
 * Source: Zhang & Sennrich 2019, equation 4.
 */
export class RMSNorm extends NativeModule {
  /** Of normalizedShape, 1 at the start; null without elementwiseAffine. */
  readonly weight: Parameter | null;

  constructor(normalizedShape: number | number[], options?: RMSNormOptions) {
    const { eps = null, elementwiseAffine = true } = checkOptions('RMSNorm', options, ['eps', 'elementwiseAffine']);
    super(
      engine()._Layer._rmsNorm(
        checkInts('RMSNorm', 'normalizedShape', normalizedShape, 0),
        eps === null ? null : checkNumber('RMSNorm', 'eps', eps),
        checkBoolean('RMSNorm', 'elementwiseAffine', elementwiseAffine),
      ),
    );
    this.weight = this.parameter('weight');
  }
}
