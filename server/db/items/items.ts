import type { ChangeSource, ItemRecord } from "@/server/domain/items/item-patch";
import type { StoreState } from "@/server/domain/items/item-state";
import type { Tx } from "../database/transaction";
import type { WindowColumns } from "./shop-windows";

interface StoredItem extends Omit<WindowColumns, "window_read_at"> {
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  readonly brand: string | null;
  readonly category: string | null;
  readonly tags: string[];
  readonly currency: string;
  readonly price: bigint | null;
  readonly compare_at_price: bigint | null;
  readonly cost: bigint | null;
  readonly cost_updated_at: Date | null;
  readonly map_price: bigint | null;
  readonly min_price: bigint | null;
  readonly max_price: bigint | null;
  readonly msrp: bigint | null;
  readonly pack_size: string | null;
  readonly stock: number | null;
  readonly url: string | null;
  readonly integration_id: string | null;
  readonly store_ref: string | null;
  readonly store_parent_ref: string | null;
  readonly store_state: StoreState | null;
  readonly store_state_at: Date | null;
  readonly archived_at: Date | null;
  readonly archived_reason: string | null;
  readonly baseline_price: bigint | null;
  readonly baseline_cost: bigint | null;
}

/** The columns that catalog changes write, with their types; used for insert and update. */
const COLUMNS = {
  sku: "text",
  title: "text",
  brand: "text",
  category: "text",
  tags: "text[]",
  currency: "char(3)",
  price: "bigint",
  compare_at_price: "bigint",
  shopper_price: "bigint",
  shown_compare_at: "bigint",
  sale_price: "bigint",
  sale_from: "timestamptz",
  sale_until: "timestamptz",
  cost: "bigint",
  cost_updated_at: "timestamptz",
  map_price: "bigint",
  min_price: "bigint",
  max_price: "bigint",
  msrp: "bigint",
  pack_size: "text",
  stock: "int",
  url: "text",
  integration_id: "text",
  store_ref: "text",
  store_parent_ref: "text",
  store_state: "text",
  store_state_at: "timestamptz",
  archived_at: "timestamptz",
  archived_reason: "text",
  baseline_price: "bigint",
  baseline_cost: "bigint",
} as const;
const names = Object.keys(COLUMNS);
const RECORD = `id text, ${Object.entries(COLUMNS)
  .map(([name, type]) => `${name} ${type}`)
  .join(", ")}`;

const toKnownItem = (row: StoredItem): ItemRecord => ({
  id: row.id,
  sku: row.sku,
  title: row.title,
  brand: row.brand,
  category: row.category,
  tags: row.tags,
  currency: row.currency,
  price: row.price,
  compareAtPrice: row.compare_at_price,
  shopperPrice: row.shopper_price,
  shownCompareAt: row.shown_compare_at,
  salePrice: row.sale_price,
  saleFromMs: row.sale_from?.getTime() ?? null,
  saleUntilMs: row.sale_until?.getTime() ?? null,
  cost: row.cost,
  costUpdatedAtMs: row.cost_updated_at?.getTime() ?? null,
  mapPrice: row.map_price,
  minPrice: row.min_price,
  maxPrice: row.max_price,
  msrp: row.msrp,
  packSize: row.pack_size,
  stock: row.stock,
  url: row.url,
  integrationId: row.integration_id,
  storeRef: row.store_ref,
  storeParentRef: row.store_parent_ref,
  storeState: row.store_state,
  storeStateAtMs: row.store_state_at?.getTime() ?? null,
  archivedAtMs: row.archived_at?.getTime() ?? null,
  archivedReason: row.archived_reason,
  baselinePrice: row.baseline_price,
  baselineCost: row.baseline_cost,
});

