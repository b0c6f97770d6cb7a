/** @file Module: the tree of layers, as torch.nn.Module. */

import { checkBoolean, checkOptions, isPlainObject, shown } from '../check.js';
import { engine } from '../engine.js';
import { Owned } from '../memory.js';
import type { RawLayer, RawLayerProbe, RawTensor } from '../raw.js';
import { checkTensor, Parameter, Tensor } from '../tensor.js';
import { addHook, type ForwardHook, type HookHandle, runHooks } from './hooks.js';

/** A layer that lives in the engine. */
export class NativeLayer extends Owned<RawLayer> {
  constructor(raw: RawLayer) {
    super('layer', raw);
  }
}

/** A module can be called like a function: model(x) is model.forward(x). */
export interface Module {
  (...inputs: Tensor[]): Tensor;
}

/** @internal */
export function checkModule(tag: string, value: unknown): Module {
  if (!(value instanceof Module)) throw new TypeError(`[${tag}] expected a module, got ${shown(value)}`);
  return value;
}

/**
 * Base of all modules. A class of your own assigns parameters (`new nn.Parameter(…)`) and other modules to its
 * properties in the constructor, and computes in `forward`:
 *
 *     class Scale extends nn.Module {
 *       constructor(n) { super(); this.weight = new nn.Parameter(ones([n])); }
 *       forward(x) { return x.mul(this.weight); }
 *     }
 */
export class Module {
  /** Whether this module is in training mode; see train() and eval(). */
  training!: boolean;

  constructor() {
    const call = (...inputs: Tensor[]): Tensor => {
      const output = checkResult(module, module.forward(...inputs));
      return module.hookLayer() === null ? runHooks(module, inputs, output) : output;
    };
    // A function's own `name` and `length` would stand in the way of properties with these names.
    delete (call as { name?: string }).name;
    delete (call as { length?: number }).length;
    const module = Object.setPrototypeOf(call, new.target.prototype) as this;
    module.training = true;
    return module;
  }

  /** What model(x) computes; a class of your own defines it. */
  forward(..._inputs: Tensor[]): Tensor {
    throw new TypeError(`[${this.className}] expected a forward method in this class, got none`);
  }

  /** The name that toString() shows. */
  get className(): string {
    return this.constructor.name;
  }
  /** What toString() shows inside the brackets. */
  extraRepr(): string {
    return '';
  }

  /** Training mode (or evaluation mode, with false) for this module and all below. */
  train(mode = true): this {
    this.training = checkBoolean('train', 'mode', mode);
    for (const [, child] of this.namedChildren()) child.train(mode);
    return this;
  }
  /** Evaluation mode: dropout is off, BatchNorm uses its running statistics. */
  eval(): this {
    return this.train(false);
  }

  /**
   * Calls `hook(module, inputs, output)` after every forward, wherever the module is used. Returns a handle whose
   * remove() ends it.
   */
  registerForwardHook(hook: ForwardHook): HookHandle {
    return addHook(this, hook);
  }

  /** The modules among this one's properties, with their names. */
  namedChildren(): [name: string, child: Module][] {
    return Object.entries(this).filter((entry): entry is [string, Module] => entry[1] instanceof Module);
  }
  /** This module ('') and all below, with dotted names. */
  namedModules(prefix = ''): [name: string, module: Module][] {
    if (typeof prefix !== 'string') {
      throw new TypeError(`[namedModules] expected prefix to be a string, got ${shown(prefix)}`);
    }
    const below = this.namedChildren().flatMap(([name, child]) => child.namedModules(joined(prefix, name)));
    return [[prefix, this], ...below];
  }
  /** Parameters of this module and all below, with PyTorch's dotted names; a shared one is listed once. */
  namedParameters(): [name: string, parameter: Parameter][] {
    const seen = new Set<Parameter>();
    return namedTensors(this, (module) => module.ownParameters()).filter((entry): entry is [string, Parameter] => {
      if (seen.has(entry[1] as Parameter)) return false;
      seen.add(entry[1] as Parameter);
      return true;
    });
  }
  /** What an optimiser trains: the parameters of this module and all below. */
  parameters(): Parameter[] {
    return this.namedParameters().map(([, parameter]) => parameter);
  }
  /** Tensors that belong to the state but are not trained (running statistics), with dotted names. */
  namedBuffers(): [name: string, buffer: Tensor][] {
    return namedTensors(this, (module) => module.ownBuffers());
  }

