import type {
  RecommendationKind,
  RecommendationStatus,
} from "@/server/domain/recommendations/recommendation";
import type { Database } from "../database/database";
import { type NamedStatement, queryAsTenant } from "../database/query";
import type { Tenant } from "../database/tenant";
import { RECOMMENDATION_COLUMNS, RECOMMENDATION_JOINS, type RecommendationRow } from "./recommendations";

/** The filters of a list; null means no filter. `minChange` is a fraction, compared with the absolute change. */
export interface RecommendationFilter {
  readonly before: string | null;
  readonly limit: number;
  readonly status: RecommendationStatus | "snoozed" | null;
  readonly kind: RecommendationKind | null;
  readonly runId: string | null;
  readonly itemId: string | null;
  readonly minChange: string | null;
  readonly updatedSince: Date | null;
}

const SNOOZED = "status IN ('new', 'pending_approval') AND snooze_until > $";
const AWAKE = "(status NOT IN ('new', 'pending_approval') OR snooze_until IS NULL OR snooze_until <= $";

/** One named statement per combination of filters, so that PostgreSQL plans each one for its own conditions. */
const pageStatements = new Map<string, NamedStatement>();

function pageStatement(
  filters: readonly (readonly [string, (position: number) => string])[],
): NamedStatement {
  const shape = filters.map(([name]) => name).join("_");
  const known = pageStatements.get(shape);
  if (known) return known;
  const conditions = filters.map(([, condition], index) => ` AND ${condition(index + 3)}`).join("");
  const statement = {
    name: `recommendations_page_${shape}`,
    text: `SELECT ${RECOMMENDATION_COLUMNS} FROM
      (SELECT * FROM recommendations WHERE workspace_id = $1${conditions} ORDER BY id DESC LIMIT $2) r
      ${RECOMMENDATION_JOINS} ORDER BY r.id DESC`,
  };
  pageStatements.set(shape, statement);
  return statement;
}

/**
 * Returns one page of a workspace's recommendations, newest first: up to `limit` rows with an id less than `before`.
 * @param nowMs decides which snoozes still hide a row: such rows are listed as snoozed only
 */
export function recommendationPage(
  db: Database,
  tenant: Tenant,
  filter: RecommendationFilter,
  nowMs: number,
): Promise<RecommendationRow[]> {
  const filters: [string, (position: number) => string][] = [];
  const values: unknown[] = [tenant.workspaceId, filter.limit];
  const addCondition = (name: string, value: unknown, condition: (position: number) => string): void => {
    filters.push([name, condition]);
    values.push(value);
  };
  const { before, status, kind, runId, itemId, minChange, updatedSince } = filter;
  if (before !== null) addCondition("before", before, (n) => `id < $${n}`);
  if (status === "snoozed") addCondition("snoozed", new Date(nowMs), (n) => SNOOZED + n);
  else if (status !== null) {
    addCondition("status", status, (n) => `status = $${n}`);
    addCondition("awake", new Date(nowMs), (n) => `${AWAKE}${n})`);
  }
  if (kind !== null) addCondition("kind", kind, (n) => `kind = $${n}`);
  if (runId !== null) addCondition("run", runId, (n) => `run_id = $${n}`);
  if (itemId !== null) addCondition("item", itemId, (n) => `item_id = $${n}`);
  if (minChange !== null) addCondition("change", minChange, (n) => `abs(change_ratio) >= $${n}::numeric`);
  if (updatedSince !== null) addCondition("updated", updatedSince, (n) => `updated_at >= $${n}`);
  return queryAsTenant<RecommendationRow>(db, tenant, pageStatement(filters), values);
}
