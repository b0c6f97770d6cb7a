/** @file Which cells are stale, from names and runs alone. */
import { describe, expect, it } from 'vitest';
import { Staleness } from '../../web/notebook/staleness.js';

const names = (declares: string[], reads: string[] = [], writes: string[] = []) => ({ declares, reads, writes });

/** Three cells that build on each other, run in order. */
function chain(): Staleness {
  const staleness = new Staleness();
  staleness.ran(0, 1, names(['a']));
  staleness.ran(1, 2, names(['b'], ['a', 'randn']));
  staleness.ran(2, 3, names([], ['b']));
  return staleness;
}
const stale = (staleness: Staleness): number[] => [0, 1, 2].filter((cell) => staleness.reasonFor(cell) !== null);

describe('staleness', () => {
  it('is nowhere after a run from top to bottom', () => {
    expect(stale(chain())).toEqual([]);
  });

  it('of a changed cell spreads to those that read its names, and to their readers', () => {
    const staleness = chain();
    staleness.setChanged(0, true);
    expect(stale(staleness)).toEqual([0, 1, 2]);
    expect(staleness.reasonFor(2)).toEqual({ cause: 0, change: 'edited' });
    staleness.setChanged(0, false);
    expect(stale(staleness)).toEqual([]);
  });

  it('of a cell that ran again is that of its readers, until they run', () => {
    const staleness = chain();
    staleness.ran(0, 4, names(['a']));
    expect(stale(staleness)).toEqual([1, 2]);
    expect(staleness.reasonFor(1)).toEqual({ cause: 0, change: 'ran' });
    staleness.ran(1, 5, names(['b'], ['a']));
    expect(stale(staleness)).toEqual([2]);
    staleness.ran(2, 6, names([], ['b']));
    expect(stale(staleness)).toEqual([]);
  });

  it('is not there where no name is read', () => {
    const staleness = chain();
    staleness.ran(1, 4, names(['c']));
    expect(staleness.reasonFor(2)).toBeNull();
  });

  it('knows a name that several cells declare or write from the nearest above', () => {
    const staleness = new Staleness();
    staleness.ran(0, 1, names(['n']));
    staleness.ran(1, 2, names([], ['n'], ['n']));
    staleness.ran(2, 3, names(['n'], []));
    expect(stale(staleness)).toEqual([]);
    staleness.ran(0, 4, names(['n']));
    expect(stale(staleness)).toEqual([1]);
  });

  it('ends where cells read each other', () => {
    const staleness = new Staleness();
    staleness.ran(0, 1, names(['f'], ['g']));
    staleness.ran(1, 2, names(['g'], ['f']));
    staleness.setChanged(1, true);
    expect(stale(staleness)).toEqual([0, 1]);
  });

  it('is forgotten with the engine, and a cell that never ran has none', () => {
    const staleness = chain();
    staleness.setChanged(0, true);
    staleness.forget();
    staleness.setChanged(1, true);
    expect(stale(staleness)).toEqual([]);
  });
});
