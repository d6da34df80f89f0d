import { DAY_MS } from "@/server/domain/durations";
import { firstId, type IdKind } from "@/server/domain/ids";
import type { ReportName } from "@/server/domain/reports/report";
import type { Database } from "../database/database";
import { type NamedStatement, queryAsTenant } from "../database/query";
import type { Tenant } from "../database/tenant";
import { IS_DECISION } from "./decisions";
import type { ReportFilter } from "./read-report";
import { ALERT_STATUS, RECOMMENDATION_STATUS } from "./reports";

/** The reports whose rows are made on a day; the margins are those of now. */
export type DatedReport = Exclude<ReportName, "margins" | "deciders">;

/** Which rows are counted, in a half-open span of days. */
export interface CountedSpan extends ReportFilter {
  readonly from: Date;
  readonly to: Date;
}

/** An id is made at most so long before the time of its row: while a run is published, for instance. */
const ID_LEAD_MS = DAY_MS;

const isOfItem = (id: string): string => `EXISTS (SELECT FROM catalog_items c
      WHERE c.workspace_id = $1 AND c.id = ${id} AND ($7::text IS NULL OR c.category = $7) AND ($8::text IS NULL OR c.brand = $8))`;

// Ids sort by time, so that a span is a range of the primary key.
const counted = (
  name: string,
  rows: string,
  at: string,
  status: string,
  item: string | null,
): NamedStatement => ({
  name,
  text: `SELECT to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS count FROM ${rows}
    AND ${at} >= $3 AND ${at} < $4 AND $5::timestamptz IS NOT NULL AND ($6::text IS NULL OR ${status} = $6)
    AND (($7::text IS NULL AND $8::text IS NULL)${item === null ? "" : ` OR ${isOfItem(item)}`}) GROUP BY 1`,
});

const STATEMENTS: Readonly<Record<DatedReport, { readonly kind: IdKind; readonly count: NamedStatement }>> = {
  recommendations: {
    kind: "recommendation",
    count: counted(
      "report_days_recommendations",
      "recommendations r WHERE r.workspace_id = $1 AND r.id >= $2",
      "r.created_at",
      RECOMMENDATION_STATUS,
      "r.item_id",
    ),
  },
  alerts: {
    kind: "alert",
    count: counted(
      "report_days_alerts",
      "alerts a WHERE a.workspace_id = $1 AND a.id >= $2",
      "a.first_seen",
      ALERT_STATUS,
      "a.item_id",
    ),
  },
  write_backs: {
    kind: "writeBack",
    count: counted(
      "report_days_write_backs",
      "write_backs b WHERE b.workspace_id = $1 AND b.id >= $2",
      "b.created_at",
      "b.status",
      "b.item_id",
    ),
  },
  decisions: {
    kind: "event",
    count: counted(
      "report_days_decisions",
      `audit_events a WHERE a.workspace_id = $1 AND ${IS_DECISION} AND a.id >= $2`,
      "a.at",
      "''",
      null,
    ),
  },
};

/** Counts the rows of a report by UTC day, as 2026-11-23; a day without one is left out. */
export async function countByDay(
  db: Database,
  tenant: Tenant,
  report: DatedReport,
  { from, to, status, category, brand, now }: CountedSpan,
): Promise<ReadonlyMap<string, number>> {
  const { kind, count } = STATEMENTS[report];
  const first = firstId(kind, from.getTime() - ID_LEAD_MS);
  const rows = await queryAsTenant<{ day: string; count: number }>(db, tenant, count, [
    tenant.workspaceId,
    first,
    from,
    to,
    now,
    status,
    category,
    brand,
  ]);
  return new Map(rows.map((row) => [row.day, row.count]));
}
