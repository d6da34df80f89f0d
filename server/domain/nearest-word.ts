/** Returns the known word with the fewest edits to the given one, at most a third of its letters; else null. */
export function nearestWord(word: string, known: readonly string[]): string | null {
  const given = word.toLowerCase();
  const [best] = known
    .map((each) => ({ each, edits: editsBetween(given, each) }))
    .filter(({ each, edits }) => edits <= Math.max(1, Math.floor(each.length / 3)))
    .sort((a, b) => a.edits - b.edits);
  return best?.each ?? null;
}

/** The number of letters to insert, delete, replace or swap with the next one. */
function editsBetween(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const above = rows[i - 1] ?? [];
      row.push(
        Math.min(
          (above[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (above[j - 1] ?? 0) + same,
          swapped ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    rows.push(row);
  }
  return rows[from.length]?.[to.length] ?? 0;
}