  /** Parameters and buffers under PyTorch's keys. The tensors share their numbers with the module. */
  stateDict(): Map<string, Tensor> {
    return new Map(namedTensors(this, (module) => [...module.ownParameters(), ...module.ownBuffers()]));
  }
  /** Copies values in. Errors: missing or unexpected keys, other shapes or dtypes; nothing is changed then. */
  loadStateDict(state: Map<string, Tensor> | Record<string, Tensor>): void {
    if (!(state instanceof Map) && !isPlainObject(state)) {
      throw new TypeError(`[loadStateDict] expected a Map or an object of tensors, got ${shown(state)}`);
    }
    const given = state instanceof Map ? state : new Map(Object.entries(state));
    const own = this.stateDict();
    for (const [key, tensor] of own) {
      if (!given.has(key)) throw new TypeError(`[loadStateDict] expected the key "${key}", got none`);
      const value = checkTensor('loadStateDict', `"${key}"`, given.get(key));
      if (String(value.shape) !== String(tensor.shape) || value.dtype !== tensor.dtype) {
        const [want, got] = [tensor, value].map((each) => `${each.dtype} of shape (${each.shape.join(', ')})`);
        throw new RangeError(`[loadStateDict] expected "${key}" as ${want}, got ${got}`);
      }
    }
    for (const key of given.keys()) {
      if (!own.has(key)) throw new TypeError(`[loadStateDict] got an unexpected key "${key}"`);
    }
    for (const [key, tensor] of own) tensor.raw._assign((given.get(key) as Tensor).raw);
  }

  /** Gives the parameters and buffers that hold fractions this dtype, float32 or float64. */
  to(dtype: 'float32' | 'float64'): this {
    if (dtype !== 'float32' && dtype !== 'float64') {
      throw new TypeError(`[to] expected float32 or float64, got ${shown(dtype)}`);
    }
    for (const tensor of this.stateDict().values()) {
      if (tensor.dtype.startsWith('float')) tensor.raw._convert(dtype);
    }
    return this;
  }
  /** Parameters and buffers as float32. */
  float(): this {
    return this.to('float32');
  }
  /** Parameters and buffers as float64. */
  double(): this {
    return this.to('float64');
  }

  /** Frees the parameters, buffers and engine layers of this module and all below, now. A second call does nothing. */
  dispose(): void {
    for (const [, module] of this.namedModules()) {
      for (const [, tensor] of [...module.ownParameters(), ...module.ownBuffers()]) tensor.dispose();
      module.disposeNative();
    }
  }

  /** Sets all gradients to zero, or removes them. */
  zeroGrad(options?: { setToNone?: boolean }): void {
    const { setToNone = false } = checkOptions('zeroGrad', options, ['setToNone']);
    checkBoolean('zeroGrad', 'setToNone', setToNone);
    for (const parameter of this.parameters()) parameter.raw._zeroGrad(setToNone);
  }

  /** The tree as PyTorch prints it. */
  toString(): string {
    const lines = this.namedChildren().map(([name, child]) => `(${name}): ${String(child).replaceAll('\n', '\n  ')}`);
    if (lines.length === 0) return `${this.className}(${this.extraRepr()})`;
    if (this.extraRepr() !== '') lines.unshift(this.extraRepr());
    return `${this.className}(\n  ${lines.join('\n  ')}\n)`;
  }

  /** @internal Own parameters by PyTorch's name. */
  ownParameters(): [string, Parameter][] {
    return Object.entries(this).filter((entry): entry is [string, Parameter] => entry[1] instanceof Parameter);
  }
  /** @internal Own buffers by PyTorch's name. */
  ownBuffers(): [string, Tensor][] {
    return [];
  }

  /** @internal Frees what a class keeps in the engine besides its tensors. */
  disposeNative(): void {}

  /** @internal Lets a probe see every output. */
  attachProbe(probe: RawLayerProbe): HookHandle {
    // A forward of one's own may give other things than tensors.
    return this.registerForwardHook((_module, _inputs, output: unknown) =>
      output instanceof Tensor ? new Tensor(probe._observe(output.raw)) : undefined,
    );
  }

  /**
   * @internal The layer in the engine that runs whenever this module does, and calls its hooks; null: JavaScript does.
   */
  hookLayer(): RawLayer | null {
    return null;
  }

  /** @internal This module as a layer that C++ can run. */
  asNative(): NativeLayer {
    const custom = engine()._Layer._custom({
      forward: (x: RawTensor) => {
        const input = new Tensor(x);
        const output = checkTensor(this.className, 'the result of forward', this.forward(input));
        return runHooks(this, [input], output).raw;
      },
      train: (on: boolean) => void this.train(on),
    });
    return new NativeLayer(custom);
  }
}

/** A forward may give what it likes, but a forgotten return is told. */
function checkResult<T>(module: Module, result: T): T {
  if (result === undefined) {
    throw new TypeError(`[${module.className}] expected forward to return a value, got undefined`);
  }
  return result;
}

// A function, not a private method: the constructor returns another object than the one that would have it.
function namedTensors(root: Module, own: (module: Module) => [string, Tensor][]): [string, Tensor][] {
  return root.namedModules().flatMap(([prefix, module]) =>
    own(module).map(([name, tensor]): [string, Tensor] => [joined(prefix, name), tensor]),
  );
}

function joined(prefix: string, name: string): string {
  return prefix === '' ? name : `${prefix}.${name}`;
}
