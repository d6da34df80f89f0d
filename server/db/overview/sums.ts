import { DAY_MS } from "@/server/domain/durations";
import { type CatalogSums, OLD_COST_DAYS } from "@/server/domain/overview/figures";
import type { Policy } from "@/server/domain/pricing/engine";
import { boundValues } from "../database/bind";
import type { Tx } from "../database/transaction";
import { itemCriteriaSql } from "../items/criteria";
import { shopperPriceSql } from "../items/shopper-price";
import { unitsSql } from "../items/units";

const PRICED = "own AND paid > 0 AND cost IS NOT NULL";
const COMPARED = "own AND paid > 0 AND median > 0";

/** The sums of a category; null: the items without one. */
export type CategorySums = CatalogSums & { readonly category: string | null };

type Amount = "revenue" | "cost" | "units" | "ours" | "market";
type Row = Omit<CategorySums, Amount> & Readonly<Record<Amount, string>>;

/** Sums the items of a run by category, with the market that it saw, and what shoppers pay and costs are at `at`. */
export async function sumsOfRun(tx: Tx, runId: string, policy: Policy, at: Date): Promise<CategorySums[]> {
  const { values, bind } = boundValues(tx.tenant.workspaceId, runId, at);
  const costUntil = new Date(at.getTime() - OLD_COST_DAYS * DAY_MS);
  const below = itemCriteriaSql({ belowFloorOf: policy }, bind, at).join(" AND ");
  const old = itemCriteriaSql({ costUntil }, bind, at).join(" AND ");
  // Each item is looked up by its key; OFFSET 0 keeps the planner from going through all items for every result.
  const rows = await tx.sql<Row>(
    `SELECT category, count(*) FILTER (WHERE own)::int AS items,
       count(*) FILTER (WHERE ${PRICED})::int AS priced,
       COALESCE(sum(paid * units) FILTER (WHERE ${PRICED}), 0)::text AS revenue,
       COALESCE(sum(cost * units) FILTER (WHERE ${PRICED}), 0)::text AS cost,
       COALESCE(sum(units) FILTER (WHERE ${PRICED}), 0)::text AS units,
       count(*) FILTER (WHERE ${COMPARED})::int AS compared,
       COALESCE(sum(paid) FILTER (WHERE ${COMPARED}), 0)::text AS ours,
       COALESCE(sum(median) FILTER (WHERE ${COMPARED}), 0)::text AS market,
       count(*) FILTER (WHERE ${COMPARED} AND seen > $3::timestamptz - interval '24 hours')::int AS fresh,
       count(*) FILTER (WHERE own AND below)::int AS "belowFloor",
       count(*) FILTER (WHERE own AND cost IS NULL)::int AS "withoutCost",
       count(*) FILTER (WHERE own AND paid IS NULL)::int AS "withoutPrice",
       count(*) FILTER (WHERE own AND old)::int AS "oldCosts",
       count(*) FILTER (WHERE NOT own)::int AS "otherCurrency"
     FROM (
       SELECT c.category, c.paid, c.cost, c.units, c.below, c.old, c.currency = w.currency AS own,
         x.market_median::numeric AS median, x.market_at AS seen
       FROM run_results x CROSS JOIN (SELECT currency FROM workspaces WHERE id = $1) w CROSS JOIN LATERAL (
         SELECT i.category, i.currency, i.cost::numeric AS cost, (${shopperPriceSql("$3")})::numeric AS paid,
           ${unitsSql("i")} AS units, ${below} AS below, ${old} AS old
         FROM catalog_items i WHERE i.workspace_id = $1 AND i.id = x.item_id OFFSET 0) c
       WHERE x.workspace_id = $1 AND x.run_id = $2) AS items
     GROUP BY category`,
    values,
  );
  return rows.map(({ revenue, cost, units, ours, market, ...rest }) => ({
    ...rest,
    revenue: BigInt(revenue),
    cost: BigInt(cost),
    units: BigInt(units),
    ours: BigInt(ours),
    market: BigInt(market),
  }));
}
