/**
 * @file The reader's edits of one lesson, kept at every keystroke. Other tabs with the lesson see them at once; when
 * two tabs write before they have heard of each other, both texts are kept.
 */
import { type Journal, localJournal } from './edit-journal.js';
import type { WorkStorage } from './work-storage.js';

/** An edited cell: the reader's text, and the author's text and place that it was made from. */
export interface Edit {
  index: number;
  author: string;
  source: string;
  /** Came with a link: the reader has not written it. */
  foreign: boolean;
  /** A text that this one took the place of: another tab's that was not seen, or the reader's own before a link. */
  other: string | null;
  /** Tells one writing of this cell from another. */
  stamp: string;
}

interface Stored {
  version: 1;
  edits: [id: string, edit: Edit][];
}

/** What is used of a BroadcastChannel. */
export interface Channel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
}

export class EditStore {
  /** As this tab shows them. */
  private edits = new Map<string, Edit>();
  /** The stamp of each cell's stored edit that this tab has seen. */
  private readonly seen = new Map<string, string | undefined>();
  private readonly ids: string[];
  private readonly dirty = new Set<number>();
  private writing: Promise<void> | null = null;
  private stamps = 0;
  private readonly tab = Math.random().toString(36).slice(2);
  private readonly journal: Journal;
  /** Cells whose text is on its way to storage. */
  private readonly unwritten = new Set<number>();

  /**
   * @param authors the author's text of every cell
   * @param onElsewhere called when a cell has another edit than this tab gave it; null: it was reset
   */
  constructor(
    private readonly lesson: string,
    private readonly authors: string[],
    private readonly storage: WorkStorage,
    private readonly channel: Channel | null,
    private readonly onElsewhere: (index: number, edit: Edit | null) => void,
  ) {
    this.ids = authors.map(
      (author, index) => `${authors.slice(0, index).filter((text) => text === author).length}:${author}`,
    );
    this.journal = localJournal(lesson, this.tab);
    channel?.addEventListener('message', ({ data }) => {
      if (data === this.key) void this.refresh();
    });
  }

  /** Reads what is kept. */
  async load(): Promise<void> {
    this.edits = editsIn(await this.storage.read<Stored>(this.key));
    for (const [id, { stamp }] of this.edits) this.seen.set(id, stamp);
    for (const { id, source, foreign } of this.journal.take()) {
      const index = this.ids.indexOf(id);
      if (index >= 0 && this.get(index)?.source !== source) this.set(index, source, { foreign });
    }
  }

  /**
   * The edit of a cell. It is found by the author's text, wherever the cell has moved to. If the author has changed the
   * text since, the edit made at the same place is given, and its `author` differs from the cell's.
   */
  get(index: number): Edit | null {
    const same = this.edits.get(this.ids[index]);
    return same ?? this.orphans(this.edits).find(([, edit]) => edit.index === index)?.[1] ?? null;
  }

  get hasForeign(): boolean {
    return this.ids.some((_, index) => this.get(index)?.foreign);
  }

  /** Called on every change of a text. With the author's own text the edit ends. */
  set(index: number, source: string, more: { foreign?: boolean; other?: string | null } = {}): void {
    const { foreign = false, other = null } = { ...this.get(index), ...more };
    this.forget(this.edits, index);
    const author = this.authors[index];
    if (source !== author) this.edits.set(this.ids[index], { index, author, source, foreign, other, stamp: '' });
    this.dirty.add(index);
    this.unwritten.add(index);
    this.noteUnwritten();
    this.writing ??= this.write();
  }

  /** Resolves when everything is written, or known to be not writable. */
  async written(): Promise<void> {
    while (this.writing) await this.writing;
  }

  /** Takes over what other tabs have written. */
  async refresh(): Promise<void> {
    await this.written();
    const stored = editsIn(await this.storage.read<Stored>(this.key));
    this.ids.forEach((id, index) => {
      const there = stored.get(id);
      if (there?.stamp === this.seen.get(id) || this.dirty.has(index)) return;
      this.adopt(index, there);
    });
  }

  private async write(): Promise<void> {
    // A reset of many cells becomes one write.
    await Promise.resolve();
    while (this.dirty.size > 0) {
      const indices = [...this.dirty];
      this.dirty.clear();
      const stored = await this.storage.change<Stored>(this.key, (old) => {
        const edits = editsIn(old);
        for (const index of indices) this.merge(edits, index);
        return { version: 1, edits: [...edits] };
      });
      const edits = editsIn(stored);
      for (const index of indices) {
        this.compare(index, edits.get(this.ids[index]));
        if (!this.dirty.has(index)) this.unwritten.delete(index);
      }
      this.noteUnwritten();
      this.channel?.postMessage(this.key);
    }
    this.writing = null;
  }

  private noteUnwritten(): void {
    this.journal.write(
      [...this.unwritten].map((index) => {
        const edit = this.edits.get(this.ids[index]);
        return {
          id: this.ids[index],
          index,
          source: edit?.source ?? this.authors[index],
          foreign: edit?.foreign ?? false,
        };
      }),
    );
  }

  /** Puts this tab's text of a cell among the stored ones. */
  private merge(stored: Map<string, Edit>, index: number): void {
    const id = this.ids[index];
    const there = stored.get(id);
    const unseen = there && there.stamp !== this.seen.get(id) ? there.source : null;
    const mine = this.edits.get(id);
    // A reset does not throw away what another tab wrote meanwhile.
    if (!mine && unseen !== null) return;
    this.forget(stored, index);
    if (!mine) return;
    const other = unseen !== null && unseen !== mine.source ? unseen : mine.other;
    stored.set(id, { ...mine, other, stamp: `${this.tab}-${++this.stamps}` });
  }

  /** What was written may hold more than this tab's text: another tab's. */
  private compare(index: number, written: Edit | undefined): void {
    const id = this.ids[index];
    const mine = this.edits.get(id);
    if (this.dirty.has(index)) {
      this.seen.set(id, written?.stamp);
      if (mine && written) mine.other = written.other;
    } else if (mine?.source === written?.source && mine?.other === written?.other) {
      this.seen.set(id, written?.stamp);
    } else {
      this.adopt(index, written);
    }
  }

  private adopt(index: number, edit: Edit | undefined): void {
    const id = this.ids[index];
    this.seen.set(id, edit?.stamp);
    if (edit) this.edits.set(id, edit);
    else this.edits.delete(id);
    this.onElsewhere(index, edit ?? null);
  }

  /** Edits whose author's text is no longer in the lesson. */
  private orphans(edits: Map<string, Edit>): [string, Edit][] {
    return [...edits].filter(([id]) => !this.ids.includes(id));
  }

  private forget(edits: Map<string, Edit>, index: number): void {
    edits.delete(this.ids[index]);
    for (const [id, edit] of this.orphans(edits)) {
      if (edit.index === index) edits.delete(id);
    }
  }

  private get key(): string {
    return `edits:${this.lesson}`;
  }
}

/** What is stored, if it is what this version writes. */
function editsIn(stored: Stored | undefined): Map<string, Edit> {
  const isEdit = (edit: Partial<Edit> | undefined): boolean =>
    typeof edit?.index === 'number' && typeof edit.author === 'string' && typeof edit.source === 'string';
  if (stored?.version !== 1 || !Array.isArray(stored.edits)) return new Map();
  return new Map(stored.edits.filter((entry) => Array.isArray(entry) && isEdit(entry[1])));
}
