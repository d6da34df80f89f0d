import type { RecommendationStatus } from "@/server/domain/recommendations/recommendation";
import type { Database } from "../database/database";
import { queryAsTenant } from "../database/query";
import type { Tenant } from "../database/tenant";
import { criteriaSql, type RecommendationCriteria } from "./criteria";
import {
  ITEM_JOIN,
  RECOMMENDATION_COLUMNS,
  RECOMMENDATION_JOINS,
  type RecommendationRow,
} from "./recommendations";
import { isNotSnoozed, isSnoozed } from "./snoozed";

/** The filters of a list; null means no filter. */
export interface RecommendationFilter {
  readonly before: string | null;
  readonly limit: number;
  readonly status: RecommendationStatus | "snoozed" | null;
  readonly itemId: string | null;
  readonly updatedSince: Date | null;
  readonly criteria: RecommendationCriteria;
}

interface Page {
  readonly conditions: readonly string[];
  readonly values: readonly unknown[];
  readonly readsItem: boolean;
  /** Distinguishes the text from that of other filters; null if there are criteria, which have many combinations. */
  readonly shape: string | null;
}

const textOf = ({ conditions, readsItem }: Page): string => `SELECT ${RECOMMENDATION_COLUMNS} FROM
  (SELECT r.* FROM recommendations r ${readsItem ? ITEM_JOIN : ""}
   WHERE ${conditions.join(" AND ")} ORDER BY r.id DESC LIMIT $2) r
  ${RECOMMENDATION_JOINS} ORDER BY r.id DESC`;

function pageOf({ workspaceId }: Tenant, filter: RecommendationFilter, nowMs: number): Page {
  const values: unknown[] = [workspaceId, filter.limit];
  const conditions = ["r.workspace_id = $1"];
  const names: string[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const addCondition = (name: string, value: unknown, condition: (placeholder: string) => string): void => {
    names.push(name);
    conditions.push(condition(bind(value)));
  };
  const { before, status, itemId, updatedSince, criteria } = filter;
  if (before !== null) addCondition("before", before, (at) => `r.id < ${at}`);
  if (status === "snoozed") addCondition("snoozed", new Date(nowMs), (at) => isSnoozed("r", at));
  else if (status !== null) {
    addCondition("status", status, (at) => `r.status = ${at}`);
    addCondition("awake", new Date(nowMs), (at) => isNotSnoozed("r", at));
  }
  if (itemId !== null) addCondition("item", itemId, (at) => `r.item_id = ${at}`);
  if (updatedSince !== null) addCondition("updated", updatedSince, (at) => `r.updated_at >= ${at}`);
  const requested = criteriaSql(criteria, bind);
  return {
    conditions: [...conditions, ...requested.conditions],
    values,
    readsItem: requested.readsItem,
    shape: requested.conditions.length > 0 ? null : names.join("_"),
  };
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
  const page = pageOf(tenant, filter, nowMs);
  const text = textOf(page);
  const statement = page.shape === null ? { text } : { name: `recommendations_page_${page.shape}`, text };
  return queryAsTenant<RecommendationRow>(db, tenant, statement, page.values);
}
