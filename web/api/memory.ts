/**
 * @file Who frees what lives in wasm memory: dispose() at once, a scope at its end, the garbage collector as the net.
 */

import { checkFunction, shown } from './check.js';
import { engine } from './engine.js';
import type { RawHandle } from './raw.js';

/** So many handles are no lesson but a loop that never yields, in which nothing is ever collected. */
const maxHandles = 500_000;
let handles = 0;

/** One wasm object and whether it is still there. Scopes and the collector's registry hold this, never the wrapper. */
class Handle<R extends RawHandle> {
  scope: Scope | null = null;
  constructor(public raw: R | null) {}

  free(): void {
    if (this.raw === null) return;
    this.raw.delete();
    this.raw = null;
    handles -= 1;
    this.scope?.handles.delete(this);
    this.scope = null;
  }
}

const collected = new FinalizationRegistry<Handle<RawHandle>>((handle) => handle.free());

/** Something made in a scope belongs to it, until it is disposed, moved out, or the scope ends. */
export class Scope {
  /** @internal What was made here and is still there. */
  readonly handles = new Set<Handle<RawHandle>>();

  /** Frees all that was made in this scope and is still there. */
  dispose(): void {
    for (const handle of [...this.handles]) handle.free();
  }

  /** Runs `body` with this scope as the owner of what it makes. */
  run<T>(body: () => T): T {
    checkFunction('Scope', 'the body', body);
    const outer = current;
    current = this;
    try {
      return body();
    } finally {
      current = outer;
    }
  }
}

let current: Scope | null = null;

/** Makes `scope` the owner of what is made from now on (null: none) and returns the one before. */
export function enterScope(scope: Scope | null): Scope | null {
  if (scope !== null && !(scope instanceof Scope)) {
    throw new TypeError(`[enterScope] expected a Scope or null, got ${shown(scope)}`);
  }
  const outer = current;
  current = scope;
  return outer;
}

/** @internal The owner of what is made now. */
export function currentScope(): Scope | null {
  return current;
}

/** Base of everything that wraps a wasm object. */
export abstract class Owned<R extends RawHandle> {
  readonly #handle: Handle<R>;
  readonly #kind: string;
  /** A buffer as large as the numbers in wasm: the collector sees its weight, where the handle alone looks tiny. */
  protected readonly weight: ArrayBuffer | null;

  protected constructor(kind: string, raw: R, bytes = 0) {
    // Only the library makes these from what the engine gave.
    if (typeof (raw as R | undefined)?.delete !== 'function') {
      throw new TypeError(`[${kind}] expected something that the engine made, got ${shown(raw)}`);
    }
    if (handles >= maxHandles) {
      raw.delete();
      throw new RangeError(
        `[memory] expected at most ${maxHandles} live tensors and layers, got one more; a loop that never yields ` +
          'frees nothing: for await over a loader, tidy(() => …) and dispose() do',
      );
    }
    handles += 1;
    this.#kind = kind;
    this.#handle = new Handle(raw);
    this.weight = bytes >= 4096 ? new ArrayBuffer(bytes) : null;
    collected.register(this, this.#handle as Handle<RawHandle>, this);
    this.moveTo(current);
  }

  /** @internal The wasm object; throws when it was freed. */
  get raw(): R {
    if (this.#handle.raw === null) throw new ReferenceError(`[${this.#kind}] used after dispose()`);
    return this.#handle.raw;
  }

  /** Whether dispose() was called, or its scope has ended. */
  get isDisposed(): boolean {
    return this.#handle.raw === null;
  }

  /** Frees the wasm memory now. A second call does nothing. */
  dispose(): void {
    collected.unregister(this);
    this.#handle.free();
  }

  /** @internal Gives this to another scope; null keeps it until it is disposed or collected. */
  moveTo(scope: Scope | null): void {
    const handle = this.#handle as Handle<RawHandle>;
    handle.scope?.handles.delete(handle);
    handle.scope = scope;
    scope?.handles.add(handle);
  }

  /** @internal Gives this to the scope that `other` belongs to. */
  moveBeside(other: Owned<RawHandle>): void {
    this.moveTo(other.#handle.scope);
  }
}

/**
 * Runs `body` and frees every tensor that it made, except those in its result (a tensor, or arrays and plain objects
 * of them). `body` must be synchronous: a promise is refused.
 */
export function tidy<T>(body: () => T): T {
  checkFunction('tidy', 'the body', body);
  const scope = new Scope();
  const outer = current;
  try {
    const result = scope.run(body);
    checkSynchronous('tidy', result);
    keep(result, outer);
    return result;
  } finally {
    scope.dispose();
  }
}

/** Throws when a function that must be synchronous returned a promise. */
export function checkSynchronous(tag: string, result: unknown): void {
  if (result instanceof Promise) {
    throw new TypeError(`[${tag}] expected a synchronous function, got one that returns a promise`);
  }
}

function keep(value: unknown, scope: Scope | null): void {
  if (value instanceof Owned) value.moveTo(scope);
  else if (Array.isArray(value)) for (const item of value) keep(item, scope);
  else if (value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    for (const item of Object.values(value)) keep(item, scope);
  }
}

/** What the engine holds now: blocks of numbers, their bytes, and the nodes of recorded graphs. */
export function memory(): { tensors: number; bytes: number; nodes: number } {
  const { storages, bytes, nodes } = engine()._memory();
  return { tensors: storages, bytes, nodes };
}
