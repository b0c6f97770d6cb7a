/** @file Which cells show what no longer follows from the cells above them. Knows names and runs, no page. */
import type { CellNames } from '../kernel/protocol.js';

interface Run {
  /** Number of the run; later is greater. */
  run: number;
  names: CellNames;
}

export class Staleness {
  private readonly runs = new Map<number, Run>();
  private readonly changed = new Set<number>();

  /** A cell (by its place on the page) has run to its end. */
  ran(cell: number, run: number, names: CellNames): void {
    this.runs.set(cell, { run, names });
    this.changed.delete(cell);
  }

  /** The code of a cell is no longer, or is again, the code that ran. */
  setChanged(cell: number, changed: boolean): void {
    if (changed && this.runs.has(cell)) this.changed.add(cell);
    else this.changed.delete(cell);
  }

  forget(): void {
    this.runs.clear();
    this.changed.clear();
  }

  /** Why a cell is stale, or null. `cause`: the cell that changed or ran again, which may be the cell itself. */
  reasonFor(cell: number): { cause: number; change: 'edited' | 'ran' } | null {
    return this.search(cell, new Set());
  }

  private search(cell: number, seen: Set<number>): { cause: number; change: 'edited' | 'ran' } | null {
    const own = this.runs.get(cell);
    if (!own || seen.has(cell)) return null;
    seen.add(cell);
    if (this.changed.has(cell)) return { cause: cell, change: 'edited' };
    for (const provider of this.providersOf(cell, own.names.reads)) {
      const reason = this.search(provider, seen);
      if (reason) return reason;
      if (this.runs.get(provider)!.run > own.run) return { cause: provider, change: 'ran' };
    }
    return null;
  }

  /**
   * For each name the nearest cell above that gives it a value; where there is none, the one below that declares it.
   */
  private providersOf(cell: number, names: readonly string[]): Set<number> {
    const providers = new Set<number>();
    const others = [...this.runs].filter(([other]) => other !== cell);
    for (const name of names) {
      const above = others.filter(
        ([other, { names: its }]) => other < cell && [...its.declares, ...its.writes].includes(name),
      );
      const below = others.filter(([other, { names: its }]) => other > cell && its.declares.includes(name));
      const found =
        above.length > 0 ? Math.max(...above.map(([other]) => other)) : Math.min(...below.map(([other]) => other));
      if (Number.isFinite(found)) providers.add(found);
    }
    return providers;
  }
}
