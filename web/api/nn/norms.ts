/** @file The normalization layers. */

import { checkBoolean, checkInt, checkInts, checkNumber, checkOptions } from '../check.js';
import { engine } from '../engine.js';
import type { Parameter, Tensor } from '../tensor.js';
import { NativeModule } from './native-module.js';

/** Options of BatchNorm layers. */
export interface BatchNormOptions {
  /** Added to the variance, inside the root; 1e-5 by default. */
  eps?: number;
  /**
   * How much the new batch counts in the running statistics (PyTorch's convention); null: plain average of all batches.
   */
  momentum?: number | null;
  /** Whether it learns weight and bias; true by default. */
  affine?: boolean;
  /** Whether it keeps running statistics; true by default. Without them evaluation uses the batch too. */
  trackRunningStats?: boolean;
}

/**
 * y = (x − E[x]) / √(Var[x] + eps) · weight + bias per channel: the base of BatchNorm1d and BatchNorm2d.
 * Training uses the batch's statistics (biased variance) and moves the running ones by
 * new = (1 − momentum) · old + momentum · batch (unbiased variance); evaluation uses the running ones, or the batch's
 * in a layer made without them. An empty batch gives an empty result and moves nothing.
 * Errors: another rank or C (RangeError), one value per channel where the batch's statistics are used (TypeError).
 * Source: Ioffe & Szegedy 2015, algorithms 1 and 2.
 */
export abstract class BatchNorm extends NativeModule {
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
  #tracks: boolean;

  protected constructor(tag: string, dimensions: 1 | 2, numFeatures: number, options?: BatchNormOptions) {
    const known = ['eps', 'momentum', 'affine', 'trackRunningStats'] as const;
    const { eps = 1e-5, momentum = 0.1, affine = true, trackRunningStats = true } = checkOptions(tag, options, known);
    super(
      engine()._Layer._batchNorm(
        dimensions,
        checkInt(tag, 'numFeatures', numFeatures),
        checkNumber(tag, 'eps', eps),
        momentum === null ? null : checkNumber(tag, 'momentum', momentum),
        checkBoolean(tag, 'affine', affine),
        checkBoolean(tag, 'trackRunningStats', trackRunningStats),
      ),
    );
    this.#tracks = trackRunningStats;
    this.weight = this.parameter('weight');
    this.bias = this.parameter('bias');
    this.runningMean = this.buffer('running_mean');
    this.runningVar = this.buffer('running_var');
    this.numBatchesTracked = this.buffer('num_batches_tracked');
  }

  /** Set to false, it stops the running statistics where they are; evaluation still uses them. */
  get trackRunningStats(): boolean {
    return this.#tracks;
  }
  set trackRunningStats(on: boolean) {
    this.native.raw._setTracking(checkBoolean(this.className, 'trackRunningStats', on));
    this.#tracks = on;
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

/** BatchNorm over features (N, C) or sequences (N, C, L): statistics per feature, or per channel over N and L. */
export class BatchNorm1d extends BatchNorm {
  constructor(numFeatures: number, options?: BatchNormOptions) {
    super('BatchNorm1d', 1, numFeatures, options);
  }
}

/** BatchNorm over images (N, C, H, W): statistics per channel, over N, H and W. */
export class BatchNorm2d extends BatchNorm {
  constructor(numFeatures: number, options?: BatchNormOptions) {
    super('BatchNorm2d', 2, numFeatures, options);
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
  /** A bias beside the weight: the b of the paper's equation 4, which PyTorch's RMSNorm leaves out. */
  bias?: boolean;
}

/**
 * y = x / √(mean(x²) + eps) · weight [+ bias] over the last axes of each example: no mean is subtracted.
 * Source: Zhang & Sennrich 2019, equation 4.
 */
export class RMSNorm extends NativeModule {
  /** Of normalizedShape, 1 at the start; null without elementwiseAffine. */
  readonly weight: Parameter | null;
  /** Of normalizedShape, 0 at the start; null unless asked for. */
  readonly bias: Parameter | null;

  constructor(normalizedShape: number | number[], options?: RMSNormOptions) {
    const { eps = null, elementwiseAffine = true, bias = false } =
      checkOptions('RMSNorm', options, ['eps', 'elementwiseAffine', 'bias']);
    super(
      engine()._Layer._rmsNorm(
        checkInts('RMSNorm', 'normalizedShape', normalizedShape, 0),
        eps === null ? null : checkNumber('RMSNorm', 'eps', eps),
        checkBoolean('RMSNorm', 'elementwiseAffine', elementwiseAffine),
        checkBoolean('RMSNorm', 'bias', bias),
      ),
    );
    this.weight = this.parameter('weight');
    this.bias = this.parameter('bias');
  }
}
