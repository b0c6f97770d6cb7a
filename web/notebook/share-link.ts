/** @file A reader's edits inside a link: compressed, behind the `#`, which browsers send to nobody. */
import type { Edit } from './edit-store.js';

/** An edited cell as a link carries it. `author` tells which text it was made from. */
export interface SharedEdit {
  index: number;
  author: string;
  source: string;
}

export interface Shared {
  lesson: string;
  edits: SharedEdit[];
  /** State of each widget that the reader has set, by its name and number. */
  settings: Record<string, unknown>;
}

const name = 'work';
/** Text that a link may unfold to. */
const maxBytes = 2_000_000;

/** @param address of the page, without its own fragment */
export async function linkWith(address: string, shared: Shared): Promise<string> {
  const json = new TextEncoder().encode(JSON.stringify(shared));
  const packed = await through(new CompressionStream('deflate-raw'), json, Infinity);
  return `${address.replace(/#.*$/s, '')}#${name}=${toBase64Url(packed)}`;
}

/** What a link carries; null without anything. @throws Error in words for a link that was cut or changed */
export async function readLink(fragment: string): Promise<Shared | null> {
  const packed = new URLSearchParams(fragment.replace(/^#/, '')).get(name);
  if (packed === null) return null;
  let shared: unknown;
  try {
    const json = await through(new DecompressionStream('deflate-raw'), fromBase64Url(packed), maxBytes);
    shared = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json));
  } catch {
    throw new Error('This link is damaged: its changes could not be read. Was it copied whole?');
  }
  if (!isShared(shared)) throw new Error('This link carries something else than changes of a lesson.');
  return shared;
}

/** A short name for a text. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}

export function shareable({ index, author, source }: Edit): SharedEdit {
  return { index, author: fingerprint(author), source };
}

async function through(
  stream: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) throw new Error('too long');
    parts.push(value as Uint8Array<ArrayBuffer>);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
}

function isShared(value: unknown): value is Shared {
  const { lesson, edits, settings } = (value ?? {}) as Partial<Shared>;
  return (
    typeof lesson === 'string' &&
    typeof settings === 'object' &&
    settings !== null &&
    Array.isArray(edits) &&
    edits.every(
      (edit) => Number.isInteger(edit?.index) && typeof edit.author === 'string' && typeof edit.source === 'string',
    )
  );
}
