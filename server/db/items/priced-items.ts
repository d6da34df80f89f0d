import { type ItemState, itemState, type StoreState } from "@/server/domain/items/item-state";
import type { EngineItem, EngineObservation } from "@/server/domain/pricing/inputs";
import type { Tx } from "../database/transaction";
import { dayPriceSql } from "../observations/day-price";

/** An item whose price is about to be decided or written, with where it stands in a store. */
export interface PricedItem {
  readonly item: EngineItem;
  readonly integrationId: string | null;
  readonly storeRef: string | null;
  readonly state: ItemState;
}

/**
 * The item as it is now, locked until the transaction ends. Whoever changes an item's price together with its
 * recommendations or write-backs locks the item first, so that nobody waits for each other in a circle.
 * @param nowMs what a day's move of its price is counted back from
 */
export async function lockPricedItem(tx: Tx, id: string, nowMs: number): Promise<PricedItem | null> {
  const { workspaceId } = tx.tenant;
  const locked = await tx.run(
    "SELECT FROM catalog_items WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE",
    [workspaceId, id],
  );
  return locked === 0 ? null : findPricedItem(tx, id, nowMs);
}

/** As `lockPricedItem`, without the lock. */
export async function findPricedItem(tx: Tx, id: string, nowMs: number): Promise<PricedItem | null> {
  const { workspaceId } = tx.tenant;
  const row = await tx.prisma.catalogItem.findUnique({ where: { workspaceId_id: { workspaceId, id } } });
  if (!row) return null;
  const [history] = await tx.sql<{ day_price: bigint | null }>(
    `SELECT ${dayPriceSql("i", "$3")} AS day_price FROM catalog_items i WHERE i.workspace_id = $1 AND i.id = $2`,
    [workspaceId, id, new Date(nowMs)],
  );
  const { costUpdatedAt, integrationId, storeRef, archivedAt, storeState, ...fields } = row;
  const costUpdatedAtMs = costUpdatedAt?.getTime() ?? null;
  return {
    integrationId,
    storeRef,
    // A check constraint holds which states a store may name.
    state: itemState({
      archivedAtMs: archivedAt?.getTime() ?? null,
      storeState: storeState as StoreState | null,
    }),
    item: { ...fields, costUpdatedAtMs, dayPrice: history?.day_price ?? null },
  };
}

/** The newest offer of every seller for an item. */
export async function offersOf(tx: Tx, itemId: string): Promise<EngineObservation[]> {
  const rows = await tx.prisma.currentOffer.findMany({
    where: { workspaceId: tx.tenant.workspaceId, itemId },
    orderBy: { seller: "asc" },
  });
  return rows.map(({ observedAt, ...offer }) => ({ ...offer, observedAtMs: observedAt.getTime() }));
}

/** A price that the store is known to hold now, in minor units. */
export interface StorePrice {
  readonly itemId: string;
  readonly price: bigint;
  /** What drift is measured from after a write of ours; absent where the store's own people set the price. */
  readonly baseline?: { readonly price: bigint; readonly cost: bigint | null };
  readonly source: "write_back" | "sync";
  /** Id of the line in the item's history. */
  readonly changeId: string;
}

/** Sets an item's price to what its store holds and notes it in the item's history. */
export async function setStorePrice(tx: Tx, given: StorePrice, at: Date): Promise<void> {
  const { workspaceId } = tx.tenant;
  const { itemId, price, baseline, source, changeId } = given;
  const item = await tx.prisma.catalogItem.update({
    where: { workspaceId_id: { workspaceId, id: itemId } },
    data: {
      price,
      updatedAt: at,
      ...(baseline ? { baselinePrice: baseline.price, baselineCost: baseline.cost } : {}),
    },
  });
  const { cost, currency } = item;
  await tx.prisma.itemChange.create({
    data: { workspaceId, id: changeId, itemId, at, source, price, cost, currency },
  });
}
