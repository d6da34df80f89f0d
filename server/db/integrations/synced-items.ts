import { anyKey, queryInKeyOrder, runWithHashJoins, type Tx } from "../database/transaction";

/** A page of a list ordered by id. */
interface After {
  readonly after: string | null;
  readonly limit: number;
}

/** An item of a connection; `gone` means that the present sync has not listed its variant. */
export interface LinkedItem {
  readonly id: string;
  readonly sku: string;
  readonly ref: string | null;
  readonly gone: boolean;
}

/**
 * Lists the items of a connection by id, after its sync has read the whole list. An item has no reference and is gone
 * if its variant changed its sku and no other variant was listed for the item since.
 */
export const linkedItems = (tx: Tx, integrationId: string, { after, limit }: After): Promise<LinkedItem[]> =>
  queryInKeyOrder(
    tx,
    `SELECT i.id, i.sku, i.store_ref AS ref,
       NOT EXISTS (SELECT 1 FROM sync_variants v
                   WHERE v.workspace_id = $1 AND v.integration_id = $2 AND v.ref = i.store_ref
                   OFFSET 0) AS gone
     FROM catalog_items i WHERE i.workspace_id = $1 AND i.integration_id = $2 AND i.id > $3 ORDER BY i.id LIMIT $4`,
    [tx.tenant.workspaceId, integrationId, after ?? "", limit],
  );

/** Lists items that belong to no store, with their skus, by id. */
export const unlinkedItems = (tx: Tx, { after, limit }: After): Promise<{ id: string; sku: string }[]> =>
  queryInKeyOrder(
    tx,
    `SELECT id, sku FROM catalog_items
     WHERE workspace_id = $1 AND store_ref IS NULL AND id > $2 ORDER BY id LIMIT $3`,
    [tx.tenant.workspaceId, after ?? "", limit],
  );

/**
 * Sets the references of items in a connection's store, except where another item has the reference. OFFSET 0 makes
 * PostgreSQL check that by index for each item instead of scanning all items of the store.
 */
export async function linkItems(
  tx: Tx,
  integrationId: string,
  items: readonly { readonly id: string; readonly ref: string }[],
  at: Date,
): Promise<number> {
  return runWithHashJoins(
    tx,
    `UPDATE catalog_items i SET integration_id = $2, store_ref = l.ref, updated_at = $5
     FROM unnest($3::text[], $4::text[]) AS l(id, ref)
     WHERE i.workspace_id = $1 AND i.id = ${anyKey("$3::text[]")} AND i.id = l.id AND i.store_ref IS NULL
       AND NOT EXISTS (SELECT 1 FROM catalog_items o
                       WHERE o.workspace_id = $1 AND o.integration_id = $2 AND o.store_ref = l.ref OFFSET 0)`,
    [tx.tenant.workspaceId, integrationId, items.map(({ id }) => id), items.map(({ ref }) => ref), at],
  );
}

const NO_STORE = "integration_id = NULL, store_ref = NULL, store_parent_ref = NULL";

/** Marks items as missing in the store. */
export async function markMissing(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(
    `UPDATE catalog_items SET ${NO_STORE}, store_state = 'missing', store_state_at = $3, updated_at = $3
     WHERE workspace_id = $1 AND id = ${anyKey("$2::text[]")}`,
    [tx.tenant.workspaceId, ids, at],
  );
}

/** Removes the references of items, so that other items can have them; the items still belong to their connection. */
export async function releaseRefs(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(
    `UPDATE catalog_items SET store_ref = NULL, store_parent_ref = NULL, updated_at = $3
     WHERE workspace_id = $1 AND id = ${anyKey("$2::text[]")}`,
    [tx.tenant.workspaceId, ids, at],
  );
}

/** Changes the skus of items in one statement, so that two items can swap theirs. */
export async function renameItems(
  tx: Tx,
  renames: readonly { readonly id: string; readonly sku: string }[],
  at: Date,
): Promise<void> {
  if (renames.length === 0) return;
  const ids = renames.map(({ id }) => id);
  const { workspaceId } = tx.tenant;
  await tx.run(
    `UPDATE catalog_items SET sku = 'renamed ' || id
     WHERE workspace_id = $1 AND id = ${anyKey("$2::text[]")}`,
    [workspaceId, ids],
  );
  await runWithHashJoins(
    tx,
    `UPDATE catalog_items i SET sku = n.sku, updated_at = $4 FROM unnest($2::text[], $3::text[]) AS n(id, sku)
     WHERE i.workspace_id = $1 AND i.id = ${anyKey("$2::text[]")} AND i.id = n.id`,
    [workspaceId, ids, renames.map(({ sku }) => sku), at],
  );
}

/**
 * Detaches every item from a connection; the values last read from the store are kept, but for what it charged: no
 * store tells any more whether a sale has ended. No item could be several variants of a store any more.
 */
export async function unlinkAll(tx: Tx, integrationId: string, at: Date): Promise<void> {
  await tx.run(
    `UPDATE catalog_items SET ${NO_STORE}, shopper_price = NULL, sale_price = NULL, sale_from = NULL,
       sale_until = NULL, window_read_at = NULL, updated_at = $3,
       store_state = NULLIF(store_state, 'ambiguous'),
       store_state_at = CASE WHEN store_state = 'ambiguous' THEN NULL ELSE store_state_at END
     WHERE workspace_id = $1 AND integration_id = $2`,
    [tx.tenant.workspaceId, integrationId, at],
  );
}

