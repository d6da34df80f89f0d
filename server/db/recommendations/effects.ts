import type { Database } from "../database/database";
import { type NamedStatement, queryAsTenant } from "../database/query";
import type { Tenant } from "../database/tenant";
import { RECOMMENDATION_COLUMNS, RECOMMENDATION_JOINS, type RecommendationRow } from "./recommendations";

/**
 * A recommendation with its item's present state, in minor units of `itemCurrency`, and the VAT and fees it was
 * computed with.
 */
export interface RecommendationEffectRow extends RecommendationRow {
  readonly itemCost: bigint | null;
  readonly category: string | null;
  readonly stock: number | null;
  /** VAT and fees of the policy version that recommended. */
  readonly pricing: unknown;
}

const SHOWN = `${RECOMMENDATION_COLUMNS}, i.cost AS "itemCost",
  i.category, i.stock, p.document -> 'pricing' AS pricing`;

const JOINED = `${RECOMMENDATION_JOINS}
  JOIN policy_versions p ON p.workspace_id = r.workspace_id AND p.version = r.policy_version`;

const MANY: NamedStatement = {
  name: "recommendation_effects",
  text: `SELECT ${SHOWN} FROM unnest($2::text[]) AS asked (id) CROSS JOIN LATERAL (
      SELECT * FROM recommendations a WHERE a.workspace_id = $1 AND a.id = asked.id OFFSET 0) r ${JOINED}`,
};

const ONE: NamedStatement = {
  name: "recommendation_effect",
  text: `SELECT ${SHOWN} FROM recommendations r ${JOINED} WHERE r.workspace_id = $1 AND r.id = $2`,
};

/** Returns these recommendations of any status, in any order; ids that the workspace does not have are left out. */
export const recommendationEffects = (
  db: Database,
  tenant: Tenant,
  ids: readonly string[],
): Promise<RecommendationEffectRow[]> =>
  queryAsTenant<RecommendationEffectRow>(db, tenant, MANY, [tenant.workspaceId, ids]);

/** Returns one recommendation of any status, or null if the workspace has none with that id. */
export async function recommendationEffect(
  db: Database,
  tenant: Tenant,
  id: string,
): Promise<RecommendationEffectRow | null> {
  return (await queryAsTenant<RecommendationEffectRow>(db, tenant, ONE, [tenant.workspaceId, id]))[0] ?? null;
}
