import type { CompiledMatch } from "@/server/domain/pricing/compile-scope";
import type { Tx } from "../database/transaction";

/**
 * Counts the workspace's items in each of these scopes, and in none. An item counts for the first scope that it
 * matches, as in `scopeFor`.
 * @param matches in the order in which they are tried
 * @returns a count for each, in the same order, then the count of the remaining items
 */
export async function countByMatch(tx: Tx, matches: readonly CompiledMatch[]): Promise<readonly number[]> {
  const params: unknown[] = [tx.tenant.workspaceId];
  const cases = matches.map((match, index) => `WHEN ${conditionOf(match, params)} THEN ${index}`);
  const caseSql =
    cases.length === 0 ? `${matches.length}` : `CASE ${cases.join(" ")} ELSE ${matches.length} END`;
  const rows = await tx.sql<{ place: number; count: number }>(
    `SELECT ${caseSql} AS place, count(*)::int AS count FROM catalog_items WHERE workspace_id = $1 GROUP BY 1`,
    params,
  );
  const counts = new Map(rows.map((row) => [row.place, row.count]));
  return Array.from({ length: matches.length + 1 }, (_, at) => counts.get(at) ?? 0);
}

function conditionOf(match: CompiledMatch, params: unknown[]): string {
  const { tags, categories, brands, priceFrom, priceTo } = match;
  const with$ = (value: unknown, condition: (parameter: string) => string) =>
    condition(`$${params.push(value)}`);
  const conditions = [
    tags && with$([...tags], (list) => `tags && ${list}::text[]`),
    categories && with$([...categories], (list) => `category = ANY(${list}::text[])`),
    brands && with$([...brands], (list) => `brand = ANY(${list}::text[])`),
    priceFrom === null ? null : with$(priceFrom, (amount) => `price >= ${amount}::bigint`),
    priceTo === null ? null : with$(priceTo, (amount) => `price < ${amount}::bigint`),
  ].filter((condition) => condition !== null);
  return `coalesce(${conditions.join(" AND ") || "true"}, false)`;
}
