/** @file Cases whose operation is not in the library yet, and what they wait for. */

/** By the start of the id. */
const waiting: Record<string, string> = {
  H06: 'the widget that is embedded in course pages',
};

export function waitsFor(id: string): string | null {
  return Object.entries(waiting).find(([start]) => id.startsWith(start))?.[1] ?? null;
}