/** An item whose variant has a different sku in the store now. */
export interface RenamedInStore {
  readonly id: string;
  /** The item's sku in the catalog. */
  readonly known: string;
  /** The variant's sku in the store. */
  readonly sku: string;
  /** The item that has the new sku in the catalog, or null. */
  readonly holder: string | null;
}

/** Lists items with one of these references whose variant has another sku in the store now. */
export const renamedInStore = (
  tx: Tx,
  integrationId: string,
  variants: readonly { readonly ref: string; readonly sku: string }[],
): Promise<RenamedInStore[]> =>
  tx.sql<RenamedInStore & Record<string, unknown>>(
    `SELECT i.id, i.sku AS known, v.sku, h.id AS holder
     FROM unnest($3::text[], $4::text[]) AS v (ref, sku)
     CROSS JOIN LATERAL (SELECT id, sku FROM catalog_items
       WHERE workspace_id = $1 AND integration_id = $2 AND store_ref = v.ref OFFSET 0) i
     LEFT JOIN LATERAL (SELECT id FROM catalog_items WHERE workspace_id = $1 AND sku = v.sku OFFSET 0) h ON true
     WHERE i.sku <> v.sku ORDER BY i.id`,
    [tx.tenant.workspaceId, integrationId, variants.map(({ ref }) => ref), variants.map(({ sku }) => sku)],
  );

/** Returns which of these items have a cost that was read from the store rather than entered by a person. */
export async function costsFromStore(tx: Tx, itemIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (itemIds.length === 0) return new Set();
  const rows = await tx.sql<{ item_id: string }>(
    `SELECT item_id FROM (
       SELECT DISTINCT ON (item_id) item_id, source FROM (
         SELECT item_id, at, id, source, cost, lag(cost) OVER by_item AS before, row_number() OVER by_item AS n
         FROM unnest($2::text[]) AS requested (of_item) CROSS JOIN LATERAL (
           SELECT c.item_id, c.at, c.id, c.source, c.cost FROM item_changes c
           WHERE c.workspace_id = $1 AND c.item_id = requested.of_item OFFSET 0) AS known
         WINDOW by_item AS (PARTITION BY item_id ORDER BY at, id)) AS changes
       WHERE n = 1 OR cost IS DISTINCT FROM before
       ORDER BY item_id, at DESC, id DESC) AS origins
     WHERE source = 'sync'`,
    [tx.tenant.workspaceId, itemIds],
  );
  return new Set(rows.map((row) => row.item_id));
}

/**
 * Returns the items whose variant (`ref`) one of our writes settled at or after `readAt`; a price read at that time is
 * older. A write to another variant, which the item was before, says nothing about this one.
 */
export async function writtenSince(
  tx: Tx,
  integrationId: string,
  items: readonly { readonly id: string; readonly ref: string }[],
  readAt: Date,
): Promise<ReadonlySet<string>> {
  const rows = await tx.sql<{ item_id: string }>(
    `SELECT requested.item_id FROM unnest($3::text[], $4::text[]) AS requested (item_id, ref)
     WHERE EXISTS (SELECT FROM write_backs b WHERE b.workspace_id = $1 AND b.item_id = requested.item_id
                   AND b.integration_id = $2 AND b.store_ref = requested.ref
                   AND b.finished_at >= $5 AND b.status = 'applied' OFFSET 0)`,
    [tx.tenant.workspaceId, integrationId, items.map(({ id }) => id), items.map(({ ref }) => ref), readAt],
  );
  return new Set(rows.map((row) => row.item_id));
}

/** Returns the items with a write-back that is not applied, or with a price that is pending approval. */
export async function unsettledItems(tx: Tx, itemIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.sql<{ item_id: string }>(
    `SELECT requested.item_id FROM unnest($2::text[]) AS requested (item_id)
     WHERE EXISTS (SELECT FROM write_backs b
                   WHERE b.workspace_id = $1 AND b.item_id = requested.item_id AND b.status <> 'applied' OFFSET 0)
       OR EXISTS (SELECT FROM recommendations r
                  WHERE r.workspace_id = $1 AND r.item_id = requested.item_id AND r.status = 'pending_approval' OFFSET 0)`,
    [tx.tenant.workspaceId, itemIds],
  );
  return new Set(rows.map((row) => row.item_id));
}

/**
 * Returns the skus of these variants whose items are linked to another variant of the same store, with that variant's
 * reference.
 */
export const linkedElsewhere = (
  tx: Tx,
  integrationId: string,
  variants: readonly { readonly ref: string; readonly sku: string }[],
): Promise<{ ref: string; sku: string }[]> =>
  tx.sql<{ ref: string; sku: string }>(
    `SELECT i.store_ref AS ref, i.sku FROM unnest($3::text[], $4::text[]) AS v (ref, sku)
     JOIN LATERAL (SELECT * FROM catalog_items c WHERE c.workspace_id = $1 AND c.sku = v.sku OFFSET 0) i ON true
     WHERE i.integration_id = $2 AND i.store_ref <> v.ref`,
    [
      tx.tenant.workspaceId,
      integrationId,
      variants.map(({ ref }) => ref),
      variants.map(({ sku }) => sku.trim()),
    ],
  );
