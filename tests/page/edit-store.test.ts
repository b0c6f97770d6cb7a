/** @file The store of edits: reloads, changed lessons, two tabs, blocked and full storage. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Channel, type Edit, EditStore } from '../../web/notebook/edit-store.js';
import { type Trouble, WorkStorage } from '../../web/notebook/work-storage.js';

/** A browser's storage: slow, and shared by tabs. */
class Disk extends WorkStorage {
  constructor(
    private readonly records: Map<string, unknown>,
    private readonly state: Trouble = null,
  ) {
    super();
  }
  override async read<T>(key: string): Promise<T | undefined> {
    await later();
    return structuredClone(this.records.get(key)) as T | undefined;
  }
  override async change<T>(key: string, next: (old: T | undefined) => T): Promise<T> {
    await later();
    const made = next(structuredClone(this.records.get(key)) as T | undefined);
    if (this.state === null) this.records.set(key, structuredClone(made));
    return made;
  }
}

class Radio implements Channel {
  private readonly listeners: ((event: { data: unknown }) => void)[] = [];
  constructor(private readonly others: Radio[]) {
    others.push(this);
  }
  postMessage(data: unknown): void {
    for (const other of this.others) if (other !== this) for (const listener of other.listeners) listener({ data });
  }
  addEventListener(_type: 'message', listener: (event: { data: unknown }) => void): void {
    this.listeners.push(listener);
  }
}

const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30));

let records: Map<string, unknown>;
let radios: Radio[];
beforeEach(() => {
  records = new Map();
  radios = [];
});

interface Tab {
  store: EditStore;
  heard: [number, Edit | null][];
}

async function open(authors: string[], { deaf = false } = {}): Promise<Tab> {
  const heard: Tab['heard'] = [];
  const store = new EditStore('l', authors, new Disk(records), deaf ? null : new Radio(radios), (index, edit) =>
    heard.push([index, edit && { ...edit }]),
  );
  await store.load();
  return { store, heard };
}

describe('the store of edits', () => {
  it('keeps edits for the next visit, and forgets those that are reset', async () => {
    const { store } = await open(['a', 'b']);
    store.set(1, 'mine');
    await store.written();
    const next = await open(['a', 'b']);
    expect(next.store.get(0)).toBeNull();
    expect(next.store.get(1)).toMatchObject({ index: 1, author: 'b', source: 'mine', foreign: false, other: null });
    next.store.set(1, 'b');
    await next.store.written();
    expect((await open(['a', 'b'])).store.get(1)).toBeNull();
  });

  it('keeps the last of many keystrokes', async () => {
    const { store } = await open(['a']);
    for (const text of ['m', 'mi', 'min', 'mine']) store.set(0, text);
    await later();
    store.set(0, 'mine!');
    await store.written();
    expect((await open(['a'])).store.get(0)).toMatchObject({ source: 'mine!', other: null });
  });

  it('finds the edit of a cell that has moved', async () => {
    const { store } = await open(['a', 'b']);
    store.set(1, 'mine');
    await store.written();
    const next = await open(['a', 'new', 'b']);
    expect(next.store.get(1)).toBeNull();
    expect(next.store.get(2)?.source).toBe('mine');
  });

  it('takes two cells with the same text for two cells', async () => {
    const { store } = await open(['a', 'a']);
    store.set(1, 'mine');
    await store.written();
    const next = await open(['a', 'a']);
    expect(next.store.get(0)).toBeNull();
    expect(next.store.get(1)?.source).toBe('mine');
  });

  it('offers the edit with the text it was made from when the author has changed the cell', async () => {
    const { store } = await open(['a', 'b']);
    store.set(1, 'mine');
    await store.written();
    const next = await open(['a', 'b, improved']);
    expect(next.store.get(1)).toMatchObject({ author: 'b', source: 'mine' });
    next.store.set(1, 'mine too');
    await next.store.written();
    const last = await open(['a', 'b, improved']);
    expect(last.store.get(1)).toMatchObject({ author: 'b, improved', source: 'mine too' });
  });

  it('does not take for edits what another program left', async () => {
    records.set('edits:l', { version: 1, edits: [['0:a', { index: 'no' }], 5] });
    expect((await open(['a'])).store.get(0)).toBeNull();
  });

  it('remembers which texts came with a link, and the reader’s own under them', async () => {
    const { store } = await open(['a', 'b']);
    store.set(0, 'from a link', { foreign: true, other: 'mine' });
    await store.written();
    const next = await open(['a', 'b']);
    expect(next.store.hasForeign).toBe(true);
    expect(next.store.get(0)).toMatchObject({ foreign: true, other: 'mine' });
    next.store.set(0, 'from a link, changed');
    expect(next.store.hasForeign).toBe(true);
    next.store.set(0, 'mine', { foreign: false, other: null });
    expect(next.store.hasForeign).toBe(false);
  });
});

