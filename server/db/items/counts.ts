import { boundValues } from "../database/bind";
import type { Database } from "../database/database";
import { queryAsTenant } from "../database/query";
import type { Tenant } from "../database/tenant";
import { type ItemCriteria, itemCriteriaSql } from "./criteria";
import { positionSql } from "./market-position";

/** The facets that are counted, by the criterion that restricts each. */
export const ITEM_FACETS = ["brand", "category", "tag", "state", "stock", "position"] as const;
type ItemFacet = (typeof ITEM_FACETS)[number];

/** Items, counted. */
export interface ItemCounts {
  /** Those that all criteria leave. */
  readonly total: number;
  /** The most frequent values of each facet, under all criteria but the facet's own. */
  readonly facets: Readonly<Record<ItemFacet, { readonly value: string; readonly count: number }[]>>;
}

/** The most values that are counted of one facet. */
const MOST_VALUES = 200;

const VALUE_OF: Readonly<Record<ItemFacet, string>> = {
  brand: "brand",
  category: "category",
  tag: "unnest(tags)",
  state: "CASE WHEN archived_at IS NOT NULL THEN 'archived' ELSE COALESCE(store_state, 'active') END",
  stock: "CASE WHEN stock IS NULL THEN 'unknown' WHEN stock > 0 THEN 'some' ELSE 'none' END",
  position: "position",
};

interface CountRow {
  readonly facet: ItemFacet | "total";
  readonly value: string | null;
  readonly count: number;
}

/** Counts a workspace's items by one statement that reads each of them once; `at` decides which sales are running. */
export async function itemCounts(
  db: Database,
  tenant: Tenant,
  { criteria, at }: { readonly criteria: ItemCriteria; readonly at: Date },
): Promise<ItemCounts> {
  const { values, bind } = boundValues(tenant.workspaceId);
  const { brand, category, tag, state, stock, position, ...others } = criteria;
  const own = { brand, category, tag, state, stock, position };
  const flags = ITEM_FACETS.map(
    (facet) =>
      `(${itemCriteriaSql({ [facet]: own[facet] }, bind, at).join(" AND ") || "true"}) AS by_${facet}`,
  );
  const except = (name?: ItemFacet) =>
    ITEM_FACETS.filter((each) => each !== name)
      .map((each) => `by_${each}`)
      .join(" AND ");
  const where = ["workspace_id = $1", ...itemCriteriaSql(others, bind, at)].join(" AND ");
  const text = `WITH items AS MATERIALIZED (
      SELECT brand, category, tags, archived_at, store_state, stock, ${positionSql(bind, at)} AS position,
        ${flags.join(", ")}
      FROM catalog_items WHERE ${where})
    SELECT 'total' AS facet, NULL AS value, count(*)::int AS count FROM items WHERE ${except()}
    ${ITEM_FACETS.map(
      (facet) => `UNION ALL (SELECT '${facet}', value, count(*)::int
      FROM (SELECT ${VALUE_OF[facet]} AS value FROM items WHERE ${except(facet)}) AS counted
      WHERE value IS NOT NULL GROUP BY value ORDER BY count(*) DESC, value LIMIT ${MOST_VALUES})`,
    ).join("\n    ")}`;
  return countsOf(await queryAsTenant<CountRow>(db, tenant, { text }, values));
}

function countsOf(rows: readonly CountRow[]): ItemCounts {
  const counts = (facet: ItemFacet) =>
    rows.flatMap((row) => (row.facet === facet ? [{ value: row.value ?? "", count: row.count }] : []));
  return {
    total: rows.find(({ facet }) => facet === "total")?.count ?? 0,
    facets: {
      brand: counts("brand"),
      category: counts("category"),
      tag: counts("tag"),
      state: counts("state"),
      stock: counts("stock"),
      position: counts("position"),
    },
  };
}
