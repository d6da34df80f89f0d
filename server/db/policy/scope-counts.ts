import type { CompiledMatch } from "@/server/domain/pricing/engine";
import { boundValues } from "../database/bind";
import type { Tx } from "../database/transaction";
import { scopeMatchSql } from "../items/scope-match";
import { activeSql } from "../items/states";

/**
 * Counts the workspace's active items in each of these scopes, and in none. An item counts for the first scope that
 * it matches, as in `scopeFor`.
 * @param matches in the order in which they are tried
 * @returns a count for each, in the same order, then the count of the remaining items
 */
export async function countByMatch(tx: Tx, matches: readonly CompiledMatch[]): Promise<readonly number[]> {
  const { values, bind } = boundValues(tx.tenant.workspaceId);
  const cases = matches.map((match, index) => `WHEN ${scopeMatchSql(match, bind)} THEN ${index}`);
  const caseSql =
    cases.length === 0 ? `${matches.length}` : `CASE ${cases.join(" ")} ELSE ${matches.length} END`;
  const rows = await tx.sql<{ place: number; count: number }>(
    `SELECT ${caseSql} AS place, count(*)::int AS count FROM catalog_items i
     WHERE workspace_id = $1 AND ${activeSql("i")} GROUP BY 1`,
    values,
  );
  const counts = new Map(rows.map((row) => [row.place, row.count]));
  return Array.from({ length: matches.length + 1 }, (_, at) => counts.get(at) ?? 0);
}
