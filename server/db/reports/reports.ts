import type pg from "pg";
import type { VisibleRecommendationStatus } from "@/server/domain/recommendations/recommendation";
import { shownAlertStatus } from "../alerts/shown-status";
import type { Database } from "../database/database";
import { queryAsTenant } from "../database/query";
import type { Tenant } from "../database/tenant";
import { type RecommendationRow, recommendationColumns } from "../recommendations/recommendations";
import { isSnoozed } from "../recommendations/snoozed";
import { seenAlertSql, seenSince } from "../run-series/read-seen";

/**
 * Filters of a report; null = no filter. Half-open range [from, to) of the rows' creation (margins: of their last
 * change; decisions: of the decisions).
 */
export interface ReportFilter {
  readonly from: Date | null;
  readonly to: Date | null;
  readonly status: string | null;
  /** Of the row's item; decisions have none. */
  readonly category: string | null;
  readonly brand: string | null;
  /** The time at which a snooze counts as over or not. */
  readonly now: Date;
}

const REPORTED = [
  "id",
  "runId",
  "sku",
  "title",
  "kind",
  "currency",
  "currentPrice",
  "recommendedPrice",
  "cost",
  "changeRatio",
  "marginBefore",
  "marginAfter",
  "reason",
  "bindingRule",
  "confidence",
  "policyVersion",
  "decision",
  "decidedByLabel",
  "decidedAt",
  "decisionReason",
  "writeBackStatus",
  "createdAt",
  "updatedAt",
] as const satisfies readonly (keyof RecommendationRow)[];

/** A recommendation as a report lists it, with the status that people see. */
export type RecommendationReportRow = Pick<RecommendationRow, (typeof REPORTED)[number]> & {
  readonly status: VisibleRecommendationStatus;
};

export interface AlertReportRow {
  readonly id: string;
  readonly sku: string | null;
  readonly title: string | null;
  readonly kind: string;
  readonly status: string;
  readonly severity: string;
  readonly message: string;
  readonly currency: string | null;
  readonly money_at_risk: bigint | null;
  readonly occurrences: number;
  readonly first_seen: Date;
  readonly last_seen: Date;
  readonly resolved_at: Date | null;
}

export interface WriteBackReportRow {
  readonly id: string;
  readonly recommendation_id: string;
  readonly sku: string;
  readonly title: string;
  readonly status: string;
  readonly currency: string;
  readonly expected_price: bigint;
  readonly target_price: bigint;
  readonly store_price: bigint | null;
  readonly store_answer: string | null;
  readonly sends: number;
  readonly requested_by: string;
  readonly sent_at: Date | null;
  readonly finished_at: Date | null;
  readonly created_at: Date;
}

/** SQL of the displayed status of a recommendation `r`, at the time $5. */
export const RECOMMENDATION_STATUS = `CASE WHEN ${isSnoozed("r", "$5")} THEN 'snoozed' ELSE r.status END`;
/** SQL of the displayed status of an alert `a`, at the time $5. */
export const ALERT_STATUS = shownAlertStatus("a", "$5");

/**
 * The item of each row, looked up by its key; OFFSET 0 keeps the planner from going through all items for every row.
 */
const itemOf = (row: string): string =>
  `LATERAL (SELECT c.sku, c.title, c.category, c.brand FROM catalog_items c
    WHERE c.workspace_id = ${row}.workspace_id AND c.id = ${row}.item_id OFFSET 0) i`;

const OF_ITEM = `($8::text IS NULL OR i.category = $8) AND ($9::text IS NULL OR i.brand = $9)`;

const RECOMMENDATIONS = `SELECT ${recommendationColumns(REPORTED)}, ${RECOMMENDATION_STATUS} AS status
  FROM recommendations r
  JOIN ${itemOf("r")} ON true
  LEFT JOIN LATERAL (
    SELECT w.status FROM write_backs w
    WHERE w.workspace_id = r.workspace_id AND w.recommendation_id = r.id AND w.revert_of IS NULL OFFSET 0) b ON true
  WHERE r.workspace_id = $1 AND r.id < $2 AND ($3::timestamptz IS NULL OR r.created_at >= $3)
    AND ($4::timestamptz IS NULL OR r.created_at < $4) AND ($6::text IS NULL OR ${RECOMMENDATION_STATUS} = $6)
    AND ${OF_ITEM}
  ORDER BY r.id DESC LIMIT $7`;

// The limit comes before what the runs since saw, which is added to the rows of the page alone.
const ALERTS = `SELECT a.id, a.sku, a.title, a.kind, a.status, a.severity, a.message, a.currency, a.money_at_risk,
    ${seenAlertSql.occurrences("a")} AS occurrences, a.first_seen, ${seenAlertSql.lastSeen("a")} AS last_seen, a.resolved_at
  FROM (SELECT a.workspace_id, a.id, i.sku, i.title, a.kind, ${ALERT_STATUS} AS status, a.severity, a.message,
    a.currency, a.money_at_risk, a.occurrences, a.first_seen, a.last_seen, a.resolved_at, a.seen_in
  FROM alerts a LEFT JOIN ${itemOf("a")} ON true
  WHERE a.workspace_id = $1 AND a.id < $2 AND ($3::timestamptz IS NULL OR a.first_seen >= $3)
    AND ($4::timestamptz IS NULL OR a.first_seen < $4)
    AND ($6::text IS NULL OR ${ALERT_STATUS} = $6) AND ${OF_ITEM}
  ORDER BY a.id DESC LIMIT $7) a ${seenSince("a")} ORDER BY a.id DESC`;

const WRITE_BACKS = `SELECT b.id, b.recommendation_id, i.sku, i.title, b.status, b.currency, b.expected_price,
    b.target_price, b.store_price, b.store_answer, b.sends, b.requested_by, b.sent_at, b.finished_at, b.created_at
  FROM write_backs b JOIN ${itemOf("b")} ON true
  WHERE b.workspace_id = $1 AND b.id < $2 AND ($3::timestamptz IS NULL OR b.created_at >= $3)
    AND ($4::timestamptz IS NULL OR b.created_at < $4) AND $5::timestamptz IS NOT NULL
    AND ($6::text IS NULL OR b.status = $6) AND ${OF_ITEM}
  ORDER BY b.id DESC LIMIT $7`;

/** Sorts after every id, so that the first page uses the same statement. */
const AFTER_ALL = "zzz";

/** A page of a report: up to `limit` rows, newest first, with an id below `before`; null for the first page. */
export interface ReportPage {
  readonly before: string | null;
  readonly limit: number;
}

/** Returns a reader of a report's pages by a statement with the parameters below. */
export const readReport =
  <Row extends pg.QueryResultRow>(name: string, text: string) =>
  (db: Database, tenant: Tenant, filter: ReportFilter, { before, limit }: ReportPage): Promise<Row[]> =>
    queryAsTenant<Row>(db, tenant, { name, text }, [
      tenant.workspaceId,
      before ?? AFTER_ALL,
      filter.from,
      filter.to,
      filter.now,
      filter.status,
      limit,
      filter.category,
      filter.brand,
    ]);

export const recommendationReport = readReport<RecommendationReportRow>(
  "report_recommendations",
  RECOMMENDATIONS,
);

export const alertReport = readReport<AlertReportRow>("report_alerts", ALERTS);

export const writeBackReport = readReport<WriteBackReportRow>("report_write_backs", WRITE_BACKS);
