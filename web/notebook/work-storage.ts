/**
 * @file Where the reader's work is kept: IndexedDB of this browser, one record per key. Where that is blocked or full
 * the page goes on with its memory, and says so.
 */
import { createStore, get, update, type UseStore } from 'idb-keyval';

/** `blocked`: nothing can be kept. `full`: the last write found no room. */
export type Trouble = 'blocked' | 'full' | null;

export class WorkStorage {
  trouble: Trouble = null;
  private readonly memory = new Map<string, unknown>();
  private store: UseStore | null = null;

  constructor(private readonly onTrouble: (trouble: Trouble) => void = () => undefined) {}

  async read<T>(key: string): Promise<T | undefined> {
    try {
      return await get<T>(key, this.open());
    } catch {
      this.setTrouble('blocked');
      return this.memory.get(key) as T | undefined;
    }
  }

  /** Changes a record; nothing else, in this tab or another, changes it meanwhile. Gives the new record. */
  async change<T>(key: string, next: (old: T | undefined) => T): Promise<T> {
    let made: T | undefined;
    try {
      await update<T>(
        key,
        (old) => (made = next(this.trouble ? ((this.memory.get(key) as T) ?? old) : old)),
        this.open(),
      );
      this.setTrouble(null);
    } catch (error) {
      made ??= next(this.memory.get(key) as T | undefined);
      this.setTrouble(isFull(error) ? 'full' : 'blocked');
    }
    if (this.trouble) this.memory.set(key, made);
    else this.memory.delete(key);
    return made as T;
  }

  /** Opened when it is first used; opening may throw where storage is blocked. */
  private open(): UseStore {
    this.store ??= createStore('normlab', 'work');
    return this.store;
  }

  private setTrouble(trouble: Trouble): void {
    if (trouble === this.trouble) return;
    this.trouble = trouble;
    this.onTrouble(trouble);
  }
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

/** In words, for the reader. */
export function troubleWords(trouble: Trouble): string {
  if (trouble === 'full')
    return 'No room is left in this browser: edits last until the page is closed. Download them to keep them.';
  if (trouble === 'blocked')
    return 'This browser keeps nothing for the page: edits last until it is closed. Download them to keep them.';
  return 'Edits are kept again.';
}
