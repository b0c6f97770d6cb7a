/**
 * @file The reader's edits, kept in this browser. Where storage is blocked or full they last for this visit only, and
 * `kept` says so.
 */

/** An edited cell: the reader's text, and the author's text and place that it was made from. */
export interface Edit {
  index: number;
  author: string;
  source: string;
}

export class EditStore {
  /** False once something could not be written. */
  kept = true;
  private edits: Map<string, Edit>;
  private readonly ids: string[];

  /** @param authors the author's text of every cell. */
  constructor(
    private readonly lesson: string,
    private readonly authors: string[],
  ) {
    this.ids = authors.map(
      (author, index) => `${authors.slice(0, index).filter((text) => text === author).length}:${author}`,
    );
    this.edits = this.read() ?? new Map();
  }

  /**
   * The edit of a cell. It is found by the author's text, wherever the cell has moved to. If the author has changed the
   * text since, the edit made at the same place is given, and its `author` differs from the cell's.
   */
  get(index: number): Edit | null {
    const same = this.edits.get(this.ids[index]);
    return same ?? this.orphans().find(([, edit]) => edit.index === index)?.[1] ?? null;
  }

  /** Called on every change of a text. */
  set(index: number, source: string): void {
    this.write(() => {
      this.forget(index);
      this.edits.set(this.ids[index], { index, author: this.authors[index], source });
    });
  }

  remove(index: number): void {
    this.write(() => this.forget(index));
  }

  /** Edits whose author's text is no longer in the lesson. */
  private orphans(): [string, Edit][] {
    return [...this.edits].filter(([id]) => !this.ids.includes(id));
  }

  private forget(index: number): void {
    this.edits.delete(this.ids[index]);
    for (const [id, edit] of this.orphans()) {
      if (edit.index === index) this.edits.delete(id);
    }
  }

  /** Other tabs may have written since: their edits are read again first, so that only this cell's changes. */
  private write(change: () => void): void {
    if (this.kept) this.edits = this.read() ?? this.edits;
    change();
    try {
      if (this.edits.size === 0) localStorage.removeItem(this.key);
      else localStorage.setItem(this.key, JSON.stringify([...this.edits]));
      this.kept = true;
    } catch {
      this.kept = false;
    }
  }

  private get key(): string {
    return `normlab:edits:${this.lesson}`;
  }

  /** Null where storage is blocked or holds something else. */
  private read(): Map<string, Edit> | null {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(this.key) ?? '[]');
      return isStored(stored) ? new Map(stored) : null;
    } catch {
      return null;
    }
  }
}

function isStored(value: unknown): value is [string, Edit][] {
  return (
    Array.isArray(value) &&
    value.every(
      (entry) =>
        Array.isArray(entry) &&
        typeof entry[0] === 'string' &&
        typeof entry[1]?.index === 'number' &&
        typeof entry[1].author === 'string' &&
        typeof entry[1].source === 'string',
    )
  );
}
