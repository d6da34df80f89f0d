import type { PricedItem } from "@/server/db/items/priced-items";
import type { WriteBackRow } from "@/server/db/write-backs/write-backs";
import { refInStore } from "../connections/store";
import type { ResolvedStore } from "../resolved-store";
import type { Ending } from "./consequences";
import { blockedText, otherVariantText } from "./messages";

/**
 * Returns why a write-back's variant may not get a price of the item, as the receipt's text: the item is another
 * variant of the store by now, or none. Null if it is this one.
 */
export function refusalOfVariant(
  row: WriteBackRow,
  { connector: { kind } }: ResolvedStore,
  snapshot: PricedItem,
): string | null {
  if (refInStore({ id: row.integrationId, kind }, snapshot) === row.storeRef) return null;
  const { storeState: state } = snapshot;
  return state === "missing" ? blockedText(row, { code: "state", state }) : otherVariantText(row);
}

/**
 * If the item is another variant of the store by now, what a write-back's variant has says nothing about the item: one
 * of which nothing was sent ends as a conflict with this reason.
 */
export const unlessOtherVariant =
  (row: WriteBackRow, store: ResolvedStore, intended: Ending) =>
  (snapshot: PricedItem): Ending | null => {
    const storeAnswer = refusalOfVariant(row, store, snapshot);
    return storeAnswer === null ? null : { ...intended, status: "conflict", storeAnswer };
  };
