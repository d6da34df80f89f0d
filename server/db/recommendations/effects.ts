import type { Database } from "../database/database";
import { type NamedStatement, queryAsTenant } from "../database/query";
import type { Tenant } from "../database/tenant";
import { RECOMMENDATION_COLUMNS, RECOMMENDATION_JOINS, type RecommendationRow } from "./recommendations";

/**
 * A recommendation with its item's present state, in minor units of `itemCurrency`, and the VAT and fees it was
 * computed with.
 */
export interface RecommendationEffectRow extends RecommendationRow {
  readonly itemCurrency: string;
  readonly itemPrice: bigint | null;
  readonly itemCost: bigint | null;
  readonly category: string | null;
  readonly stock: number | null;
  /** VAT and fees of the policy version that recommended. */
  readonly pricing: unknown;
}

const SHOWN = `${RECOMMENDATION_COLUMNS}, i.currency AS "itemCurrency", i.price AS "itemPrice", i.cost AS "itemCost",
  i.category, i.stock, p.document -> 'pricing' AS pricing`;

const JOINED = `${RECOMMENDATION_JOINS}
  JOIN policy_versions p ON p.workspace_id = r.workspace_id AND p.version = r.policy_version`;

const WAITING: NamedStatement = {
  name: "recommendations_waiting",
  text: `SELECT ${SHOWN} FROM
    (SELECT * FROM recommendations
     WHERE workspace_id = $1 AND status = 'pending_approval' AND (snooze_until IS NULL OR snooze_until <= $2)
       AND ($3::text IS NULL OR id > $3) ORDER BY id LIMIT $4) r
    ${JOINED} ORDER BY r.id`,
};

const ONE: NamedStatement = {
  name: "recommendation_effect",
  text: `SELECT ${SHOWN} FROM recommendations r ${JOINED} WHERE r.workspace_id = $1 AND r.id = $2`,
};

/**
 * Lists recommendations that are pending approval and not snoozed at `at`, oldest first: up to `limit` rows after the
 * id `after`.
 */
export const waitingRecommendations = (
  db: Database,
  tenant: Tenant,
  { at, after, limit }: { readonly at: Date; readonly after: string | null; readonly limit: number },
): Promise<RecommendationEffectRow[]> =>
  queryAsTenant<RecommendationEffectRow>(db, tenant, WAITING, [tenant.workspaceId, at, after, limit]);

/** Returns one recommendation of any status, or null if the workspace has none with that id. */
export async function recommendationEffect(
  db: Database,
  tenant: Tenant,
  id: string,
): Promise<RecommendationEffectRow | null> {
  return (await queryAsTenant<RecommendationEffectRow>(db, tenant, ONE, [tenant.workspaceId, id]))[0] ?? null;
}
