import type { Tx } from "@/server/db/database/transaction";
import { unsettledItems, writtenSince } from "@/server/db/integrations/synced-items";
import { lockCatalog } from "@/server/db/items/items";
import { recordWindowReads, type SaleItem } from "@/server/db/items/sale-reads";
import type { KeyedPrice } from "@/server/stores";
import { applyItems } from "../items/apply";
import type { RequestContext } from "../request-context";
import { reconcileFromStore } from "../write-backs/reconcile";
import type { SyncProgress } from "./sync-report";
import { priceProblem, windowPatch } from "./variant-patch";

/** The price of one item as the store has it; `readAtMs` is when it was requested, milliseconds since 1970. */
export interface ReadItemPrice {
  readonly item: SaleItem;
  readonly reading: KeyedPrice;
  readonly readAtMs: number;
}

/** Stores prices that were read one by one, and reconciles our write-backs with them, in the given transaction. */
export async function applyPrices(
  context: RequestContext,
  tx: Tx,
  { integrationId, report }: SyncProgress,
  read: readonly ReadItemPrice[],
): Promise<void> {
  const now = new Date(context.services.now());
  await lockCatalog(tx);
  for (const { item, reading, readAtMs } of read) {
    if (reading.currency !== item.currency || priceProblem(reading) !== null) continue;
    const readAt = new Date(readAtMs);
    // A price that we wrote after the read is newer.
    if ((await writtenSince(tx, integrationId, [item], readAt)).has(item.id)) continue;
    const { price, currency } = reading;
    const patch = { sku: item.sku, price, currency, ...windowPatch(reading) };
    const [merge] = await applyItems(context, tx, [patch], "sync");
    if (merge === undefined || merge.outcome === "refused") continue;
    if (merge.before?.price !== merge.item.price) report.price_changes++;
    report.sales_read++;
    await recordWindowReads(tx, [item.id], readAt, now);
    if ((await unsettledItems(tx, [item.id])).has(item.id))
      await reconcileFromStore(
        tx,
        context,
        { id: item.id, integrationId, ref: item.ref },
        { ...reading, readAtMs },
      );
  }
}
