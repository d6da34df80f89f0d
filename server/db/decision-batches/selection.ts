import type { RecommendationStatus } from "@/server/domain/recommendations/recommendation";
import type { Tx } from "../database/transaction";
import { criteriaSql, type RecommendationCriteria } from "../recommendations/criteria";
import { ITEM_JOIN } from "../recommendations/recommendations";
import { isAwake } from "../recommendations/snoozed";

/** Recommendations with one of the statuses that match the criteria. */
export interface Selection {
  readonly criteria: RecommendationCriteria;
  readonly statuses: readonly RecommendationStatus[];
}

/** Returns the ids that are selected and not snoozed at `at`, at most `limit`, in their order. */
export async function selectIds(
  tx: Tx,
  { criteria, statuses }: Selection,
  { at, limit }: { readonly at: Date; readonly limit: number },
): Promise<string[]> {
  const values: unknown[] = [tx.tenant.workspaceId, statuses, at, limit];
  const { conditions, readsItem } = criteriaSql(criteria, (value) => `$${values.push(value)}`);
  const rows = await tx.sql<{ id: string }>(
    `SELECT r.id FROM recommendations r ${readsItem ? ITEM_JOIN : ""}
     WHERE ${[`r.workspace_id = $1 AND r.status = ANY($2) AND ${isAwake("r", "$3")}`, ...conditions].join(
       " AND ",
     )} ORDER BY r.id LIMIT $4`,
    values,
  );
  return rows.map(({ id }) => id);
}
