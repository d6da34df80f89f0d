import { type ItemState, itemState, type StoreState } from "@/server/domain/items/item-state";
import type { EngineItem, EngineObservation } from "@/server/domain/pricing/inputs";
import type { Tx } from "../database/transaction";
import { type EngineItemRow, engineItemOf, engineItemSql } from "./engine-items";
import { columnsSql } from "./item-columns";
import { windowStoreSql } from "./shop-windows";

/** An item whose price is about to be decided or written, with its product in the store. */
export interface PricedItem {
  readonly item: EngineItem;
  readonly integrationId: string | null;
  readonly storeRef: string | null;
  readonly state: ItemState;
  /** The store's part of it, also of an archived item. */
  readonly storeState: StoreState | null;
}

interface PricedItemRow extends EngineItemRow {
  readonly integrationId: string | null;
  readonly storeRef: string | null;
  readonly archivedAt: Date | null;
  readonly storeState: StoreState | null;
}

/**
 * Locks the item until the transaction ends. A transaction that changes an item's price together with its
 * recommendations or write-backs locks the item first, which avoids deadlocks.
 * @param nowMs end of the 24 hours over which the day's price change is measured, milliseconds since 1970
 */
export async function lockPricedItem(tx: Tx, id: string, nowMs: number): Promise<PricedItem | null> {
  const { workspaceId } = tx.tenant;
  const locked = await tx.run(
    "SELECT FROM catalog_items WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE",
    [workspaceId, id],
  );
  return locked === 0 ? null : findPricedItem(tx, id, nowMs);
}

/** Returns the same as `lockPricedItem`, without the lock. */
export async function findPricedItem(tx: Tx, id: string, nowMs: number): Promise<PricedItem | null> {
  const { workspaceId } = tx.tenant;
  const [row] = await tx.sql<PricedItemRow>(
    `SELECT ${engineItemSql("i", "$3", { lastChange: "true" })}, ${columnsSql("i", ["integration_id", "store_ref", "archived_at", "store_state"])}
     FROM catalog_items i ${windowStoreSql("i")} WHERE i.workspace_id = $1 AND i.id = $2`,
    [workspaceId, id, new Date(nowMs)],
  );
  if (!row) return null;
  const { integrationId, storeRef, archivedAt, storeState } = row;
  return {
    integrationId,
    storeRef,
    state: itemState({ archivedAtMs: archivedAt?.getTime() ?? null, storeState }),
    storeState,
    item: engineItemOf(row),
  };
}

/** Returns the newest offer of every seller for an item. */
export async function offersOf(tx: Tx, itemId: string): Promise<EngineObservation[]> {
  const rows = await tx.prisma.currentOffer.findMany({
    where: { workspaceId: tx.tenant.workspaceId, itemId },
    orderBy: { seller: "asc" },
  });
  return rows.map(({ observedAt, ...offer }) => ({ ...offer, observedAtMs: observedAt.getTime() }));
}

/** What shoppers paid when the store was asked, in minor units; null if it does not report that. */
export interface ShownPrice {
  readonly shopperPrice: bigint | null;
  /** Milliseconds since 1970. */
  readonly readAtMs: number;
}

/** The current price in the store, in minor units. */
export interface StorePrice {
  readonly itemId: string;
  readonly price: bigint;
  /** The reference for measuring drift after a write-back; absent when the store's own staff set the price. */
  readonly baseline?: { readonly price: bigint; readonly cost: bigint | null };
  /** What the store showed beside it; null if that was not read. */
  readonly shown: ShownPrice | null;
  readonly source: "write_back" | "sync";
  /** Id of the entry in the item's history. */
  readonly changeId: string;
}

/** Sets an item's price to the store's price and records it in the item's history. */
export async function setStorePrice(tx: Tx, storePrice: StorePrice, at: Date): Promise<void> {
  const { workspaceId } = tx.tenant;
  const { itemId, price, shown, baseline, source, changeId } = storePrice;
  const item = await tx.prisma.catalogItem.update({
    where: { workspaceId_id: { workspaceId, id: itemId } },
    data: {
      price,
      // The stored one was read beside the former price.
      shopperPrice: shown?.shopperPrice ?? null,
      ...(shown === null ? {} : { windowReadAt: new Date(shown.readAtMs) }),
      updatedAt: at,
      ...(baseline ? { baselinePrice: baseline.price, baselineCost: baseline.cost } : {}),
    },
  });
  const { cost, currency } = item;
  await tx.prisma.itemChange.create({
    data: { workspaceId, id: changeId, itemId, at, source, price, cost, currency },
  });
}
