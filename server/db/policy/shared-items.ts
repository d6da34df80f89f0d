import type { CompiledMatch } from "@/server/domain/pricing/engine";
import { boundValues } from "../database/bind";
import type { Tx } from "../database/transaction";
import { scopeMatchSql } from "../items/scope-match";
import { activeSql } from "../items/states";

/** Watched items that one scope decides and another matches as well; scopes by their place in the order. */
export interface SharedItemsRow {
  readonly winner: number;
  readonly loser: number;
  readonly items: number;
  /** The first of their skus. */
  readonly sku: string;
}

/**
 * Counts the watched items that two scopes match, by the one that decides and the other one.
 * @param matches of all scopes, in the order in which they are tried
 * @param losers the places of those that are looked for behind the deciding one
 */
export async function countSharedItems(
  tx: Tx,
  matches: readonly CompiledMatch[],
  losers: ReadonlySet<number>,
): Promise<SharedItemsRow[]> {
  const { values, bind } = boundValues(tx.tenant.workspaceId);
  const conditions = matches.map((match) => scopeMatchSql(match, bind));
  const deciding = conditions.map((condition, place) => `WHEN ${condition} THEN ${place}`);
  const matched = [...losers].map((place) => `CASE WHEN ${conditions[place]} THEN ${place} END`);
  return tx.sql<SharedItemsRow>(
    `SELECT s.winner, l.loser, count(*)::int AS items, min(s.sku) AS sku
     FROM (SELECT sku, CASE ${deciding.join(" ")} END AS winner, ARRAY[${matched.join(", ")}]::int[] AS losers
           FROM catalog_items i WHERE workspace_id = $1 AND ${activeSql("i")}) s
     CROSS JOIN LATERAL unnest(s.losers) AS l(loser)
     WHERE l.loser > s.winner GROUP BY 1, 2`,
    values,
  );
}
