/** @file Hooks: functions that see what a module computes. */

import { checkFunction } from '../check.js';
import { checkTensor, Tensor } from '../tensor.js';
import type { Module } from './module.js';

/** Sees a module's inputs and output after each forward; a tensor that it returns takes the output's place. */
export type ForwardHook = (module: Module, inputs: Tensor[], output: Tensor) => Tensor | void;

/** What registerForwardHook gives. */
export interface HookHandle {
  /** Takes the hook away. A second call does nothing. */
  remove(): void;
}

interface Hooks {
  readonly entries: Set<{ hook: ForwardHook }>;
  /** Of the engine's call into JavaScript, where the module is an engine's layer. */
  id: number | null;
}

/** How many hooks there are in all: most programs have none, and then no model is searched for them. */
let hookCount = 0;

// Beside the modules, not in them: the engine's callbacks then keep neither module nor hooks alive.
const hooksOf = new WeakMap<Module, Hooks>();

/** @internal The output after all hooks of a module. */
export function runHooks(module: Module, inputs: Tensor[], output: Tensor): Tensor {
  let result = output;
  for (const { hook } of [...(hooksOf.get(module)?.entries ?? [])]) {
    const other = hook(module, inputs, result);
    if (other !== undefined) result = checkTensor('registerForwardHook', 'the result of the hook', other);
  }
  return result;
}

/** @internal */
export function isHooked(module: Module): boolean {
  return (hooksOf.get(module)?.entries.size ?? 0) > 0;
}

/** @internal Whether this module or one below has hooks. */
export function hasHooks(module: Module): boolean {
  return hookCount > 0 && module.namedModules().some(([, each]) => isHooked(each));
}

/** @internal See Module.registerForwardHook. */
export function addHook(module: Module, hook: ForwardHook): HookHandle {
  checkFunction('registerForwardHook', 'hook', hook);
  const hooks = hooksOf.get(module) ?? { entries: new Set(), id: null };
  hooksOf.set(module, hooks);
  const entry = { hook };
  hooks.entries.add(entry);
  hookCount += 1;
  const weak = new WeakRef(module);
  hooks.id ??=
    module.hookLayer()?._onForward((x, y) => {
      const there = weak.deref();
      if (there === undefined) return null;
      const output = new Tensor(y);
      const result = runHooks(there, [new Tensor(x)], output);
      return result === output ? null : result.raw;
    }) ?? null;
  return {
    remove: () => {
      if (hooks.entries.delete(entry)) hookCount -= 1;
      if (hooks.entries.size > 0 || hooks.id === null) return;
      if (!module.asNative().isDisposed) module.hookLayer()?._removeHook(hooks.id);
      hooks.id = null;
    },
  };
}
