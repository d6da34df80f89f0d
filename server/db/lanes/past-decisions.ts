import { LANE_PREFIX, OPERATOR, WORKER } from "@/server/domain/actors";
import type { EvidenceOrigin } from "@/server/domain/pricing/evidence-origins";
import type { EvidenceWindowJson } from "@/server/domain/pricing/evidence-window-json";
import type { Tx } from "../database/transaction";
import { originsSql } from "../items/evidence-origins";
import { type ItemPastColumns, itemPastSql } from "../items/item-past";
import { isTakenBack } from "../write-backs/prevailing";

/** A price change that a person decided about, with its item as it is now. Amounts are minor units of `currency`. */
export interface PastDecision extends ItemPastColumns {
  readonly id: string;
  readonly itemId: string;
  readonly sku: string;
  readonly title: string;
  /** Whether the person let the price pass. */
  readonly approved: boolean;
  /** Whether a person had set another price before it was approved. */
  readonly overridden: boolean;
  /** Whether the price was taken back later, and not written again since. */
  readonly reverted: boolean;
  readonly decidedByLabel: string | null;
  readonly decisionReason: string | null;
  readonly decidedAt: Date;
  readonly currency: string;
  readonly currentPrice: bigint | null;
  /** The price that the engine recommended. */
  readonly recommendedPrice: bigint | null;
  readonly cost: bigint | null;
  readonly confidence: "high" | "medium" | "low";
  /** Age of the cost in whole days when the price was recommended; null if it was unknown. */
  readonly costAgeDays: number | null;
  /** When the oldest observation that the engine used was recorded; null if it used none. */
  readonly oldestUsedAt: Date | null;
  /** What shoppers saw when the price was recommended; null by engines that did not know it. */
  readonly shopWindow: EvidenceWindowJson | null;
  readonly itemCurrency: string;
  readonly packSize: string | null;
  readonly tags: readonly string[];
  readonly category: string | null;
  readonly brand: string | null;
  readonly stock: number | null;
  readonly costUpdatedAt: Date | null;
  /** Everybody who brought the observed prices, and the item's figures as they are now. */
  readonly origins: readonly EvidenceOrigin[];
}

// The evidence has some kilobytes a row, of which three values are needed.
const PAST = `
  SELECT r.id, r.item_id AS "itemId", i.sku, i.title, r.decision = 'approve' AS approved,
    r.engine_price IS NOT NULL AS overridden,
    ${isTakenBack("r")} AS reverted, r.decided_by_label AS "decidedByLabel", r.decision_reason AS "decisionReason", r.decided_at AS "decidedAt",
    r.currency, r.current_price AS "currentPrice", coalesce(r.engine_price, r.recommended_price) AS "recommendedPrice",
    r.cost, r.confidence,
    e.cost_age AS "costAgeDays", e.oldest_used AS "oldestUsedAt", e.shop_window AS "shopWindow",
    i.currency AS "itemCurrency", i.pack_size AS "packSize", i.tags, i.category, i.brand, i.stock,
    i.cost_updated_at AS "costUpdatedAt", e.origins,
    ${itemPastSql("i", "r.decided_at", { isPast: true })}
  FROM unnest($2::text[]) AS named (id)
  JOIN LATERAL (SELECT * FROM recommendations o WHERE o.workspace_id = $1 AND o.id = named.id OFFSET 0) r ON true
  JOIN LATERAL (SELECT * FROM catalog_items c
                WHERE c.workspace_id = r.workspace_id AND c.id = r.item_id OFFSET 0) i ON true
  CROSS JOIN LATERAL (
    SELECT (f.fields #>> '{cost,age_days}')::float8 AS cost_age, f.fields -> 'shop_window' AS shop_window,
      (SELECT min((o ->> 'observed_at')::timestamptz) FROM jsonb_array_elements(f.fields -> 'observations') o
       WHERE (o ->> 'used')::boolean) AS oldest_used,
      ${originsSql("i", "SELECT o ->> 'id' FROM jsonb_array_elements(f.fields -> 'observations') o")} AS origins
    FROM (SELECT r.evidence::jsonb AS fields OFFSET 0) f) e
  ORDER BY r.id DESC`;

const PAST_IDS = `
  SELECT r.id FROM recommendations r
  WHERE r.workspace_id = $1 AND r.kind = 'price_change'
    AND r.decision IN ('approve', 'reject', 'dismiss') AND r.decided_at > $2
    AND r.decided_by <> ALL ($4) AND (NOT starts_with(r.decided_by, $5) OR ${isTakenBack("r")})
  ORDER BY r.id DESC LIMIT $3`;

/**
 * Returns the recommendations that people's decisions about price changes since a time are about, newest first; among
 * them are the prices that a lane approved and people took back. The operator's command line is no person of the shop.
 */
export async function pastDecisionIds(
  tx: Tx,
  { since, limit }: { readonly since: Date; readonly limit: number },
): Promise<string[]> {
  const rows = await tx.sql<{ id: string }>(PAST_IDS, [
    tx.tenant.workspaceId,
    since,
    limit,
    [OPERATOR.id, WORKER.id],
    LANE_PREFIX,
  ]);
  return rows.map(({ id }) => id);
}

/** Returns the decisions about these recommendations, newest first. */
export const pastDecisions = (tx: Tx, ids: readonly string[]): Promise<PastDecision[]> =>
  tx.sql<PastDecision & Record<string, unknown>>(PAST, [tx.tenant.workspaceId, ids]);
