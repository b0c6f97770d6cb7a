/** @file The reader's edits on the page: kept, reset, put into a link, brought by one, downloaded. */
import type { Lesson } from '../lesson/lesson.js';
import type { Cell } from './cell.js';
import { type Edit, EditStore } from './edit-store.js';
import type { Figures } from './figures.js';
import { fingerprint, linkWith, readLink, shareable, type Shared } from './share-link.js';
import type { StatusBar } from './status-bar.js';
import { troubleWords, type WorkStorage } from './work-storage.js';

export interface WorkOptions {
  /** Lasting name of the lesson. */
  lesson: string;
  cells: readonly Cell[];
  figures: Figures | null;
  bar: StatusBar;
  storage: WorkStorage;
  /** The lesson as its author wrote it. */
  source: () => Promise<Lesson>;
  /** Called when the text of a cell has changed. */
  changed(cell: Cell): void;
  /** Called when cells now come from someone else, or no longer do. */
  trustChanged(): void;
}

export class ReaderWork {
  private readonly store: EditStore;

  constructor(private readonly options: WorkOptions) {
    const { lesson, cells, storage } = options;
    this.store = new EditStore(
      lesson,
      cells.map((cell) => cell.author),
      storage,
      typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('normlab'),
      (index, edit) => this.show(cells[index], edit),
    );
    // A page that slept has missed what other tabs said.
    document.addEventListener('visibilitychange', () => document.hidden || void this.store.refresh());
  }

  /** Shows what was kept, and offers what the address brings. */
  async restore(): Promise<void> {
    const { cells } = this.options;
    await this.store.load();
    for (const cell of cells) {
      const edit = this.store.get(cell.index);
      // What was typed before this stays; the kept text is still at hand.
      if (edit && cell.isEdited) this.store.set(cell.index, cell.source, { other: edit.source });
      else if (edit) this.show(cell, edit);
    }
    addEventListener('hashchange', () => void this.offerLink());
    await this.offerLink();
  }

  /** Whether some cell's text came with a link. */
  get hasForeign(): boolean {
    return this.store.hasForeign;
  }

  /** The reader has typed. */
  keep(cell: Cell): void {
    this.store.set(cell.index, cell.source);
    cell.describeEdit(this.store.get(cell.index));
    if (this.options.storage.trouble) this.options.bar.say(troubleWords(this.options.storage.trouble));
  }

  reset(cell: Cell): void {
    this.put(cell, cell.author, { foreign: false, other: null });
  }

  resetAll(): void {
    const { cells, bar } = this.options;
    const before = cells.map((cell) => this.store.get(cell.index));
    const edited = cells.filter((cell) => cell.isEdited);
    for (const cell of edited) this.reset(cell);
    if (edited.length === 0) return bar.say('Nothing to reset: every cell has the lesson’s text.');
    bar.offer(`${count(edited.length)} reset to the lesson’s text.`, 'Undo', () => {
      for (const cell of edited) {
        const { source, foreign, other } = before[cell.index]!;
        this.put(cell, source, { foreign, other });
      }
      bar.say('The changes are back.');
    });
  }

  /** Exchanges the text of a cell with the one that it took the place of. */
  swap(cell: Cell): void {
    const edit = this.store.get(cell.index);
    if (!edit || edit.other === null) return;
    this.put(cell, edit.other, { foreign: false, other: edit.foreign ? null : edit.source });
  }

