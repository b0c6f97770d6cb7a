/** @file Linear layers and activations. */

import { checkBoolean, checkInt, checkOptions } from '../check.js';
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
