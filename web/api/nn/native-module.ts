/** @file Base of the layers that the engine computes: each wraps one C++ layer and shares its parameters. */

import { engine } from '../engine.js';
import type { RawLayer, RawLayerProbe } from '../raw.js';
import { checkTensor, Parameter, Tensor } from '../tensor.js';
import type { HookHandle } from './hooks.js';
import { Module, NativeLayer } from './module.js';

export abstract class NativeModule extends Module {
  /** @internal */
  declare readonly native: NativeLayer;

  constructor(raw: RawLayer) {
    super();
    // Not enumerable, so that the tree of modules does not list it.
    Object.defineProperty(this, 'native', { value: new NativeLayer(raw) });
  }

  override forward(x: Tensor): Tensor {
    return new Tensor(this.native.raw._forward(checkTensor(this.className, 'the input', x).raw));
  }
  override train(mode = true): this {
    this.native.raw._train(mode);
    return super.train(mode);
  }
  override toString(): string {
    return this.native.raw._toString();
  }
  /** @internal */
  override hookLayer(): RawLayer {
    return this.native.raw;
  }
  /** @internal Without a way through JavaScript. */
  override attachProbe(probe: RawLayerProbe): HookHandle {
    const id = engine()._LayerProbe._attach(probe, this.native.raw);
    return {
      remove: () => {
        if (!this.native.isDisposed) this.native.raw._removeHook(id);
      },
    };
  }
  /** @internal */
  override disposeNative(): void {
    this.native.dispose();
  }
  /** @internal */
  override asNative(): NativeLayer {
    return this.native;
  }

  /** A parameter of the C++ layer; null where the layer was made without it. */
  protected parameter(name: string): Parameter | null {
    const raw = this.native.raw._tensor(name);
    return raw === null ? null : new Parameter(raw);
  }
  protected buffer(name: string): Tensor | null {
    const raw = this.native.raw._tensor(name);
    return raw === null ? null : new Tensor(raw);
  }
}
