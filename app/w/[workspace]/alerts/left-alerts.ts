import type { AlertSort } from "@/server/domain/alerts/alert";

/**
 * Inserts displayed rows that have left the list, at their earlier position among the rows now in the list.
 * @param listed in the list's order
 * @param isOnLaterPage whether a row's place is behind the last listed one, on a page that is not loaded: it counts as
 * listed
 */
export function withLeft<Row extends { readonly id: string }>(
  displayed: readonly Row[],
  listed: readonly Row[],
  own: ReadonlySet<string>,
  isOnLaterPage: (row: Row) => boolean,
): readonly Row[] {
  const ids = new Set(listed.map(({ id }) => id));
  const after = new Map<string | null, Row[]>();
  let anchor: string | null = null;
  for (const row of displayed) {
    if (ids.has(row.id)) anchor = row.id;
    else if (!own.has(row.id) && !isOnLaterPage(row)) after.set(anchor, [...(after.get(anchor) ?? []), row]);
  }
  const following = (id: string | null) => after.get(id) ?? [];
  return [...following(null), ...listed.flatMap((row) => [row, ...following(row.id)])];
}

/** What the orders of alerts are made of; the amounts of a list have one currency. */
interface Placed {
  readonly id: string;
  readonly kind: string;
  readonly money_at_risk: { readonly amount: string } | null;
}

const moneyOf = ({ money_at_risk: money }: Placed): number => (money ? Number(money.amount) : -1);

/** Whether an alert's place in the order is behind another's; without another one it is not. */
export function isBehind(row: Placed, last: Placed | undefined, sort: AlertSort): boolean {
  if (last === undefined) return false;
  if (sort === "kind" && row.kind !== last.kind) return row.kind > last.kind;
  const less = sort === "newest" ? 0 : moneyOf(last) - moneyOf(row);
  return less === 0 ? row.id < last.id : less > 0;
}
