/** @file The library as cells see it. */
import type { Engine } from './session.js';

/** What the kernel uses of the library's namespace; every other export is a name that cells see. */
export interface Library {
  manualSeed?(seed: number): void;
  enterScope?(scope: LibraryScope | null): LibraryScope | null;
  Scope?: new () => LibraryScope;
}

interface LibraryScope {
  dispose(): void;
}

/** Exports that are the kernel's business. */
export const kernelNames = new Set(['default', 'load', 'setYield', 'yieldIfDue', 'engine', 'Scope', 'enterScope']);

/** Where the library's random stream starts when it is loaded; PyTorch's. */
const firstSeed = 67280421310721;

/** @param library the namespace object of web/api */
export function engineFrom(library: Library): Engine {
  const globals = Object.fromEntries(Object.entries(library).filter(([name]) => !kernelNames.has(name)));
  const { Scope, enterScope, manualSeed } = library;
  const restart = (): void => manualSeed?.(firstSeed);
  if (!Scope || !enterScope) return { globals, restart };
  return {
    globals,
    restart,
    openScope: () => {
      const scope = new Scope();
      const outer = enterScope(scope);
      return { close: () => void enterScope(outer), dispose: () => scope.dispose() };
    },
  };
}
