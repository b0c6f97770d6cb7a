/** @file BatchNorm over tokens. */

import type { Tensor } from '../tensor.js';
import { checkTensor } from '../tensor.js';
import { Module } from './module.js';
import { BatchNorm1d, type BatchNormOptions } from './norms.js';

/**
 * BatchNorm of sequences (…, C): statistics per feature, over all tokens of all examples. In a model that may not look
 * ahead it does all the same, in training: the statistics hold later tokens. Source: Shen et al. 2020, section 3.
 */
export class TokenBatchNorm extends Module {
  /** Sees all tokens as one batch (tokens, C). */
  readonly norm: BatchNorm1d;

  constructor(numFeatures: number, options?: BatchNormOptions) {
    super();
    this.norm = new BatchNorm1d(numFeatures, options);
  }

  /** What norm(x) computes, for x (…, C). */
  override forward(x: Tensor): Tensor {
    const { shape } = checkTensor(this.className, 'the input', x);
    const tokens = x.reshape(-1, shape.at(-1) ?? 1);
    const y = this.norm(tokens);
    const result = y.reshape(shape);
    tokens.dispose();
    y.dispose();
    return result;
  }
}
