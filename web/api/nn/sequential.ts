/** @file Sequential: layers one after another. */

import { shown } from '../check.js';
import { engine } from '../engine.js';
import { currentScope } from '../memory.js';
import { checkTensor, Tensor } from '../tensor.js';
import { Module, NativeLayer } from './module.js';

/** y = fₙ(… f₁(x)). The layers are its children "0", "1", … */
export class Sequential extends Module {
  // Made at the first call, which may be in a cell that is run again; it belongs to where the layers were made.
  readonly #home = currentScope();
  #native: NativeLayer | null = null;
  #chained: Module[] = [];

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

  /** The whole chain in one call into the engine. */
  override forward(x: Tensor): Tensor {
    return new Tensor(this.asNative().raw._forward(checkTensor('Sequential', 'the input', x).raw));
  }

  /** @internal */
  override disposeNative(): void {
    this.#native?.dispose();
  }
  /** @internal */
  override asNative(): NativeLayer {
    const layers = chain(this);
    // A layer may have been replaced since.
    const same = layers.length === this.#chained.length && layers.every((layer, index) => layer === this.#chained[index]);
    if (this.#native === null || !same) {
      this.#native?.dispose();
      const natives = this.namedChildren().map(([, child]) => child.asNative().raw);
      this.#native = new NativeLayer(engine()._Layer._sequential(natives));
      this.#native.moveTo(this.#home);
      this.#chained = layers;
    }
    return this.#native;
  }
}

/** The layers in the order in which they run, those of nested chains among them. */
function chain(module: Module): Module[] {
  return module.namedChildren().flatMap(([, child]) => (child instanceof Sequential ? [child, ...chain(child)] : [child]));
}
