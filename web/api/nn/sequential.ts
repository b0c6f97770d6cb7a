/** @file Sequential: layers one after another. */

import { shown } from '../check.js';
import { engine } from '../engine.js';
import type { RawLayer } from '../raw.js';
import { Container } from './container.js';
import { Module } from './module.js';

/** y = fₙ(… f₁(x)). The layers are its children "0", "1", … */
export class Sequential extends Container {
  constructor(...layers: Module[]) {
    super();
    layers.forEach((layer, index) => {
      if (!(layer instanceof Module)) {
        throw new TypeError(`[Sequential] expected modules, got ${shown(layer)} at position ${index}`);
      }
      (this as unknown as Record<string, Module>)[String(index)] = layer;
    });
  }

  /** How many layers there are. */
  override get length(): number {
    return this.namedChildren().length;
  }

  /** @internal */
  protected override makeNative(children: RawLayer[]): RawLayer {
    return engine()._Layer._sequential(children);
  }
}
