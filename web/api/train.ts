/** @file Training in slices. */

import { checkInt, checkOptions, shown } from './check.js';
import { DataLoader } from './data.js';
import { engine } from './engine.js';
import { Owned } from './memory.js';
import { Loss } from './nn/loss.js';
import { Module } from './nn/module.js';
import { Optimizer } from './optim.js';
import type { RawTrainer } from './raw.js';
import { yieldIfDue } from './yield.js';

/** How far a training run is. */
export interface TrainingProgress {
  /** Whole epochs done. */
  epoch: number;
  /** Steps done, over all epochs. */
  step: number;
  /** Batches in an epoch. */
  stepsPerEpoch: number;
  /** Loss of the last step's batch, before its update. */
  loss: number;
}

/** Options of fit(). */
export interface FitOptions {
  /** Train until this many whole epochs are done; a stopped run goes on with the same number. */
  epochs: number;
  /** Called after every step. */
  onStep?: (progress: TrainingProgress) => void;
}

/** Repeats zeroGrad, loss(model(x), y), backward, step over the batches of a loader of (x, y). */
export class Trainer extends Owned<RawTrainer> {
  constructor(model: Module, optimizer: Optimizer, loss: Loss, loader: DataLoader) {
    if (!(model instanceof Module)) throw new TypeError(`[Trainer] expected a module, got ${shown(model)}`);
    if (!(optimizer instanceof Optimizer)) throw new TypeError(`[Trainer] expected an optimizer, got ${shown(optimizer)}`);
    if (!(loss instanceof Loss)) throw new TypeError(`[Trainer] expected a loss, got ${shown(loss)}`);
    if (!(loader instanceof DataLoader)) throw new TypeError(`[Trainer] expected a DataLoader, got ${shown(loader)}`);
    const native = model.asNative();
    super('Trainer', engine()._Trainer._make(native.raw, optimizer.raw, loss.native.raw, loader.raw));
  }

  /** How far it is now. */
  get progress(): TrainingProgress {
    return this.raw._progress();
  }

  /**
   * Trains up to `epochs`, handing control back about every 16 ms. An error thrown at a yield (Stop) ends it between
   * two steps; calling fit again goes on from there.
   */
  async fit(options: FitOptions): Promise<TrainingProgress> {
    const { epochs, onStep } = checkOptions('fit', options, ['epochs', 'onStep']);
    checkInt('fit', 'epochs', epochs, 0);
    if (onStep !== undefined && typeof onStep !== 'function') {
      throw new TypeError(`[fit] expected onStep to be a function, got ${shown(onStep)}`);
    }
    while (this.raw._run(epochs, 1) > 0) {
      onStep?.(this.progress);
      await yieldIfDue();
    }
    return this.progress;
  }
}
