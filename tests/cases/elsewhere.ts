/** @file Cases that need a browser, a server or a page: the test that meets each. */

export interface Place {
  file: string;
  /** The test's title, as it stands in the file. */
  title: string;
}

/** By the start of the id. */
const places: Record<string, Place> = {};

export function elsewhere(id: string): Place | null {
  return Object.entries(places).find(([start]) => id.startsWith(start))?.[1] ?? null;
}
