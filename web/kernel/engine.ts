/** @file The library as cells see it. */
import type { Engine } from './session.js';

/** What the kernel uses of the library's namespace; every other export is a name that cells see. */
export interface Library {
  enterScope?(scope: LibraryScope | null): LibraryScope | null;
  Scope?: new () => LibraryScope;
}

interface LibraryScope {
  dispose(): void;
}

/** Exports that are the kernel's business. */
export const kernelNames = new Set(['default', 'load', 'setYield', 'yieldIfDue', 'engine', 'Scope', 'enterScope']);

/** @param library the namespace object of web/api */
export function engineFrom(library: Library): Engine {
  const globals = Object.fromEntries(Object.entries(library).filter(([name]) => !kernelNames.has(name)));
  const { Scope, enterScope } = library;
  if (!Scope || !enterScope) return { globals };
  return {
    globals,
    openScope: () => {
      const scope = new Scope();
      const outer = enterScope(scope);
      return { close: () => void enterScope(outer), dispose: () => scope.dispose() };
    },
  };
}
