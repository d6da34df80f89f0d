import type { ChangeSource, ItemRecord } from "@/server/domain/items/item-patch";
import { anyKey, runWithHashJoins, type Tx } from "../database/transaction";
import { RECORD_COLUMNS, recordSql, toJsonRecord, WRITTEN_COLUMNS } from "./item-columns";

/**
 * Serialises changes of one catalog until the transaction ends. No concurrent transaction can insert a missing sku or
 * change the number of items, and batches with items in different orders wait instead of deadlocking. A transaction
 * that changes several items takes this lock before the first of them.
 */
export async function lockCatalog(tx: Tx): Promise<void> {
  await tx.run("SELECT pg_advisory_xact_lock(hashtextextended('catalog ' || $1, 0))", [
    tx.tenant.workspaceId,
  ]);
}

/**
 * Locks the catalog and the items of these skus until the transaction ends; returns the items by sku. Looks up each
 * sku by index: OFFSET 0 keeps the planner from reading a whole workspace for every batch.
 */
export async function lockItemsBySku(tx: Tx, skus: readonly string[]): Promise<Map<string, ItemRecord>> {
  await lockCatalog(tx);
  const rows = await tx.sql<ItemRecord>(
    `SELECT found.* FROM unnest($2::text[]) AS asked (sku) CROSS JOIN LATERAL (
       SELECT ${recordSql("i")} FROM catalog_items i
       WHERE i.workspace_id = $1 AND i.sku = asked.sku OFFSET 0 FOR UPDATE) AS found`,
    [tx.tenant.workspaceId, skus],
  );
  return new Map(rows.map((row) => [row.sku, row]));
}

/**
 * Locks the catalog and the items of these ids until the transaction ends; returns those that the workspace has, by id.
 */
export async function lockItemsById(tx: Tx, ids: readonly string[]): Promise<Map<string, ItemRecord>> {
  await lockCatalog(tx);
  const rows = await tx.sql<ItemRecord>(
    `SELECT ${recordSql("i")} FROM catalog_items i
     WHERE i.workspace_id = $1 AND i.id = ${anyKey("$2::text[]")} ORDER BY i.id FOR UPDATE`,
    [tx.tenant.workspaceId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Locks the catalog and the item of that id until the transaction ends; null without one. */
export const lockItem = async (tx: Tx, id: string): Promise<ItemRecord | null> =>
  (await lockItemsById(tx, [id])).get(id) ?? null;

/** What tells an item apart; `integrationId` is null without a connected store. */
export interface KnownItem {
  readonly id: string;
  readonly currency: string;
  readonly integrationId: string | null;
}

/** Returns these skus' items, by sku. */
export async function itemsBySku(tx: Tx, skus: readonly string[]): Promise<Map<string, KnownItem>> {
  const rows = await tx.sql<KnownItem & { readonly sku: string }>(
    `SELECT found.* FROM unnest($2::text[]) AS asked (sku) CROSS JOIN LATERAL (
       SELECT sku, id, currency, integration_id AS "integrationId" FROM catalog_items
       WHERE workspace_id = $1 AND sku = asked.sku OFFSET 0) AS found`,
    [tx.tenant.workspaceId, skus],
  );
  return new Map(rows.map(({ sku, ...item }) => [sku, item]));
}

/** Returns whether the workspace has an item of that id. */
export const itemExists = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.run("SELECT 1 FROM catalog_items WHERE workspace_id = $1 AND id = $2", [
    tx.tenant.workspaceId,
    id,
  ])) === 1;

/** Returns the currency of the item of that id; null without one. */
export async function itemCurrency(tx: Tx, id: string): Promise<string | null> {
  const [row] = await tx.sql<{ currency: string }>(
    "SELECT currency FROM catalog_items WHERE workspace_id = $1 AND id = $2",
    [tx.tenant.workspaceId, id],
  );
  return row?.currency ?? null;
}

/** Counts the items that use the plan's quota (`usesQuota`). */
export const countItems = (tx: Tx): Promise<number> =>
  tx.prisma.catalogItem.count({
    where: {
      workspaceId: tx.tenant.workspaceId,
      archivedAt: null,
      OR: [{ storeState: null }, { storeState: { not: "missing" } }],
    },
  });

/** Inserts items into the transaction's workspace; the caller assigns their ids. */
export async function insertItems(tx: Tx, items: readonly ItemRecord[], now: Date): Promise<void> {
  if (items.length === 0) return;
  await tx.run(
    `INSERT INTO catalog_items (workspace_id, id, ${WRITTEN_COLUMNS.join(", ")}, created_at, updated_at)
     SELECT $1, r.id, ${WRITTEN_COLUMNS.map((name) => `r.${name}`).join(", ")}, $3, $3
     FROM jsonb_to_recordset($2::jsonb) AS r(${RECORD_COLUMNS})`,
    [tx.tenant.workspaceId, JSON.stringify(items.map(toJsonRecord)), now],
  );
}

/** Writes all columns of the items by id; the caller has locked them. */
export async function updateItems(tx: Tx, items: readonly ItemRecord[], now: Date): Promise<void> {
  if (items.length === 0) return;
  await runWithHashJoins(
    tx,
    `UPDATE catalog_items i SET ${WRITTEN_COLUMNS.map((name) => `${name} = r.${name}`).join(", ")}, updated_at = $3
     FROM jsonb_to_recordset($2::jsonb) AS r(${RECORD_COLUMNS})
     WHERE i.workspace_id = $1 AND i.id = ${anyKey("$4::text[]")} AND i.id = r.id`,
    [tx.tenant.workspaceId, JSON.stringify(items.map(toJsonRecord)), now, items.map(({ id }) => id)],
  );
}

/**
 * Sets each item's own time of its last cost update. The rest of the row stays, also when it last changed, unless that
 * time is before `now` or unknown: the time alone does not tell then that something is new.
 */
export async function refreshCosts(
  tx: Tx,
  items: readonly Pick<ItemRecord, "id" | "costUpdatedAtMs">[],
  now: Date,
): Promise<void> {
  if (items.length === 0) return;
  await runWithHashJoins(
    tx,
    `UPDATE catalog_items i SET cost_updated_at = r.at, updated_at = CASE WHEN r.at >= $4 THEN i.updated_at ELSE $4 END
     FROM unnest($2::text[], $3::timestamptz[]) AS r (id, at)
     WHERE i.workspace_id = $1 AND i.id = ${anyKey("$2::text[]")} AND i.id = r.id`,
    [
      tx.tenant.workspaceId,
      items.map(({ id }) => id),
      items.map(({ costUpdatedAtMs: ms }) => (ms === null ? null : new Date(ms).toISOString())),
      now,
    ],
  );
}

/** Records new prices and costs in the items' history. `changes` contain the event's own id. */
export async function recordItemChanges(
  tx: Tx,
  changes: readonly { readonly id: string; readonly item: ItemRecord }[],
  source: ChangeSource,
  at: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ id, item }) => ({
    id,
    item_id: item.id,
    price: item.price?.toString() ?? null,
    cost: item.cost?.toString() ?? null,
    currency: item.currency,
  }));
  await tx.run(
    `INSERT INTO item_changes (workspace_id, id, item_id, at, source, price, cost, currency)
     SELECT $1, r.id, r.item_id, $3, $4, r.price, r.cost, r.currency
     FROM jsonb_to_recordset($2::jsonb) AS r(id text, item_id text, price bigint, cost bigint, currency char(3))`,
    [tx.tenant.workspaceId, JSON.stringify(rows), at, source],
  );
}
