import type { Group, InboxEntry } from "./arrange";

/** One line of the list: a group's title or an entry. */
export interface Line {
  readonly key: string;
  readonly group: Group;
  /** Null for the title. */
  readonly entry: InboxEntry | null;
  /** The number of the entry among all of the list. */
  readonly position: number;
}

export function linesOf(groups: readonly Group[]): Line[] {
  let position = 0;
  return groups.flatMap((group) => [
    { key: group.why, group, entry: null, position },
    ...group.entries.map((entry) => ({ key: entry.id, group, entry, position: ++position })),
  ]);
}
