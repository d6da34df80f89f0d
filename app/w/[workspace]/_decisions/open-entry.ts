/** Whether the open entry has changed since the person opened it. */
export type EntryStatus =
  /** Unchanged. */
  | "waiting"
  /** Its figures changed while it was open. */
  | "changed"
  /** It left the list while it was open, by a decision or because it was superseded. */
  | "left";

/** The open entry as the person last saw it. */
export interface OpenEntryState<Row> {
  readonly id: string;
  /** The version that the person opened; null until the entry appears in the list. */
  readonly version: number | null;
  readonly row: Row | null;
  /** The ids of the entries above it in the list. */
  readonly above: readonly string[];
}

type Entry = { readonly id: string; readonly version: number };

/** Returns the state of the open entry for the present list; the same object if nothing changed. */
export function nextOpenEntry<Row extends Entry>(
  held: OpenEntryState<Row> | null,
  id: string | null,
  rows: readonly Row[],
): OpenEntryState<Row> | null {
  if (id === null) return null;
  const at = rows.findIndex((row) => row.id === id);
  const row = rows[at] ?? null;
  const above = rows.slice(0, Math.max(at, 0)).map((other) => other.id);
  if (held?.id !== id) return { id, version: row?.version ?? null, row, above };
  if (row === null || row === held.row) return held;
  return { id, version: held.version ?? row.version, row, above };
}

/**
 * Returns whether the open entry changed or left. An entry opened by its address may be pending without being listed.
 */
export function entryStatusOf<Row extends Entry>(
  held: OpenEntryState<Row>,
  listed: Row | undefined,
  isStillPending: boolean,
): EntryStatus {
  if (listed) return held.version === null || listed.version === held.version ? "waiting" : "changed";
  return held.version === null && isStillPending ? "waiting" : "left";
}

/** Returns the list with the open entry at its earlier position, so that navigation continues from there. */
export function withOpenEntry<Row extends Entry>(
  rows: readonly Row[],
  held: OpenEntryState<Row> | null,
  open: Row | null,
): readonly Row[] {
  if (!held || !open || rows.some(({ id }) => id === open.id)) return rows;
  const above = new Set(held.above);
  const at = rows.findLastIndex(({ id }) => above.has(id)) + 1;
  return [...rows.slice(0, at), open, ...rows.slice(at)];
}
