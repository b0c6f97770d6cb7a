/** @file Training in slices. */

import { checkFunction, checkInt, checkOptions, shown } from './check.js';
import { DataLoader } from './data.js';
import { engine } from './engine.js';
import { Loss } from './nn/loss.js';
import { noGrad } from './grad-mode.js';
import { Owned, tidy } from './memory.js';
import { checkModule, type Module } from './nn/module.js';
import { Optimizer } from './optim.js';
import { Probe } from './probe.js';
import type { RawTensor, RawTrainer } from './raw.js';
import { Tensor } from './tensor.js';
import { yieldIfDue } from './yield.js';

export { exactAccuracy } from './sequences.js';
export { BlockProbe, type BlockReport, probeBlocks } from './block-probe.js';
export { type LayerReport, Probe, probe, type ProbeOptions, type WeightReport } from './probe.js';

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
  /** Called, and awaited, after every epoch: the place to validate. Each epoch begins with model.train(). */
  onEpoch?: (progress: TrainingProgress) => void | Promise<void>;
}

/**
 * Repeats zeroGrad, loss(model(x), y), backward, step over the batches of a loader of (x, y). A step whose loss or
 * gradients are not finite throws an Error that names the step, the batch and where NaN or infinity arose: the example,
 * the layer, or the loss. A step that throws, for whatever reason, leaves weights, running statistics, optimizer and
 * random numbers as they were; fit() begins with its batch again, with a smaller learning rate if you set one.
 */
export class Trainer extends Owned<RawTrainer> {
  /** The model that it trains. */
  readonly model: Module;

  constructor(model: Module, optimizer: Optimizer, loss: Loss, loader: DataLoader) {
    checkModule('Trainer', model);
    if (!(optimizer instanceof Optimizer))
      throw new TypeError(`[Trainer] expected an optimizer, got ${shown(optimizer)}`);
    if (!(loss instanceof Loss)) throw new TypeError(`[Trainer] expected a loss, got ${shown(loss)}`);
    if (!(loader instanceof DataLoader)) throw new TypeError(`[Trainer] expected a DataLoader, got ${shown(loader)}`);
    const native = model.asNative();
    const buffers = model.namedBuffers().map(([, buffer]) => buffer.raw);
    const weak = new WeakRef(model);
    const findLayer = (x: RawTensor): string => findFirstNonFinite(weak.deref()!, new Tensor(x));
    super(
      'Trainer',
      engine()._Trainer._make(native.raw, optimizer.raw, loss.native.raw, loader.raw, buffers, findLayer),
    );
    this.model = model;
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
    const { epochs, onStep, onEpoch } = checkOptions('fit', options, ['epochs', 'onStep', 'onEpoch']);
    checkInt('fit', 'epochs', epochs, 0);
    if (onStep !== undefined) checkFunction('fit', 'onStep', onStep);
    if (onEpoch !== undefined) checkFunction('fit', 'onEpoch', onEpoch);
    while (this.raw._run(epochs, 1) > 0) {
      onStep?.(this.progress);
      if (onEpoch !== undefined && this.progress.step % this.progress.stepsPerEpoch === 0) await onEpoch(this.progress);
      await yieldIfDue();
    }
    return this.progress;
  }
}

function findFirstNonFinite(model: Module, x: Tensor): string {
  const probe = new Probe(model);
  try {
    tidy(() => noGrad(() => void model(x)));
    return probe.firstNonFinite();
  } finally {
    probe.remove();
    x.dispose();
  }
}
