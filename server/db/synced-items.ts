import { inKeyOrder, type Tx } from "./transaction";

/** An item's place in a list that is read page by page, by id. */
interface After {
  readonly after: string | null;
  readonly limit: number;
}

/** Items that belong to a connection, with their reference in its store, by id. */
export const linkedItems = (
  tx: Tx,
  integrationId: string,
  { after, limit }: After,
): Promise<{ id: string; ref: string }[]> =>
  inKeyOrder(
    tx,
    `SELECT id, store_ref AS ref FROM catalog_items
     WHERE workspace_id = $1 AND integration_id = $2 AND store_ref IS NOT NULL AND id > $3 ORDER BY id LIMIT $4`,
    [tx.tenant.workspaceId, integrationId, after ?? "", limit],
  );

/** Items that belong to no store, with their sku, by id. */
export const unlinkedItems = (tx: Tx, { after, limit }: After): Promise<{ id: string; sku: string }[]> =>
  inKeyOrder(
    tx,
    `SELECT id, sku FROM catalog_items
     WHERE workspace_id = $1 AND store_ref IS NULL AND id > $2 ORDER BY id LIMIT $3`,
    [tx.tenant.workspaceId, after ?? "", limit],
  );

/** Gives items the reference they have in a connection's store, unless another item has it. */
export async function linkItems(
  tx: Tx,
  integrationId: string,
  items: readonly { readonly id: string; readonly ref: string }[],
  at: Date,
): Promise<number> {
  return tx.run(
    `UPDATE catalog_items i SET integration_id = $2, store_ref = l.ref, updated_at = $5
     FROM unnest($3::text[], $4::text[]) AS l(id, ref)
     WHERE i.workspace_id = $1 AND i.id = l.id AND i.store_ref IS NULL
       AND NOT EXISTS (SELECT 1 FROM catalog_items o
                       WHERE o.workspace_id = $1 AND o.integration_id = $2 AND o.store_ref = l.ref)`,
    [tx.tenant.workspaceId, integrationId, items.map(({ id }) => id), items.map(({ ref }) => ref), at],
  );
}

const NO_STORE = "integration_id = NULL, store_ref = NULL, store_parent_ref = NULL";

/** Takes items out of the store they were in. */
export async function unlinkItems(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(
    `UPDATE catalog_items SET ${NO_STORE}, updated_at = $3 WHERE workspace_id = $1 AND id = ANY($2)`,
    [tx.tenant.workspaceId, ids, at],
  );
}

/** Takes every item of a connection out of its store. */
export async function unlinkAll(tx: Tx, integrationId: string, at: Date): Promise<void> {
  await tx.run(
    `UPDATE catalog_items SET ${NO_STORE}, updated_at = $3 WHERE workspace_id = $1 AND integration_id = $2`,
    [tx.tenant.workspaceId, integrationId, at],
  );
}

/** Items that hold one of these references although the store gives it to another sku now. */
export async function renamedInStore(
  tx: Tx,
  integrationId: string,
  variants: readonly { readonly ref: string; readonly sku: string }[],
): Promise<string[]> {
  const rows = await tx.sql<{ id: string }>(
    `SELECT i.id FROM catalog_items i JOIN unnest($3::text[], $4::text[]) AS v(ref, sku) ON i.store_ref = v.ref
     WHERE i.workspace_id = $1 AND i.integration_id = $2 AND i.sku <> v.sku`,
    [tx.tenant.workspaceId, integrationId, variants.map(({ ref }) => ref), variants.map(({ sku }) => sku)],
  );
  return rows.map(({ id }) => id);
}

/** Which of these items got the cost they have from their store, and not from the shop's own people. */
export async function costsFromStore(tx: Tx, itemIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (itemIds.length === 0) return new Set();
  const rows = await tx.sql<{ item_id: string }>(
    `SELECT item_id FROM (
       SELECT DISTINCT ON (item_id) item_id, source FROM (
         SELECT item_id, at, id, source, cost, lag(cost) OVER told AS before, row_number() OVER told AS n
         FROM item_changes WHERE workspace_id = $1 AND item_id = ANY($2)
         WINDOW told AS (PARTITION BY item_id ORDER BY at, id)) AS changes
       WHERE n = 1 OR cost IS DISTINCT FROM before
       ORDER BY item_id, at DESC, id DESC) AS origins
     WHERE source = 'sync'`,
    [tx.tenant.workspaceId, itemIds],
  );
  return new Set(rows.map((row) => row.item_id));
}

/** Items whose price was settled by a write of ours at or after `readAt`: what was read then is older. */
export async function writtenSince(
  tx: Tx,
  itemIds: readonly string[],
  readAt: Date,
): Promise<ReadonlySet<string>> {
  const rows = await tx.sql<{ item_id: string }>(
    `SELECT DISTINCT item_id FROM write_backs
     WHERE workspace_id = $1 AND item_id = ANY($2) AND finished_at >= $3 AND status = 'applied'`,
    [tx.tenant.workspaceId, itemIds, readAt],
  );
  return new Set(rows.map((row) => row.item_id));
}

/** Items with a write of ours that is not applied, or a price that waits for approval. */
export async function unsettledItems(tx: Tx, itemIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.sql<{ item_id: string }>(
    `SELECT item_id FROM write_backs WHERE workspace_id = $1 AND item_id = ANY($2) AND status <> 'applied'
     UNION
     SELECT item_id FROM recommendations
     WHERE workspace_id = $1 AND item_id = ANY($2) AND status = 'pending_approval'`,
    [tx.tenant.workspaceId, itemIds],
  );
  return new Set(rows.map((row) => row.item_id));
}
