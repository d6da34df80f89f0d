/** Rows that others have seen leave, in the place where they stood, among those that the list holds now. */
export function withLeft<Row extends { readonly id: string }>(
  shown: readonly Row[],
  listed: readonly Row[],
  own: ReadonlySet<string>,
): readonly Row[] {
  const ids = new Set(listed.map(({ id }) => id));
  const after = new Map<string | null, Row[]>();
  let anchor: string | null = null;
  for (const row of shown) {
    if (ids.has(row.id)) anchor = row.id;
    else if (!own.has(row.id)) after.set(anchor, [...(after.get(anchor) ?? []), row]);
  }
  const following = (id: string | null) => after.get(id) ?? [];
  return [...following(null), ...listed.flatMap((row) => [row, ...following(row.id)])];
}
