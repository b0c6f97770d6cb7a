/** @file Layers as functions: what torch.nn.functional offers. Weights and statistics are arguments. */

import {
  checkAxis,
  checkBoolean,
  checkChoice,
  checkFraction,
  checkInt,
  checkInts,
  checkNumber,
  checkOptions,
} from './check.js';
import { engine } from './engine.js';
import type { EmbeddingOptions, GELUOptions } from './nn/layers.js';
import { tidy } from './memory.js';
import { checkReduction, type CrossEntropyOptions, type MSEOptions, rawCrossEntropy } from './nn/loss.js';
import type { RawLayer, RawLoss, RawTensor } from './raw.js';
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
  return new Tensor(
    engine()._linear(raw('linear', 'x', x), raw('linear', 'weight', weight), optional('linear', 'bias', bias)),
  );
}

/**
 * Per channel: (x − mean) / √(var + eps) · weight + bias; see nn.BatchNorm1d. Moves the running statistics in training.
 */
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

/** Over the last axes: x / √(mean(x²) + eps) · weight + bias; see nn.RMSNorm. */
export function rmsNorm(
  x: Tensor,
  normalizedShape: number | number[],
  options?: { weight?: Tensor | null; bias?: Tensor | null; eps?: number | null },
): Tensor {
  const { weight, bias, eps = null } = checkOptions('rmsNorm', options, ['weight', 'bias', 'eps']);
  return new Tensor(
    engine()._rmsNorm(
      raw('rmsNorm', 'x', x),
      checkInts('rmsNorm', 'normalizedShape', normalizedShape, 0),
      optional('rmsNorm', 'weight', weight),
      optional('rmsNorm', 'bias', bias),
      eps === null ? null : checkNumber('rmsNorm', 'eps', eps),
    ),
  );
}

/** Options of scaledDotProductAttention. */
export interface AttentionOptions {
  /** Broadcasts to (…, L, S): true where a query may look at a key; floats are added to the scores. None by default. */
  attnMask?: Tensor | null;
  /** Probability of dropping a weight; 0 by default. */
  dropoutP?: number;
  /** Query i sees the keys 0..i only; false by default. */
  isCausal?: boolean;
}

/**
 * softmax(q kᵀ / √E + mask) v: q (…, L, E), k (…, S, E), v (…, S, F) → (…, L, F). A query that may look at no key gets
 * zeros, and gives zero gradients (PyTorch: NaN). Source: Vaswani et al. 2017, equation 1.
 */
export function scaledDotProductAttention(q: Tensor, k: Tensor, v: Tensor, options?: AttentionOptions): Tensor {
  const tag = 'scaledDotProductAttention';
  const { attnMask, dropoutP = 0, isCausal = false } = checkOptions(tag, options, ['attnMask', 'dropoutP', 'isCausal']);
  return new Tensor(
    engine()._scaledDotProductAttention(
      raw(tag, 'q', q),
      raw(tag, 'k', k),
      raw(tag, 'v', v),
      optional(tag, 'attnMask', attnMask),
      checkBoolean(tag, 'isCausal', isCausal),
      checkFraction(tag, 'dropoutP', dropoutP),
    ),
  );
}

/**
 * a · b / max(|a| |b|, eps) along an axis (the last by default), in which both have the same shape; eps keeps a vector
 * of zeros from giving NaN and is 1e-8 by default.
 */
export function cosineSimilarity(a: Tensor, b: Tensor, options?: { dim?: number; eps?: number }): Tensor {
  const tag = 'cosineSimilarity';
  const { dim = -1, eps = 1e-8 } = checkOptions(tag, options, ['dim', 'eps']);
  checkNumber(tag, 'eps', eps);
  checkAxis(tag, dim);
  checkTensor(tag, 'a', a);
  checkTensor(tag, 'b', b);
  return tidy(() =>
    a
      .mul(b)
      .sum(dim)
      .div(a.norm(dim).mul(b.norm(dim)).clamp({ min: eps })),
  );
}

/** Zeros with probability p, the rest divided by 1 − p, when `training`; see nn.Dropout. */
export function dropout(x: Tensor, p = 0.5, training = true): Tensor {
  const input = raw('dropout', 'x', x);
  checkBoolean('dropout', 'training', training);
  return once(engine()._Layer._dropout(checkFraction('dropout', 'p', p)), (layer) => {
    layer._train(training);
    return layer._forward(input);
  });
}

/** Rows of `weight` (rows, dim) for int64 or int32 indices of any shape; see nn.Embedding. */
export function embedding(indices: Tensor, weight: Tensor, options?: EmbeddingOptions): Tensor {
  const { paddingIdx = null } = checkOptions('embedding', options, ['paddingIdx']);
  if (paddingIdx !== null) checkInt('embedding', 'paddingIdx', paddingIdx);
  return new Tensor(
    engine()._embedding(raw('embedding', 'indices', indices), raw('embedding', 'weight', weight), paddingIdx),
  );
}

/** x (1 + erf(x / √2)) / 2, or its approximation by tanh; see nn.GELU. */
export function gelu(x: Tensor, options?: GELUOptions): Tensor {
  const input = raw('gelu', 'x', x);
  const { approximate = 'none' } = checkOptions('gelu', options, ['approximate']);
  const tanh = checkChoice('gelu', 'approximate', approximate, ['none', 'tanh']) === 'tanh';
  return once(engine()._Layer._gelu(tanh), (layer) => layer._forward(input));
}

/** x · sigmoid(x). */
export function silu(x: Tensor): Tensor {
  const input = raw('silu', 'x', x);
  return once(engine()._Layer._activation('SiLU'), (layer) => layer._forward(input));
}

/** −Σ t log softmax(logits) of each sample, for class numbers or probabilities t; see nn.CrossEntropyLoss. */
export function crossEntropy(logits: Tensor, target: Tensor, options?: CrossEntropyOptions): Tensor {
  const inputs = [raw('crossEntropy', 'logits', logits), raw('crossEntropy', 'target', target)];
  return once(rawCrossEntropy('crossEntropy', options), (loss) => loss._forward(inputs[0], inputs[1]));
}

/** (x − target)², its mean by default; see nn.MSELoss. */
export function mseLoss(x: Tensor, target: Tensor, options?: MSEOptions): Tensor {
  const inputs = [raw('mseLoss', 'x', x), raw('mseLoss', 'target', target)];
  const { reduction = 'mean' } = checkOptions('mseLoss', options, ['reduction']);
  return once(engine()._Loss._mse(checkReduction('mseLoss', reduction)), (loss) => loss._forward(inputs[0], inputs[1]));
}

/** Uses a layer or loss of the engine for one call: fewer functions in the engine than one for each. */
function once<R extends RawLayer | RawLoss>(used: R, call: (used: R) => RawTensor): Tensor {
  try {
    return new Tensor(call(used));
  } finally {
    used.delete();
  }
}

function raw(tag: string, name: string, value: unknown): RawTensor {
  return checkTensor(tag, name, value).raw;
}

function optional(tag: string, name: string, value: Tensor | null | undefined): RawTensor | null {
  return value === null || value === undefined ? null : raw(tag, name, value);
}
