import { anyKey, runWithHashJoins, type Tx } from "../database/transaction";

/** A variant with the sku of one that was listed before it. */
interface SharingVariant {
  readonly ref: string;
  readonly sku: string;
}

/** SQL: the items `i` of a connection ($2) that are linked to the references `s.ref`, an array; found by an index. */
const linkedTo = (refs: string): string => `unnest(${refs}::text[]) AS s (ref)
  JOIN LATERAL (SELECT * FROM catalog_items c
                WHERE c.workspace_id = $1 AND c.integration_id = $2 AND c.store_ref = s.ref OFFSET 0) i ON true`;

// The items of a connection with one of the skus ($3) or references ($4), each found by its own index.
const ITEMS_OF = `
  SELECT i.id, i.store_state FROM unnest($3::text[]) AS s (sku)
  JOIN LATERAL (SELECT * FROM catalog_items c WHERE c.workspace_id = $1 AND c.sku = s.sku OFFSET 0) i ON true
  WHERE i.integration_id = $2
  UNION
  SELECT i.id, i.store_state FROM ${linkedTo("$4")}`;

/**
 * Marks the items of a connection that several of its variants could be: those with one of the skus, and those linked
 * to one of these variants. Records in the list of the present sync that these variants share their skus.
 * @returns the ids of the items that were not marked before
 */
export async function markAmbiguous(
  tx: Tx,
  integrationId: string,
  variants: readonly SharingVariant[],
  at: Date,
): Promise<string[]> {
  const pairs = [
    tx.tenant.workspaceId,
    integrationId,
    variants.map(({ sku }) => sku),
    variants.map(({ ref }) => ref),
  ];
  await runWithHashJoins(
    tx,
    `UPDATE sync_variants v SET shared_sku = s.sku FROM unnest($3::text[], $4::text[]) AS s (sku, ref)
     WHERE v.workspace_id = $1 AND v.integration_id = $2 AND v.ref = ${anyKey("$4::text[]")} AND v.ref = s.ref`,
    pairs,
  );
  const marked = await tx.sql<{ id: string }>(
    `UPDATE catalog_items SET store_state = 'ambiguous', store_state_at = $5, updated_at = $5
     WHERE workspace_id = $1 AND id = ANY (ARRAY(SELECT id FROM (${ITEMS_OF}) AS possible
                                                 WHERE store_state IS DISTINCT FROM 'ambiguous'))
     RETURNING id`,
    [...pairs, at],
  );
  return marked.map(({ id }) => id);
}

/** Returns which of these references are those of items that several variants of the store could be. */
export async function ambiguousRefs(
  tx: Tx,
  integrationId: string,
  refs: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.sql<{ ref: string }>(
    `SELECT s.ref FROM ${linkedTo("$3")} WHERE i.store_state = 'ambiguous'`,
    [tx.tenant.workspaceId, integrationId, refs],
  );
  return new Set(rows.map(({ ref }) => ref));
}

/** Returns the titles of a connection's items by the references of their variants. */
export async function titlesByRef(
  tx: Tx,
  integrationId: string,
  refs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.sql<{ ref: string; title: string }>(`SELECT s.ref, i.title FROM ${linkedTo("$3")}`, [
    tx.tenant.workspaceId,
    integrationId,
    refs,
  ]);
  return new Map(rows.map(({ ref, title }) => [ref, title]));
}

/**
 * Ends the mark of items whose variant is the only one of their sku in the whole list that the sync has read. An item
 * whose variant the store does not sell is disabled then.
 */
export async function settleAmbiguous(tx: Tx, integrationId: string, at: Date): Promise<void> {
  const { workspaceId } = tx.tenant;
  // OFFSET 0 makes the planner look each variant up by its key, however many items it expects.
  const alone = await tx.sql<{ id: string; enabled: boolean }>(
    `SELECT i.id, v.enabled FROM catalog_items i
     JOIN LATERAL (SELECT * FROM sync_variants o
                   WHERE o.workspace_id = $1 AND o.integration_id = $2 AND o.ref = i.store_ref AND o.sku = i.sku
                     AND o.shared_sku IS NULL OFFSET 0) v ON true
     WHERE i.workspace_id = $1 AND i.integration_id = $2 AND i.store_state = 'ambiguous'
       AND NOT EXISTS (SELECT FROM sync_variants o
                       WHERE o.workspace_id = $1 AND o.integration_id = $2 AND o.shared_sku = i.sku OFFSET 0)`,
    [workspaceId, integrationId],
  );
  if (alone.length === 0) return;
  await runWithHashJoins(
    tx,
    `UPDATE catalog_items i SET updated_at = $4,
       store_state = CASE WHEN a.enabled THEN NULL ELSE 'disabled' END,
       store_state_at = CASE WHEN a.enabled THEN NULL ELSE $4::timestamptz END
     FROM unnest($2::text[], $3::bool[]) AS a (id, enabled)
     WHERE i.workspace_id = $1 AND i.id = ${anyKey("$2::text[]")} AND i.id = a.id`,
    [workspaceId, alone.map(({ id }) => id), alone.map(({ enabled }) => enabled), at],
  );
}
