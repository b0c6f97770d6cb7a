/** @file Base of the modules that run their children, native and custom ones, in one call into the engine. */

import { currentScope } from '../memory.js';
import type { RawLayer } from '../raw.js';
import { checkTensor, Tensor } from '../tensor.js';
import { isHooked } from './hooks.js';
import { Module, NativeLayer } from './module.js';

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
    // A layer may have been replaced since.
    if (this.#native === null || matching(this, this.#parts, 0) !== this.#parts.length) {
      const parts = partsOf(this);
      this.#native?.dispose();
      const children = this.namedChildren().map(([, child]) => child.asNative().raw);
      this.#native = new NativeLayer(this.makeNative(children));
      this.#native.moveTo(this.#home);
      this.#parts = parts;
    }
    return this.#native;
  }
}

/**
 * How far what partsOf gave goes with the children of `module` from place `at` on; −1 where they differ. Each call of a
 * model asks, so it makes no arrays.
 */
function matching(module: Module, parts: readonly unknown[], at: number): number {
  let next = at;
  for (const name in module) {
    const child: unknown = (module as unknown as Record<string, unknown>)[name];
    if (!(child instanceof Module) || !Object.hasOwn(module, name)) continue;
    if (child !== parts[next]) return -1;
    next += 1;
    if (!(child instanceof Container)) continue;
    if (isHooked(child) !== parts[next]) return -1;
    next = matching(child, parts, next + 1);
    if (next < 0) return -1;
  }
  return next;
}

/** The children in their order, those of nested containers among them, and whether these have hooks. */
function partsOf(module: Module): unknown[] {
  return module.namedChildren().flatMap(([, child]) =>
    child instanceof Container ? [child, isHooked(child), ...partsOf(child)] : [child],
  );
}
