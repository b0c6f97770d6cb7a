/** @file Base of the modules that run their children, native and custom ones, in one call into the engine. */

import { currentScope } from '../memory.js';
import type { RawLayer } from '../raw.js';
import { checkTensor, Tensor } from '../tensor.js';
import { isHooked, Module, NativeLayer } from './module.js';

/** Base of Sequential and ResidualConnection. */
export abstract class Container extends Module {
  // Made at the first call, which may be in a cell that is run again; it belongs to where the layers were made.
  readonly #home = currentScope();
  #native: NativeLayer | null = null;
  #parts: unknown[] = [];

  /** @internal The engine's container of these layers, the children in their order. */
  protected abstract makeNative(children: RawLayer[]): RawLayer;

  /** All of it in one call into the engine. */
  override forward(x: Tensor): Tensor {
    return new Tensor(this.#whole().raw._forward(checkTensor(this.className, 'the input', x).raw));
  }

  /** @internal */
  override disposeNative(): void {
    this.#native?.dispose();
  }
  /** @internal */
  override asNative(): NativeLayer {
    return isHooked(this) ? super.asNative() : this.#whole();
  }

  #whole(): NativeLayer {
    const parts = partsOf(this);
    // A layer may have been replaced since.
    const same = parts.length === this.#parts.length && parts.every((part, index) => part === this.#parts[index]);
    if (this.#native === null || !same) {
      this.#native?.dispose();
      const children = this.namedChildren().map(([, child]) => child.asNative().raw);
      this.#native = new NativeLayer(this.makeNative(children));
      this.#native.moveTo(this.#home);
      this.#parts = parts;
    }
    return this.#native;
  }
}

/** The children in their order, those of nested containers among them, and whether these have hooks. */
function partsOf(module: Module): unknown[] {
  return module.namedChildren().flatMap(([, child]) =>
    child instanceof Container ? [child, isHooked(child), ...partsOf(child)] : [child],
  );
}
