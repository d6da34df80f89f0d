/**
 * Inserts displayed rows that have left the list, at their earlier position among the rows now in the list.
 * @param listed newest first, so by descending id
 * @param hasMore whether there are more pages: a row older than the last listed one may be on them and counts as
 * listed
 */
export function withLeft<Row extends { readonly id: string }>(
  displayed: readonly Row[],
  listed: readonly Row[],
  own: ReadonlySet<string>,
  hasMore: boolean,
): readonly Row[] {
  const last = listed.at(-1)?.id ?? "";
  const ids = new Set(listed.map(({ id }) => id));
  const after = new Map<string | null, Row[]>();
  let anchor: string | null = null;
  for (const row of displayed) {
    if (ids.has(row.id)) anchor = row.id;
    else if (!own.has(row.id) && !(hasMore && row.id < last))
      after.set(anchor, [...(after.get(anchor) ?? []), row]);
  }
  const following = (id: string | null) => after.get(id) ?? [];
  return [...following(null), ...listed.flatMap((row) => [row, ...following(row.id)])];
}