  async copyLink(): Promise<void> {
    const { lesson, cells, figures, bar } = this.options;
    const edits = cells.flatMap((cell) => this.store.get(cell.index) ?? []).map(shareable);
    const settings = figures?.settings() ?? {};
    const figureCount = Object.keys(settings).length;
    const nothing = edits.length + figureCount === 0;
    const link = nothing
      ? location.href.replace(/#.*$/s, '')
      : await linkWith(location.href, { lesson, edits, settings });
    try {
      await navigator.clipboard.writeText(link);
      bar.say(
        nothing
          ? 'Copied: a link to this lesson; you have changed nothing.'
          : `Copied: a link to this lesson with ${changes(edits.length, figureCount)}.`,
      );
    } catch {
      prompt('Copy this link:', link);
    }
  }

  async save(kind: 'markdown' | 'notebook'): Promise<void> {
    const { bar, cells, source, lesson } = this.options;
    try {
      const { editedLesson, markdownOf, notebookOf, saveFile } = await import('./download.js');
      const edited = editedLesson(
        await source(),
        cells.map((cell) => cell.source),
      );
      const name = fileName(lesson);
      if (kind === 'markdown') saveFile(`${name}.md`, 'text/markdown', markdownOf(edited));
      else saveFile(`${name}.ipynb`, 'application/x-ipynb+json', notebookOf(edited));
      bar.say(`Downloaded with ${count(cells.filter((cell) => cell.isEdited).length)} changed.`);
    } catch (error) {
      bar.say(`The file could not be made: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Everything that was changed is in storage, or known to have no place there. */
  written(): Promise<void> {
    return this.store.written();
  }

  private async offerLink(): Promise<void> {
    const { bar, lesson } = this.options;
    try {
      const shared = await readLink(location.hash);
      if (!shared) return;
      if (shared.lesson !== lesson) return bar.say('This link carries changes of another lesson.');
      const figures = this.options.figures?.count(shared.settings) ?? 0;
      if (shared.edits.length + figures === 0) return;
      bar.offer(`This link brings ${changes(shared.edits.length, figures)} by someone.`, 'Show them', () =>
        this.takeLink(shared),
      );
    } catch (error) {
      bar.say(error instanceof Error ? error.message : String(error));
    }
  }

  private takeLink({ edits, settings }: Shared): void {
    const { cells, figures, bar } = this.options;
    figures?.apply(settings);
    for (const { index, author, source } of edits) {
      const cell =
        cells.find((one) => fingerprint(one.author) === author && (one.index === index || !isTwin(cells, one))) ??
        cells[index];
      if (!cell || cell.source === source) continue;
      this.put(cell, source, { foreign: true, other: cell.isEdited ? cell.source : null });
    }
    // Reloading must not bring them again once they are reset.
    history.replaceState(null, '', location.pathname + location.search);
    const apart = ' They run apart from this site, without its storage or the network.';
    bar.say(`The changes from the link are shown.${edits.length > 0 ? apart : ''}`);
  }

  private put(cell: Cell, source: string, more: { foreign: boolean; other: string | null }): void {
    this.store.set(cell.index, source, more);
    this.show(cell, this.store.get(cell.index));
  }

  private show(cell: Cell, edit: Edit | null): void {
    cell.setSource(edit?.source ?? cell.author);
    cell.describeEdit(edit);
    this.options.changed(cell);
    this.options.trustChanged();
  }
}

function isTwin(cells: readonly Cell[], cell: Cell): boolean {
  return cells.some((other) => other !== cell && other.author === cell.author);
}

function count(cells: number): string {
  return `${cells === 0 ? 'no' : cells} ${cells === 1 ? 'cell' : 'cells'}`;
}

/** "2 cells and 1 figure changed". */
function changes(cells: number, figures: number): string {
  const figureWords = `${figures} ${figures === 1 ? 'figure' : 'figures'}`;
  if (figures === 0) return `${count(cells)} changed`;
  return cells === 0 ? `${figureWords} changed` : `${count(cells)} and ${figureWords} changed`;
}

/** Lesson names may be addresses. */
function fileName(lesson: string): string {
  return (
    lesson
      .replace(/[?#].*$/s, '')
      .replace(/^.*[/:]/s, '')
      .replace(/\.(md|markdown)$/i, '')
      .replace(/[^\p{L}\p{N}._-]+/gu, '-')
      .slice(0, 80) || 'lesson'
  );
}
