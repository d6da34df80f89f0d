import type { Money } from "../money";

/** One entry of a preview that is to be decided: what it is grouped by, and its money where that is known. */
export interface PlannedEntry {
  readonly group: string;
  readonly money: Money | null;
}

/** The entries of one reason or kind, with their sums in minor units by currency. */
export interface PlannedGroup {
  readonly group: string;
  readonly count: number;
  readonly money: ReadonlyMap<string, bigint>;
}

/** Groups the entries of a preview, the most frequent group first. */
export function plannedGroups(entries: Iterable<PlannedEntry>): PlannedGroup[] {
  const groups = new Map<string, { count: number; money: Map<string, bigint> }>();
  for (const { group, money } of entries) {
    const sums = groups.get(group) ?? { count: 0, money: new Map<string, bigint>() };
    sums.count += 1;
    if (money) sums.money.set(money.currency, (sums.money.get(money.currency) ?? 0n) + money.minor);
    groups.set(group, sums);
  }
  return [...groups]
    .map(([group, sums]) => ({ group, ...sums }))
    .sort((a, b) => b.count - a.count || (a.group < b.group ? -1 : 1));
}
