/**
 * @file What Lit's build for Node needs where there is no page, so that importing a widget never throws there. Stands in
 * for Lit's own stand-in, which copies all of `window` and so reads storage that a sandboxed frame forbids.
 */
const known = new Map<string, unknown>();

export const HTMLElement = globalThis.HTMLElement ?? class {};
export const customElements = globalThis.customElements ?? {
  get: (name: string): unknown => known.get(name),
  define: (name: string, element: unknown): void => void known.set(name, element),
};
