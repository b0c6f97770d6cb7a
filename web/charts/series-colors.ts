/**
 * @file One meaning per colour: which colour class a series name gets. The colours themselves are in the page's tokens
 * (`--norm-none` and so on).
 */

const meanings: [pattern: RegExp, colorClass: string][] = [
  [/^no(ne)?\b|\bwithout\b/i, 'norm-none'],
  [/batch[\s_-]*norm|^batch$/i, 'norm-batch'],
  [/layer[\s_-]*norm|^layer$/i, 'norm-layer'],
  [/rms/i, 'norm-rms'],
];

/**
 * Colour class per series, in order. Names without a fixed meaning take the neutral classes `series-0` to `series-3` in
 * turn; a colour that comes again is dashed (`dash-1`, `dash-2`, …).
 */
export function seriesColors(names: readonly string[]): string[] {
  let neutral = 0;
  const used = new Map<string, number>();
  return names.map((name) => {
    const color = normColor(name) ?? `series-${neutral++ % 4}`;
    const times = used.get(color) ?? 0;
    used.set(color, times + 1);
    return times > 0 ? `${color} dash-${((times - 1) % 3) + 1}` : color;
  });
}

/** The class of the norm that a name speaks of, or null. */
export function normColor(name: string): string | null {
  return meanings.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}
