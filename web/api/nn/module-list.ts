/** @file ModuleList: modules in a row that a module of your own calls as it likes. */

import { shown } from '../check.js';
import { Module } from './module.js';

/** Holds modules as its children "0", "1", …; it has no forward of its own. Source: torch.nn.ModuleList. */
export class ModuleList extends Module {
  constructor(modules: Module[]) {
    super();
    if (!Array.isArray(modules)) {
      throw new TypeError(`[ModuleList] expected an array of modules, got ${shown(modules)}`);
    }
    modules.forEach((module, index) => {
      if (!(module instanceof Module)) {
        throw new TypeError(`[ModuleList] expected modules, got ${shown(module)} at position ${index}`);
      }
      (this as unknown as Record<string, Module>)[String(index)] = module;
    });
  }

  /** How many modules there are. */
  override get length(): number {
    return this.namedChildren().length;
  }

  /** The modules in their order. */
  [Symbol.iterator](): IterableIterator<Module> {
    return this.namedChildren()
      .map(([, module]) => module)
      .values();
  }
}
