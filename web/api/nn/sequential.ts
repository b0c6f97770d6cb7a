/** @file Sequential: layers one after another. */

import { shown } from '../check.js';
import { engine } from '../engine.js';
import { checkTensor, Tensor } from '../tensor.js';
import { Module, NativeLayer } from './module.js';

/** y = fₙ(… f₁(x)). The layers are its children "0", "1", … */
export class Sequential extends Module {
  #native: NativeLayer | null = null;

  constructor(...layers: Module[]) {
    super();
    layers.forEach((layer, index) => {
      if (!(layer instanceof Module)) {
        throw new TypeError(`[Sequential] expected modules, got ${shown(layer)} at position ${index}`);
      }
      (this as unknown as Record<string, Module>)[String(index)] = layer;
    });
  }

  override get length(): number {
    return this.namedChildren().length;
  }

  /** The whole chain in one call into the engine. */
  override forward(x: Tensor): Tensor {
    return new Tensor(this.asNative().raw._forward(checkTensor('Sequential', 'the input', x).raw));
  }

  override asNative(): NativeLayer {
    this.#native ??= new NativeLayer(
      engine()._Layer._sequential(this.namedChildren().map(([, child]) => child.asNative().raw)),
    );
    return this.#native;
  }
}
