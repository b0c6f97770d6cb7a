/** @file The known name that somebody probably meant. */

/** The name that differs only in case and underscores, or in one or two letters. */
export function nearest(missing: string, names: readonly string[]): string | null {
  const bare = (name: string): string => name.replaceAll('_', '').toLowerCase();
  const same = names.find((name) => bare(name) === bare(missing));
  if (same !== undefined) return same;
  const allowed = missing.length >= 7 ? 2 : missing.length >= 4 ? 1 : 0;
  let best: string | null = null;
  let least = allowed + 1;
  for (const name of names) {
    const distance = editDistance(missing, name, allowed);
    if (distance < least) {
      least = distance;
      best = name;
    }
  }
  return best;
}

/** Least number of letters to insert, leave out, change or swap with the next one, or anything above `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = rows[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
    }
  }
  return rows[a.length][b.length];
}
