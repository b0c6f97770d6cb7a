/** @file Layers as functions: what torch.nn.functional offers. Weights and statistics are arguments. */

import { checkBoolean, checkInts, checkNumber, checkOptions } from './check.js';
import { engine } from './engine.js';
import type { RawTensor } from './raw.js';
import { checkTensor, Tensor } from './tensor.js';

/** What a norm multiplies with, adds, and keeps its root from 0 with. */
export interface AffineOptions {
  /** Multiplied with the normalized values; none by default. */
  weight?: Tensor | null;
  /** Added to them; none by default. */
  bias?: Tensor | null;
  /** Added to the variance, inside the root; 1e-5 by default. */
  eps?: number;
}

/** x Wᵀ + b: x (…, in), weight (out, in), bias (out). */
export function linear(x: Tensor, weight: Tensor, bias: Tensor | null = null): Tensor {
  return new Tensor(engine()._linear(raw('linear', 'x', x), raw('linear', 'weight', weight), optional('linear', 'bias', bias)));
}

/** Per channel: (x − mean) / √(var + eps) · weight + bias; see nn.BatchNorm1d. Moves the running statistics in training. */
export function batchNorm(
  x: Tensor,
  runningMean: Tensor | null,
  runningVar: Tensor | null,
  options?: AffineOptions & { training?: boolean; momentum?: number },
): Tensor {
  const known = ['weight', 'bias', 'training', 'momentum', 'eps'] as const;
  const { weight, bias, training = false, momentum = 0.1, eps = 1e-5 } = checkOptions('batchNorm', options, known);
  return new Tensor(
    engine()._batchNorm(
      raw('batchNorm', 'x', x),
      optional('batchNorm', 'runningMean', runningMean),
      optional('batchNorm', 'runningVar', runningVar),
      optional('batchNorm', 'weight', weight),
      optional('batchNorm', 'bias', bias),
      checkBoolean('batchNorm', 'training', training),
      checkNumber('batchNorm', 'momentum', momentum),
      checkNumber('batchNorm', 'eps', eps),
    ),
  );
}

/** Over the last axes: (x − mean) / √(var + eps) · weight + bias; see nn.LayerNorm. */
export function layerNorm(x: Tensor, normalizedShape: number | number[], options?: AffineOptions): Tensor {
  const { weight, bias, eps = 1e-5 } = checkOptions('layerNorm', options, ['weight', 'bias', 'eps']);
  return new Tensor(
    engine()._layerNorm(
      raw('layerNorm', 'x', x),
      checkInts('layerNorm', 'normalizedShape', normalizedShape, 0),
      optional('layerNorm', 'weight', weight),
      optional('layerNorm', 'bias', bias),
      checkNumber('layerNorm', 'eps', eps),
    ),
  );
}

/** Over the last axes: x / √(mean(x²) + eps) · weight; see nn.RMSNorm. */
export function rmsNorm(
  x: Tensor,
  normalizedShape: number | number[],
  options?: { weight?: Tensor | null; eps?: number | null },
): Tensor {
  const { weight, eps = null } = checkOptions('rmsNorm', options, ['weight', 'eps']);
  return new Tensor(
    engine()._rmsNorm(
      raw('rmsNorm', 'x', x),
      checkInts('rmsNorm', 'normalizedShape', normalizedShape, 0),
      optional('rmsNorm', 'weight', weight),
      eps === null ? null : checkNumber('rmsNorm', 'eps', eps),
    ),
  );
}

/** Mean over the batch of −log softmax(logits)[target]; see nn.CrossEntropyLoss. */
export function crossEntropy(logits: Tensor, target: Tensor): Tensor {
  return new Tensor(engine()._crossEntropy(raw('crossEntropy', 'logits', logits), raw('crossEntropy', 'target', target)));
}

function raw(tag: string, name: string, value: unknown): RawTensor {
  return checkTensor(tag, name, value).raw;
}

function optional(tag: string, name: string, value: Tensor | null | undefined): RawTensor | null {
  return value === null || value === undefined ? null : raw(tag, name, value);
}
