/** @file Linear, Embedding, Dropout and activations. */

import { checkBoolean, checkChoice, checkFraction, checkInt, checkOptions } from '../check.js';
import { engine } from '../engine.js';
import type { Parameter } from '../tensor.js';
import { NativeModule } from './native-module.js';

/**
 * y = x Wᵀ + b: x (…, inFeatures) → (…, outFeatures), weight (outFeatures, inFeatures), bias (outFeatures).
 * Starting values are PyTorch's draws for the same seed.
 */
export class Linear extends NativeModule {
  /** (outFeatures, inFeatures) */
  readonly weight: Parameter;
  /** (outFeatures); null without it. */
  readonly bias: Parameter | null;

  constructor(inFeatures: number, outFeatures: number, options?: { bias?: boolean }) {
    const { bias = true } = checkOptions('Linear', options, ['bias']);
    checkInt('Linear', 'inFeatures', inFeatures);
    checkInt('Linear', 'outFeatures', outFeatures);
    super(engine()._Layer._linear(inFeatures, outFeatures, checkBoolean('Linear', 'bias', bias)));
    this.weight = this.parameter('weight')!;
    this.bias = this.parameter('bias');
  }
}

/** Options of Embedding. */
export interface EmbeddingOptions {
  /** A row that starts at 0 and gets no gradient; null, the default: none. Negative counts from the end. */
  paddingIdx?: number | null;
}

/**
 * A table of vectors: int64 or int32 indices of any shape → (…indices, embeddingDim). `weight`
 * (numEmbeddings, embeddingDim) starts with PyTorch's standard normal draws.
 * Errors: indices that are no integers or out of range (TypeError, naming the place).
 */
export class Embedding extends NativeModule {
  /** (numEmbeddings, embeddingDim). */
  readonly weight: Parameter;

  constructor(numEmbeddings: number, embeddingDim: number, options?: EmbeddingOptions) {
    const { paddingIdx = null } = checkOptions('Embedding', options, ['paddingIdx']);
    const rows = checkInt('Embedding', 'numEmbeddings', numEmbeddings);
    checkInt('Embedding', 'embeddingDim', embeddingDim);
    if (paddingIdx !== null) checkInt('Embedding', 'paddingIdx', paddingIdx, -rows, rows - 1);
    super(engine()._Layer._embedding(rows, embeddingDim, paddingIdx));
    this.weight = this.parameter('weight')!;
  }
}

/**
 * In training, each element becomes 0 with probability p and else x / (1 − p); in evaluation x itself. The masks are
 * PyTorch's draws for the same seed. Errors: p outside 0..1 or NaN (TypeError). Source: Srivastava et al. 2014.
 */
export class Dropout extends NativeModule {
  constructor(p = 0.5) {
    super(engine()._Layer._dropout(checkFraction('Dropout', 'p', p)));
  }
}

/** tanh(x), element by element. */
export class Tanh extends NativeModule {
  constructor() {
    super(engine()._Layer._activation('Tanh'));
  }
}

/** max(x, 0), element by element. */
export class ReLU extends NativeModule {
  constructor() {
    super(engine()._Layer._activation('ReLU'));
  }
}

/** 1 / (1 + e⁻ˣ), element by element. */
export class Sigmoid extends NativeModule {
  constructor() {
    super(engine()._Layer._activation('Sigmoid'));
  }
}

/** x · sigmoid(x), element by element. Source: Elfwing, Uchibe & Doya 2017. */
export class SiLU extends NativeModule {
  constructor() {
    super(engine()._Layer._activation('SiLU'));
  }
}

/** Gives its input: stands in for a layer that is left out. */
export class Identity extends NativeModule {
  constructor() {
    super(engine()._Layer._activation('Identity'));
  }
}

/** Options of GELU. */
export interface GELUOptions {
  /** 'none', the default: the error function; 'tanh': an approximation. */
  approximate?: 'none' | 'tanh';
}

/**
 * x (1 + erf(x / √2)) / 2, element by element; with `approximate: 'tanh'`,
 * x (1 + tanh(√(2/π) (x + 0.044715 x³))) / 2. Source: Hendrycks & Gimpel 2016.
 */
export class GELU extends NativeModule {
  constructor(options?: GELUOptions) {
    const { approximate = 'none' } = checkOptions('GELU', options, ['approximate']);
    super(engine()._Layer._gelu(checkChoice('GELU', 'approximate', approximate, ['none', 'tanh']) === 'tanh'));
  }
}
