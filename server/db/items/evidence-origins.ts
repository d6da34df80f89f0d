import type { EvidenceOrigin } from "@/server/domain/pricing/evidence-origins";
import type { Tx } from "../database/transaction";

/** An observation's origin; of those from before it was stored, what a program sent may have come from an agent. */
const OBSERVED = `coalesce(o.origin,
  CASE o.source WHEN 'check' THEN 'page_checks' WHEN 'import' THEN 'people' ELSE 'agents' END)`;

/**
 * Returns SQL for everybody who brought what a price of an item is based on, as one JSON array: the observations of
 * `ids`, which are SQL for rows of one column, the item's own figures, the reports that took away a price which would
 * be its seller's newest, and who stopped a page that brought its seller's newest price. `item` is the alias of the
 * item's row.
 */
export const originsSql = (item: string, ids: string): string => `(
  SELECT json_agg(DISTINCT brought.origin) FROM (
    SELECT unnest(ARRAY[${OBSERVED}, o.wrong_from]) AS origin FROM (${ids}) AS evidence (id)
    JOIN LATERAL (SELECT * FROM observations s
      WHERE s.workspace_id = ${item}.workspace_id AND s.id = evidence.id OFFSET 0) o ON true
    UNION ALL SELECT value FROM jsonb_each_text(${item}.figures_from)
    UNION ALL SELECT CASE WHEN ${item}.integration_id IS NULL THEN 'people' ELSE 'stores' END
    UNION ALL SELECT o.wrong_from FROM observations o
      WHERE o.workspace_id = ${item}.workspace_id AND o.item_id = ${item}.id AND o.wrong_from IS NOT NULL
        AND o.wrong_at IS NOT NULL AND NOT EXISTS (
          SELECT FROM observations newer WHERE newer.workspace_id = o.workspace_id AND newer.item_id = o.item_id
            AND newer.seller = o.seller AND newer.observed_at > o.observed_at AND newer.wrong_at IS NULL)
    UNION ALL SELECT f.stopped_from FROM offers f
      WHERE f.workspace_id = ${item}.workspace_id AND f.item_id = ${item}.id AND f.stopped_from IS NOT NULL
        AND f.updated_at >= (SELECT max(seen.observed_at) FROM observations seen
          WHERE seen.workspace_id = f.workspace_id AND seen.item_id = f.item_id AND seen.seller = f.seller
            AND seen.wrong_at IS NULL)
  ) brought WHERE brought.origin IS NOT NULL)`;

const OF_OFFERS = `
  SELECT i.id, ${originsSql(
    "i",
    "SELECT c.id FROM current_offers c WHERE c.workspace_id = i.workspace_id AND c.item_id = i.id",
  )} AS origins
  FROM unnest($2::text[]) AS named (id)
  JOIN LATERAL (SELECT * FROM catalog_items c WHERE c.workspace_id = $1 AND c.id = named.id OFFSET 0) i ON true`;

/** Returns who brought the figures and the current offers of these items, by id. */
export async function originsOfItems(
  tx: Tx,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, readonly EvidenceOrigin[]>> {
  const rows = await tx.sql<{ id: string; origins: EvidenceOrigin[] }>(OF_OFFERS, [
    tx.tenant.workspaceId,
    itemIds,
  ]);
  return new Map(rows.map(({ id, origins }) => [id, origins]));
}
