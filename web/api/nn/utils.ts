/** @file What torch.nn.utils offers. */

import { checkBoolean, checkOptions, shown } from '../check.js';
import { engine } from '../engine.js';
import { checkParameters } from '../optim.js';
import type { Tensor } from '../tensor.js';

/** Options of clipGradNorm_. */
export interface ClipOptions {
  /** 2 (the default) or Infinity: the largest size. */
  normType?: number;
  /** Throw when the norm is NaN or infinite, and change nothing. */
  errorIfNonfinite?: boolean;
}

/**
 * Scales all gradients, taken as one vector, by min(1, maxNorm / (norm + 1e-6)), and returns the norm before that:
 * √Σ g². Call it between backward() and step(). Source: Pascanu, Mikolov & Bengio 2013.
 */
export function clipGradNorm_(parameters: Tensor | Tensor[], maxNorm: number, options?: ClipOptions): number {
  const tag = 'clipGradNorm_';
  const { normType = 2, errorIfNonfinite = false } = checkOptions(tag, options, ['normType', 'errorIfNonfinite']);
  if (typeof maxNorm !== 'number' || !(maxNorm >= 0)) {
    throw new TypeError(`[${tag}] expected maxNorm to be a number of at least 0, got ${shown(maxNorm)}`);
  }
  if (normType !== 2 && normType !== Infinity) {
    throw new TypeError(`[${tag}] expected normType to be 2 or Infinity, got ${shown(normType)}`);
  }
  const raws = checkParameters(tag, Array.isArray(parameters) ? parameters : [parameters]);
  return engine()._clipGradNorm(raws, maxNorm, normType, checkBoolean(tag, 'errorIfNonfinite', errorIfNonfinite));
}
