/** How an open entry stands to what the person opened. */
export type Standing =
  /** As it was opened. */
  | "waiting"
  /** Its figures moved on while it was open. */
  | "changed"
  /** It left the list while it was open: somebody decided it, or something replaced it. */
  | "left";

/** The entry in front of a person, as they last saw it. */
export interface HeldEntry<Row> {
  readonly id: string;
  /** The version that they opened; null until it was seen in the list. */
  readonly version: number | null;
  readonly row: Row | null;
  /** What stood above it in the list. */
  readonly above: readonly string[];
}

type Entry = { readonly id: string; readonly version: number };

/** What is to be remembered of the open entry, given the list as it is now; the same object where nothing is new. */
export function heldNow<Row extends Entry>(
  held: HeldEntry<Row> | null,
  id: string | null,
  rows: readonly Row[],
): HeldEntry<Row> | null {
  if (id === null) return null;
  const at = rows.findIndex((row) => row.id === id);
  const row = rows[at] ?? null;
  const above = rows.slice(0, Math.max(at, 0)).map((other) => other.id);
  if (held?.id !== id) return { id, version: row?.version ?? null, row, above };
  if (row === null || row === held.row) return held;
  return { id, version: held.version ?? row.version, row, above };
}

/** Where the open entry stands. One that was never in the list, opened by its address, may still wait. */
export function standingOf<Row extends Entry>(
  held: HeldEntry<Row>,
  listed: Row | undefined,
  isStillPending: boolean,
): Standing {
  if (listed) return held.version === null || listed.version === held.version ? "waiting" : "changed";
  return held.version === null && isStillPending ? "waiting" : "left";
}

/** The list with the open entry where it stood, so that one goes on from there. */
export function withOpen<Row extends Entry>(
  rows: readonly Row[],
  held: HeldEntry<Row> | null,
  open: Row | null,
): readonly Row[] {
  if (!held || !open || rows.some(({ id }) => id === open.id)) return rows;
  const above = new Set(held.above);
  const at = rows.findLastIndex(({ id }) => above.has(id)) + 1;
  return [...rows.slice(0, at), open, ...rows.slice(at)];
}