describe('two tabs', () => {
  it('see each other’s edits and resets', async () => {
    const first = await open(['a', 'b']);
    const second = await open(['a', 'b']);
    first.store.set(0, 'first');
    await settled();
    expect(second.heard).toMatchObject([[0, { source: 'first' }]]);
    second.store.set(0, 'first and second');
    second.store.set(1, 'second');
    await settled();
    expect(first.heard.map(([index, edit]) => [index, edit?.source])).toEqual([
      [0, 'first and second'],
      [1, 'second'],
    ]);
    expect(first.store.get(0)?.other).toBeNull();
    first.store.set(0, 'a');
    await settled();
    expect(second.store.get(0)).toBeNull();
    expect(second.heard.at(-1)).toEqual([0, null]);
  });

  it('that write the same cell at once keep both texts', async () => {
    const first = await open(['a']);
    const second = await open(['a']);
    first.store.set(0, 'first');
    second.store.set(0, 'second');
    await settled();
    const edit = (await open(['a'])).store.get(0)!;
    expect([edit.source, edit.other].sort()).toEqual(['first', 'second']);
    expect(first.store.get(0)?.source).toBe(edit.source);
    expect(second.store.get(0)?.source).toBe(edit.source);
  });

  it('that have not heard of each other keep both texts', async () => {
    const first = await open(['a', 'b'], { deaf: true });
    const second = await open(['a', 'b'], { deaf: true });
    first.store.set(0, 'first');
    first.store.set(1, 'kept');
    await first.store.written();
    second.store.set(0, 'second');
    await second.store.written();
    expect(second.store.get(0)).toMatchObject({ source: 'second', other: 'first' });
    expect(second.heard).toMatchObject([[0, { source: 'second', other: 'first' }]]);
    expect((await open(['a', 'b'])).store.get(1)?.source).toBe('kept');
    // The next keystroke keeps the other text, too.
    second.store.set(0, 'second!');
    await second.store.written();
    expect((await open(['a', 'b'])).store.get(0)).toMatchObject({ source: 'second!', other: 'first' });
  });

  it('do not lose an edit to a reset that has not seen it', async () => {
    const first = await open(['a']);
    first.store.set(0, 'old');
    await first.store.written();
    const second = await open(['a'], { deaf: true });
    first.store.set(0, 'newer');
    await first.store.written();
    second.store.set(0, 'a');
    await second.store.written();
    expect(second.heard).toMatchObject([[0, { source: 'newer' }]]);
    expect((await open(['a'])).store.get(0)?.source).toBe('newer');
  });

  it('take over what was written while they slept', async () => {
    const first = await open(['a'], { deaf: true });
    const second = await open(['a'], { deaf: true });
    first.store.set(0, 'first');
    await first.store.written();
    await second.store.refresh();
    expect(second.heard).toMatchObject([[0, { source: 'first' }]]);
  });
});

describe('a page that is left before its last keystroke is stored', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('finds it at the next visit, once', async () => {
    const notes: Record<string, string> = {};
    const access = {
      getItem: (key: string) => notes[key] ?? null,
      setItem: (key: string, value: string) => void (notes[key] = value),
      removeItem: (key: string) => void delete notes[key],
    };
    vi.stubGlobal(
      'localStorage',
      new Proxy(notes, { get: (_, key: string) => access[key as keyof typeof access] ?? notes[key] }),
    );
    const first = await open(['a', 'b']);
    first.store.set(1, 'min');
    await first.store.written();
    expect(notes).toEqual({});
    first.store.set(1, 'mine');
    // Left: nothing that the page began is ever finished.
    const left = { ...notes };
    await first.store.written();
    const stored = records.get('edits:l') as { edits: [string, Edit][] };
    stored.edits[0][1].source = 'min';
    stored.edits[0][1].stamp = 'older';
    Object.assign(notes, left);
    const next = await open(['a', 'b']);
    expect(next.store.get(1)?.source).toBe('mine');
    await next.store.written();
    expect(notes).toEqual({});
    expect((await open(['a', 'b'])).store.get(1)).toMatchObject({ source: 'mine', other: null });
  });
});

describe('storage', () => {
  it('that is missing is replaced by memory, and that is said', async () => {
    // Node has no IndexedDB.
    const troubles: Trouble[] = [];
    const storage = new WorkStorage((trouble) => troubles.push(trouble));
    expect(await storage.read('k')).toBeUndefined();
    await storage.change<number>('k', (old = 0) => old + 1);
    await storage.change<number>('k', (old = 0) => old + 1);
    expect(await storage.read('k')).toBe(2);
    expect(troubles).toEqual(['blocked']);
  });
});
