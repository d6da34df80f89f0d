import { laggingItems, type SaleItem } from "@/server/db/items/sale-reads";
import { type KeyedPrice, StoreError } from "@/server/stores";
import type { ResolvedStore } from "../resolved-store";
import { laggingAt } from "./lagging";
import { toPageFailure } from "./sync-list";
import { applyPrices, type ReadItemPrice } from "./sync-prices";
import { runStep, type SyncWork, whileLeased } from "./sync-step";

/** Prices that are read one after the other before they are stored; a worker holds the sync's lease meanwhile. */
const READ_AT_ONCE = 5;

/**
 * Reads the prices of the items whose sale began or ended since they were read, after a list of changes, which does not
 * have them: the store's products stay as they are when a sale begins or ends, and its own job may run late.
 * @returns false if the worker was stopped before the end
 * @throws PageFailed
 */
export async function readSales(work: SyncWork, store: ResolvedStore): Promise<boolean> {
  const { context, progress, signal } = work;
  const lagging = laggingAt(progress.integrationId, context.services.now());
  let afterId = "";
  for (;;) {
    if (signal?.aborted) return false;
    const items = await runStep(work, (tx) => laggingItems(tx, { ...lagging, afterId, limit: READ_AT_ONCE }));
    const last = items.at(-1);
    if (last === undefined) return true;
    const read = await whileLeased(work, () => readItems(store, items, context.services.now));
    await runStep(work, (tx) => applyPrices(context, tx, progress, read));
    afterId = last.id;
  }
}

/** Reads the prices of items, one after the other. @throws PageFailed */
async function readItems(
  store: ResolvedStore,
  items: readonly SaleItem[],
  now: () => number,
): Promise<ReadItemPrice[]> {
  const read: ReadItemPrice[] = [];
  for (const item of items) {
    const readAtMs = now();
    const reading = await readItem(store, item);
    if (reading !== null) read.push({ item, reading, readAtMs });
  }
  return read;
}

/** The answers that concern one variant alone: the store has it no more, or has no price of it that can be used. */
const OF_ONE_VARIANT: ReadonlySet<string> = new Set(["not_found", "rejected"]);

/** Null for a variant that the store has no usable price of: it stays unread, and the others are read. */
async function readItem(
  { connector, connection }: ResolvedStore,
  { ref, price, currency }: SaleItem,
): Promise<KeyedPrice | null> {
  const mirror = price === null ? undefined : { price, currency };
  try {
    return await connector.readPrice(connection, ref, mirror);
  } catch (error) {
    if (error instanceof StoreError && OF_ONE_VARIANT.has(error.reason)) return null;
    return toPageFailure(error);
  }
}
