import { inTenant } from "@/server/db/database/transaction";
import { lockPricedItem, type PricedItem } from "@/server/db/items/priced-items";
import type { WriteBackRow } from "@/server/db/write-backs/write-backs";
import { type ResolvedStore, refInStore } from "../connections/store";
import { blockedText, otherVariantText } from "./messages";
import { type Ending, settleWriteBack, type Work } from "./settle";

/**
 * Returns why a write-back's variant may not get a price of the item, as the receipt's text: the item is another variant
 * of the store by now, or none. Null if it is this one.
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
 * Ends a leased write-back of which nothing was sent by what its variant has. If the item is another variant by now, that
 * says nothing about the item: it ends as a conflict with this reason.
 */
export async function finishUnsent(work: Work, store: ResolvedStore, ending: Ending): Promise<void> {
  const { context, row, steps } = work;
  const { services, tenant } = context;
  await inTenant(services.db, tenant, async (tx) => {
    const snapshot = await lockPricedItem(tx, row.itemId, services.now());
    const storeAnswer = snapshot && refusalOfVariant(row, store, snapshot);
    const actual: Ending = storeAnswer === null ? ending : { ...ending, status: "conflict", storeAnswer };
    await settleWriteBack(context, tx, row, actual, steps.endWriteBack);
  });
}
