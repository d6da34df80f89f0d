import { type ConnectionRow, connectedStore } from "@/server/db/connections/connections";
import type { Tx } from "@/server/db/database/transaction";
import type { PricedItem } from "@/server/db/items/priced-items";
import { DomainError } from "@/server/domain/errors";
import { connectorFor, STORE_KINDS, type StoreKind } from "@/server/stores/registry";

/**
 * Returns the connected store and the item's reference in it. An item without a stored reference is addressed by its
 * sku when the store mirrors the catalog; an item of another connection is never written.
 * @throws DomainError no_commerce_integration
 */
export async function requireStore(
  tx: Tx,
  { item, integrationId, storeRef }: PricedItem,
): Promise<{ readonly connection: ConnectionRow; readonly ref: string }> {
  const connection = await connectedStore(tx);
  const kind = connection && storeKind(connection.kind);
  if (!connection || !kind) throw new DomainError("no_commerce_integration");
  const ours = integrationId === null || integrationId === connection.id;
  const ref = storeRef ?? connectorFor(kind).refForSku?.(item.sku) ?? null;
  if (ours && ref !== null && (storeRef === null || integrationId !== null)) return { connection, ref };
  throw new DomainError("no_commerce_integration", "This item is not in the connected store; sync it first.");
}

/** Returns the kind of storefront that a connection names; null for a kind that this version does not know. */
export const storeKind = (kind: string): StoreKind | null =>
  STORE_KINDS.find((known) => known === kind) ?? null;

/** Returns the display name of a stored kind of storefront; the kind itself when this version does not know it. */
export function storeTitle(kind: string): string {
  const known = storeKind(kind);
  return known === null ? kind : connectorFor(known).title;
}
