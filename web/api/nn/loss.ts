/** @file Losses. */

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

/** Mean over the batch of −log softmax(logits)[target]: logits (N, C), target (N) int64 in 0..C−1. */
export class CrossEntropyLoss extends Loss {
  constructor() {
    super(engine()._Loss._crossEntropy());
  }
}
