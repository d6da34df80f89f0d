import type { Tx } from "../database/transaction";
import type { ObservationRow } from "./reported";

/** An observation of an item, with what the page check that recorded it noted. */
export interface SeenObservationRow extends ObservationRow {
  /** Null where no page check recorded it, or its check is not kept any more. */
  readonly method: string | null;
  readonly confidence: string | null;
  readonly snippet: string | null;
}

// Sorted by time first, which no index of all items serves: the observations of one item are few.
const OF_ITEM = `
  SELECT o.id, o.item_id AS "itemId", o.seller, o.price, o.currency, o.in_stock AS "inStock", o.pack_size AS "packSize",
    o.shipping, o.url, o.source, o.observed_at AS "observedAt", o.check_id AS "checkId", o.wrong_at AS "wrongAt",
    o.wrong_by AS "wrongBy", o.wrong_reason AS "wrongReason", c.method, c.confidence::text AS confidence, c.snippet
  FROM (
    SELECT * FROM observations WHERE workspace_id = $1 AND item_id = $2 AND ($3::text IS NULL
      OR (observed_at, id) < (SELECT observed_at, id FROM observations WHERE workspace_id = $1 AND id = $3 AND item_id = $2))
    ORDER BY observed_at DESC, id DESC LIMIT $4) o
  LEFT JOIN page_checks c ON c.workspace_id = o.workspace_id AND c.id = o.check_id
  ORDER BY o.observed_at DESC, o.id DESC`;

/**
 * Returns up to `limit` observations of an item, the newest first, those reported as wrong included.
 * @param before the id of the observation behind which the page begins; null at the newest
 */
export const observationsOfItem = (
  tx: Tx,
  itemId: string,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<SeenObservationRow[]> =>
  tx.sql<SeenObservationRow & Record<string, unknown>>(OF_ITEM, [
    tx.tenant.workspaceId,
    itemId,
    before,
    limit,
  ]);