const isoTime = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** Builds the JSON for jsonb_to_recordset; amounts as text, since a JSON number would lose digits. */
const record = (item: ItemRecord): object => ({
  id: item.id,
  sku: item.sku,
  title: item.title,
  brand: item.brand,
  category: item.category,
  tags: item.tags,
  currency: item.currency,
  price: item.price?.toString() ?? null,
  compare_at_price: item.compareAtPrice?.toString() ?? null,
  shopper_price: item.shopperPrice?.toString() ?? null,
  shown_compare_at: item.shownCompareAt?.toString() ?? null,
  sale_price: item.salePrice?.toString() ?? null,
  sale_from: isoTime(item.saleFromMs),
  sale_until: isoTime(item.saleUntilMs),
  cost: item.cost?.toString() ?? null,
  cost_updated_at: isoTime(item.costUpdatedAtMs),
  map_price: item.mapPrice?.toString() ?? null,
  min_price: item.minPrice?.toString() ?? null,
  max_price: item.maxPrice?.toString() ?? null,
  msrp: item.msrp?.toString() ?? null,
  pack_size: item.packSize,
  stock: item.stock,
  url: item.url,
  integration_id: item.integrationId,
  store_ref: item.storeRef,
  store_parent_ref: item.storeParentRef,
  store_state: item.storeState,
  store_state_at: isoTime(item.storeStateAtMs),
  archived_at: isoTime(item.archivedAtMs),
  archived_reason: item.archivedReason,
  baseline_price: item.baselinePrice?.toString() ?? null,
  baseline_cost: item.baselineCost?.toString() ?? null,
});

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
  const rows = await tx.sql<StoredItem>(
    `SELECT found.* FROM unnest($2::text[]) AS asked (sku) CROSS JOIN LATERAL (
       SELECT id, ${names.join(", ")} FROM catalog_items
       WHERE workspace_id = $1 AND sku = asked.sku OFFSET 0 FOR UPDATE) AS found`,
    [tx.tenant.workspaceId, skus],
  );
  return new Map(rows.map((row) => [row.sku, toKnownItem(row)]));
}

/** Locks the catalog and the items of these ids until the transaction ends; returns those that the workspace has, by id. */
export async function lockItemsById(tx: Tx, ids: readonly string[]): Promise<Map<string, ItemRecord>> {
  await lockCatalog(tx);
  const rows = await tx.sql<StoredItem>(
    `SELECT id, ${names.join(", ")} FROM catalog_items WHERE workspace_id = $1 AND id = ANY($2) ORDER BY id FOR UPDATE`,
    [tx.tenant.workspaceId, ids],
  );
  return new Map(rows.map((row) => [row.id, toKnownItem(row)]));
}

/** Locks the catalog and the item of that id until the transaction ends; null without one. */
export const lockItem = async (tx: Tx, id: string): Promise<ItemRecord | null> =>
  (await lockItemsById(tx, [id])).get(id) ?? null;

/** Returns the ids and currencies of these skus' items, by sku. */
export async function itemsBySku(
  tx: Tx,
  skus: readonly string[],
): Promise<Map<string, { id: string; currency: string }>> {
  const rows = await tx.sql<{ sku: string; id: string; currency: string }>(
    `SELECT found.* FROM unnest($2::text[]) AS asked (sku) CROSS JOIN LATERAL (
       SELECT sku, id, currency FROM catalog_items
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
    `INSERT INTO catalog_items (workspace_id, id, ${names.join(", ")}, created_at, updated_at)
     SELECT $1, r.id, ${names.map((name) => `r.${name}`).join(", ")}, $3, $3
     FROM jsonb_to_recordset($2::jsonb) AS r(${RECORD})`,
    [tx.tenant.workspaceId, JSON.stringify(items.map(record)), now],
  );
}

/** Writes all columns of the items by id; the caller has locked them. */
export async function updateItems(tx: Tx, items: readonly ItemRecord[], now: Date): Promise<void> {
  if (items.length === 0) return;
  await tx.run(
    `UPDATE catalog_items i SET ${names.map((name) => `${name} = r.${name}`).join(", ")}, updated_at = $3
     FROM jsonb_to_recordset($2::jsonb) AS r(${RECORD})
     WHERE i.workspace_id = $1 AND i.id = r.id`,
    [tx.tenant.workspaceId, JSON.stringify(items.map(record)), now],
  );
}

/** Sets each item's own time of its last cost update, without changing the rest of the row. */
export async function refreshCosts(
  tx: Tx,
  items: readonly Pick<ItemRecord, "id" | "costUpdatedAtMs">[],
): Promise<void> {
  if (items.length === 0) return;
  await tx.run(
    `UPDATE catalog_items i SET cost_updated_at = r.at
     FROM unnest($2::text[], $3::timestamptz[]) AS r (id, at) WHERE i.workspace_id = $1 AND i.id = r.id`,
    [
      tx.tenant.workspaceId,
      items.map(({ id }) => id),
      items.map(({ costUpdatedAtMs }) => isoTime(costUpdatedAtMs)),
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
