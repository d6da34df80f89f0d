import { LARGE_CHANGE, WHYS, type Why } from "@/server/domain/pricing/why";
import { boundValues } from "../database/bind";
import type { Database } from "../database/database";
import { queryAsTenant } from "../database/query";
import type { Tenant } from "../database/tenant";
import { criteriaSql, MONEY_AT_RISK, type RecommendationCriteria } from "./criteria";
import { ITEM_JOIN } from "./recommendations";
import { isAwake } from "./snoozed";

/** The orders of what waits, within each reason; equal ones follow by age. */
export const WAITING_ORDERS = ["money_at_risk", "oldest", "largest_change"] as const;
export type WaitingOrder = (typeof WAITING_ORDERS)[number];

/** A recommendation that waits, without its figures. */
export interface WaitingEntry {
  readonly id: string;
  readonly version: number;
  readonly why: Why | null;
}

const ORDER: Readonly<Record<WaitingOrder, string>> = {
  money_at_risk: `${MONEY_AT_RISK} DESC NULLS LAST, `,
  oldest: "",
  largest_change: "abs(r.change_ratio) DESC NULLS LAST, ",
};

const BY_WHY = `COALESCE(array_position(ARRAY[${WHYS.map((why) => `'${why}'`).join(", ")}], r.why), ${WHYS.length})`;

/** The statuses in which a recommendation waits for somebody's decision. */
export const WAITING_STATUSES = ["held", "new", "accepted", "pending_approval"] as const;
export type WaitingStatus = (typeof WAITING_STATUSES)[number];

/** Begins a statement about what waits in that status; `bind` adds its values. */
function waitingSql({ workspaceId }: Tenant, at: Date, status: WaitingStatus = "pending_approval") {
  const { values, bind } = boundValues(workspaceId, at);
  const from = `recommendations r ${ITEM_JOIN} WHERE r.workspace_id = $1 AND r.status = '${status}'
    AND ${isAwake("r", "$2")}`;
  return { values, bind, from };
}

const and = (conditions: readonly string[]): string => conditions.map((each) => ` AND ${each}`).join("");

/**
 * Lists what waits in a status and is not snoozed at `at`: grouped by reason, losses first, and sorted within a reason.
 * @returns the first `limit` entries, and how many there are
 */
export async function waitingEntries(
  db: Database,
  tenant: Tenant,
  options: {
    readonly at: Date;
    /** Pending approval if it is left out. */
    readonly status?: WaitingStatus;
    readonly criteria: RecommendationCriteria;
    readonly order: WaitingOrder;
    readonly limit: number;
  },
): Promise<{ entries: WaitingEntry[]; total: number }> {
  const { values, bind, from } = waitingSql(tenant, options.at, options.status);
  const { conditions } = criteriaSql(options.criteria, bind);
  const text = `SELECT r.id, r.version, r.why, count(*) OVER ()::int AS total FROM ${from}${and(conditions)}
    ORDER BY ${BY_WHY}, ${ORDER[options.order]}r.id LIMIT ${bind(options.limit)}`;
  const rows = await queryAsTenant<WaitingEntry & { total: number }>(db, tenant, { text }, values);
  return { entries: rows, total: rows[0]?.total ?? 0 };
}

/** The facets that are counted, by the criterion that restricts each. */
export const FACETS = ["why", "brand", "category", "tag", "confidence", "guard"] as const;
export type Facet = (typeof FACETS)[number];

/** How many entries have a value. */
export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

/** What waits for approval, counted. */
export interface WaitingCounts {
  /** Those that all criteria leave, and the time of the oldest of them. */
  readonly total: number;
  readonly oldest: Date | null;
  /** Those with a large change, under all criteria but the bounds of the change. */
  readonly large: number;
  /** The most frequent values of each facet, under all criteria but the facet's own. */
  readonly facets: Readonly<Record<Facet, FacetCount[]>>;
}

/** The most values that are counted of one facet. */
const MOST_VALUES = 200;

const VALUE_OF: Readonly<Record<Facet, string>> = {
  why: "why",
  brand: "brand",
  category: "category",
  tag: "unnest(tags)",
  confidence: "confidence",
  guard: "binding_rule",
};

interface CountRow {
  readonly facet: Facet | "total" | "large";
  readonly value: string | null;
  readonly count: number;
  readonly oldest: Date | null;
}

/** Counts what is pending approval and not snoozed at `at`, by one statement that reads each entry once. */
export async function waitingCounts(
  db: Database,
  tenant: Tenant,
  { at, criteria }: { readonly at: Date; readonly criteria: RecommendationCriteria },
): Promise<WaitingCounts> {
  const { values, bind, from } = waitingSql(tenant, at);
  const { why, brand, category, tag, confidence, guard, minChange, maxChange, ...others } = criteria;
  const own = { why, brand, category, tag, confidence, guard };
  const passes = (part: RecommendationCriteria) => criteriaSql(part, bind).conditions.join(" AND ") || "true";
  const facetColumns = FACETS.map((facet) => `(${passes({ [facet]: own[facet] })}) AS by_${facet}`);
  const all = [...FACETS.map((facet) => `by_${facet}`), "by_change"];
  const except = (name: string) => all.filter((each) => each !== name).join(" AND ");
  const text = `WITH waiting AS MATERIALIZED (
      SELECT r.why, r.confidence, r.binding_rule, r.created_at, i.brand, i.category, i.tags,
        COALESCE(abs(r.change_ratio) >= ${LARGE_CHANGE}, false) AS large, ${facetColumns.join(", ")},
        (${passes({ minChange, maxChange })}) AS by_change
      FROM ${from}${and(criteriaSql(others, bind).conditions)})
    SELECT 'total' AS facet, NULL AS value, count(*)::int AS count, min(created_at) AS oldest
      FROM waiting WHERE ${all.join(" AND ")}
    UNION ALL SELECT 'large', NULL, count(*)::int, NULL FROM waiting WHERE large AND ${except("by_change")}
    ${FACETS.map(
      (facet) => `UNION ALL (SELECT '${facet}', value, count(*)::int, NULL
      FROM (SELECT ${VALUE_OF[facet]} AS value FROM waiting WHERE ${except(`by_${facet}`)}) AS counted
      WHERE value IS NOT NULL GROUP BY value ORDER BY count(*) DESC, value LIMIT ${MOST_VALUES})`,
    ).join("\n    ")}`;
  return countsOf(await queryAsTenant<CountRow>(db, tenant, { text }, values));
}

function countsOf(rows: readonly CountRow[]): WaitingCounts {
  const of = (facet: CountRow["facet"]) => rows.filter((row) => row.facet === facet);
  const [total] = of("total");
  const counts = (facet: Facet): FacetCount[] =>
    of(facet).map(({ value, count }) => ({ value: value ?? "", count }));
  return {
    total: total?.count ?? 0,
    oldest: total?.oldest ?? null,
    large: of("large")[0]?.count ?? 0,
    facets: {
      why: counts("why"),
      brand: counts("brand"),
      category: counts("category"),
      tag: counts("tag"),
      confidence: counts("confidence"),
      guard: counts("guard"),
    },
  };
}
