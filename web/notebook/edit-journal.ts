/**
 * @file The last keystrokes, until IndexedDB has them: a page may be left in the middle of that, and its script then
 * gets no time to wait. localStorage is written at once.
 */

/** A cell's text by the author's text that it was made from. */
export interface JournalEntry {
  id: string;
  index: number;
  source: string;
  foreign: boolean;
}

export interface Journal {
  /** Replaces what this tab has noted. */
  write(entries: readonly JournalEntry[]): void;
  /** What tabs that are gone have left, which is then forgotten. */
  take(): JournalEntry[];
}

/** @param tab name of this tab, so that each has a note of its own */
export function localJournal(lesson: string, tab: string): Journal {
  const prefix = `normlab unwritten ${lesson} `;
  return {
    write(entries) {
      try {
        if (entries.length === 0) localStorage.removeItem(prefix + tab);
        else localStorage.setItem(prefix + tab, JSON.stringify(entries));
      } catch {
        // Blocked or full: the keystroke is in memory, and on its way to IndexedDB.
      }
    },
    take() {
      try {
        const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
        const entries = keys.flatMap((key) => JSON.parse(localStorage.getItem(key) ?? '[]') as JournalEntry[]);
        for (const key of keys) localStorage.removeItem(key);
        return entries.filter(({ id, source }) => typeof id === 'string' && typeof source === 'string');
      } catch {
        return [];
      }
    },
  };
}
