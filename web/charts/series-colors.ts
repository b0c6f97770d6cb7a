/**
 * @file One meaning per colour: which colour class a series name gets. The colours themselves are in the page's tokens
 * (`--norm-none` and so on).
 */

const meanings: [pattern: RegExp, colorClass: string][] = [
  [/^no(ne)?\b|\bwithout\b/i, 'norm-none'],
  [/batch/i, 'norm-batch'],
  [/layer/i, 'norm-layer'],
  [/rms/i, 'norm-rms'],
];

/**
 * Colour class per series, in order. Names without a fixed meaning take the neutral classes `series-0` to `series-3` in
 * turn.
 */
export function seriesColors(names: string[]): string[] {
  let neutral = 0;
  return names.map((name) => meanings.find(([pattern]) => pattern.test(name))?.[1] ?? `series-${neutral++ % 4}`);
}
