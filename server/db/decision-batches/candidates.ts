import type { StoreState } from "@/server/domain/items/item-state";
import type { Confidence } from "@/server/domain/pricing/outcome";
import type { Why } from "@/server/domain/pricing/why";
import type { RecommendationState } from "@/server/domain/recommendations/recommendation";
import type { Tx } from "../database/transaction";
import { evidenceSql } from "../run-series/read-seen";

/** A recommendation that a batch may decide, with its item. Amounts are minor units of `currency`. */
export interface Candidate extends RecommendationState {
  readonly id: string;
  readonly itemId: string;
  readonly currency: string;
  readonly currentPrice: bigint | null;
  readonly recommendedPrice: bigint | null;
  readonly cost: bigint | null;
  /** The change of the price as a decimal string. */
  readonly changeRatio: string | null;
  readonly confidence: Confidence;
  /** Null in rows that were decided before it was stored. */
  readonly why: Why | null;
  /** The engine's price, while a person's stands in its place. */
  readonly enginePrice: bigint | null;
  /** Id of the person who set the price in place of the engine's. */
  readonly overriddenBy: string | null;
  readonly policyVersion: number;
  /** Evidence as stored JSON text. */
  readonly evidence: string;
  readonly sku: string;
  readonly integrationId: string | null;
  readonly storeRef: string | null;
  readonly archivedAt: Date | null;
  readonly storeState: StoreState | null;
  readonly stock: number | null;
  /** VAT and fees of the policy version that recommended. */
  readonly pricing: unknown;
}

// OFFSET 0 makes the planner look every id up by its key, however many rows it expects.
const CANDIDATES = `
  SELECT r.id, r.item_id AS "itemId", r.kind, r.status, r.accepted, r.snooze_until AS "snoozeUntil", r.version,
    r.currency, r.current_price AS "currentPrice", r.recommended_price AS "recommendedPrice", r.cost,
    r.change_ratio AS "changeRatio", r.confidence, r.why,
    r.engine_price AS "enginePrice", r.overridden_by AS "overriddenBy", r.policy_version AS "policyVersion",
    ${evidenceSql("r")} AS evidence, i.sku,
    i.integration_id AS "integrationId", i.store_ref AS "storeRef", i.archived_at AS "archivedAt",
    i.store_state AS "storeState", i.stock, p.document -> 'pricing' AS pricing
  FROM unnest($2::text[]) AS chosen (id)
  JOIN LATERAL (SELECT * FROM recommendations c WHERE c.workspace_id = $1 AND c.id = chosen.id OFFSET 0) r ON true
  JOIN LATERAL (SELECT * FROM catalog_items c WHERE c.workspace_id = $1 AND c.id = r.item_id OFFSET 0) i ON true
  JOIN LATERAL (SELECT * FROM policy_versions c
                WHERE c.workspace_id = $1 AND c.version = r.policy_version OFFSET 0) p ON true`;

/** Returns the recommendations with these ids that exist, in no particular order. */
export const findCandidates = (tx: Tx, ids: readonly string[]): Promise<Candidate[]> =>
  tx.sql<Candidate>(CANDIDATES, [tx.tenant.workspaceId, ids]);
