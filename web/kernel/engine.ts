/** @file The library as cells see it. */
import type { Engine } from './session.js';

/** What the kernel uses of the library's namespace; every other export is a name that cells see. */
export interface Library {
  Generator?: new () => { initialSeed(): number | bigint; dispose(): void };
  manualSeed?(seed: number | bigint): void;
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
  const restart = (): void => restartStream(library);
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

/** The random stream begins where that of a new generator does. */
function restartStream({ Generator, manualSeed }: Library): void {
  if (!Generator || !manualSeed) return;
  const fresh = new Generator();
  manualSeed(fresh.initialSeed());
  fresh.dispose();
}
