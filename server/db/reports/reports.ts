import type { VisibleRecommendationStatus } from "@/server/domain/recommendations/recommendation";
import { shownAlertStatus } from "../alerts/shown-status";
import { type RecommendationRow, recommendationColumns } from "../recommendations/recommendations";
import { isSnoozed } from "../recommendations/snoozed";
import { seenAlertSql, seenSince } from "../run-series/read-seen";
import { type Placed, type ReportSql, readReport } from "./read-report";

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

/** The item of each row of a page, looked up by its key; OFFSET 0 keeps the planner from going through all items. */
const itemOf = (row: string): string =>
  `LATERAL (SELECT c.sku, c.title FROM catalog_items c
    WHERE c.workspace_id = ${row}.workspace_id AND c.id = ${row}.item_id OFFSET 0) i`;

const RECOMMENDATIONS: ReportSql = {
  name: "report_recommendations",
  rows: { table: "recommendations", row: "r", madeAt: "r.created_at", status: RECOMMENDATION_STATUS },
  keys: {
    current_price: { sql: "r.current_price", type: "whole" },
    recommended_price: { sql: "r.recommended_price", type: "whole" },
    cost: { sql: "r.cost", type: "whole" },
    change_ratio: { sql: "r.change_ratio", type: "decimal" },
    margin_before: { sql: "r.margin_before::numeric", type: "decimal" },
    margin_after: { sql: "r.margin_after::numeric", type: "decimal" },
    decided_at: { sql: "r.decided_at", type: "time" },
    created_at: { sql: "r.created_at", type: "time" },
    updated_at: { sql: "r.updated_at", type: "time" },
  },
  present: (page) => `SELECT ${recommendationColumns(REPORTED)}, ${RECOMMENDATION_STATUS} AS status, r.place
  FROM ${page}
  JOIN ${itemOf("r")} ON true
  LEFT JOIN LATERAL (
    SELECT w.status FROM write_backs w
    WHERE w.workspace_id = r.workspace_id AND w.recommendation_id = r.id AND w.revert_of IS NULL OFFSET 0) b ON true`,
};

const ALERTS: ReportSql = {
  name: "report_alerts",
  rows: { table: "alerts", row: "a", madeAt: "a.first_seen", status: ALERT_STATUS },
  keys: {
    money_at_risk: { sql: "a.money_at_risk", type: "whole" },
    first_seen: { sql: "a.first_seen", type: "time" },
    resolved_at: { sql: "a.resolved_at", type: "time" },
  },
  present: (
    page,
  ) => `SELECT a.id, i.sku, i.title, a.kind, ${ALERT_STATUS} AS status, a.severity, a.message, a.currency,
    a.money_at_risk, ${seenAlertSql.occurrences("a")} AS occurrences, a.first_seen,
    ${seenAlertSql.lastSeen("a")} AS last_seen, a.resolved_at, a.place
  FROM ${page} LEFT JOIN ${itemOf("a")} ON true ${seenSince("a")}`,
};

const WRITE_BACKS: ReportSql = {
  name: "report_write_backs",
  rows: { table: "write_backs", row: "b", madeAt: "b.created_at", status: "b.status" },
  keys: {
    expected_price: { sql: "b.expected_price", type: "whole" },
    target_price: { sql: "b.target_price", type: "whole" },
    store_price: { sql: "b.store_price", type: "whole" },
    sends: { sql: "b.sends", type: "integer" },
    sent_at: { sql: "b.sent_at", type: "time" },
    finished_at: { sql: "b.finished_at", type: "time" },
    created_at: { sql: "b.created_at", type: "time" },
  },
  present: (
    page,
  ) => `SELECT b.id, b.recommendation_id, i.sku, i.title, b.status, b.currency, b.expected_price,
    b.target_price, b.store_price, b.store_answer, b.sends, b.requested_by, b.sent_at, b.finished_at, b.created_at, b.place
  FROM ${page} JOIN ${itemOf("b")} ON true`,
};

export const recommendationReport = readReport<RecommendationReportRow & Placed>(RECOMMENDATIONS);

export const alertReport = readReport<AlertReportRow & Placed>(ALERTS);

export const writeBackReport = readReport<WriteBackReportRow & Placed>(WRITE_BACKS);
