import {
  type AlertReportRow,
  alertReport,
  type RecommendationReportRow,
  recommendationReport,
  type WriteBackReportRow,
  writeBackReport,
} from "@/server/db/reports/reports";
import { ALERT_STATUSES } from "@/server/domain/alerts/alert";
import { VISIBLE_RECOMMENDATION_STATUSES } from "@/server/domain/recommendations/recommendation";
import type { ReportName } from "@/server/domain/reports/report";
import { WRITE_BACK_STATUSES } from "@/server/domain/write-backs/write-back";
import { deciders, decisions } from "./decisions";
import { margins } from "./margins";
import { amount, number, type Report, type ReportedRow, ratio, text, time } from "./report";

const recommendations: Report<RecommendationReportRow> = {
  columns: [
    text("id", (r) => r.id),
    text("run_id", (r) => r.runId),
    text("sku", (r) => r.sku),
    text("title", (r) => r.title),
    text("kind", (r) => r.kind),
    text("status", (r) => r.status),
    text("currency", (r) => r.currency),
    amount("current_price", (r) => r.currentPrice),
    amount("recommended_price", (r) => r.recommendedPrice),
    amount("cost", (r) => r.cost),
    ratio("change_ratio", (r) => r.changeRatio),
    ratio("margin_before", (r) => r.marginBefore),
    ratio("margin_after", (r) => r.marginAfter),
    text("reason", (r) => r.reason),
    text("binding_rule", (r) => r.bindingRule),
    text("confidence", (r) => r.confidence),
    number("policy_version", (r) => r.policyVersion),
    text("decision", (r) => r.decision),
    text("decided_by", (r) => r.decidedByLabel),
    time("decided_at", (r) => r.decidedAt),
    text("decision_reason", (r) => r.decisionReason),
    text("write_back_status", (r) => r.writeBackStatus),
    time("created_at", (r) => r.createdAt),
    time("updated_at", (r) => r.updatedAt),
  ],
  statuses: VISIBLE_RECOMMENDATION_STATUSES,
  idKind: "recommendation",
  keys: recommendationReport.keys,
  page: ({ services, tenant }, filter, page) => recommendationReport(services.db, tenant, filter, page),
};

const alerts: Report<AlertReportRow> = {
  columns: [
    text("id", (r) => r.id),
    text("sku", (r) => r.sku),
    text("title", (r) => r.title),
    text("kind", (r) => r.kind),
    text("status", (r) => r.status),
    text("severity", (r) => r.severity),
    text("message", (r) => r.message),
    text("currency", (r) => r.currency),
    amount("money_at_risk", (r) => r.money_at_risk),
    number("occurrences", (r) => r.occurrences),
    time("first_seen", (r) => r.first_seen),
    time("last_seen", (r) => r.last_seen),
    time("resolved_at", (r) => r.resolved_at),
  ],
  statuses: ALERT_STATUSES,
  idKind: "alert",
  keys: alertReport.keys,
  page: ({ services, tenant }, filter, page) => alertReport(services.db, tenant, filter, page),
};

const writeBacks: Report<WriteBackReportRow> = {
  columns: [
    text("id", (r) => r.id),
    text("recommendation_id", (r) => r.recommendation_id),
    text("sku", (r) => r.sku),
    text("title", (r) => r.title),
    text("status", (r) => r.status),
    text("currency", (r) => r.currency),
    amount("expected_price", (r) => r.expected_price),
    amount("target_price", (r) => r.target_price),
    amount("store_price", (r) => r.store_price),
    text("store_answer", (r) => r.store_answer),
    number("sends", (r) => r.sends),
    text("requested_by", (r) => r.requested_by),
    time("sent_at", (r) => r.sent_at),
    time("finished_at", (r) => r.finished_at),
    time("created_at", (r) => r.created_at),
  ],
  statuses: WRITE_BACK_STATUSES,
  idKind: "writeBack",
  keys: writeBackReport.keys,
  page: ({ services, tenant }, filter, page) => writeBackReport(services.db, tenant, filter, page),
};

/** Calls `use` with the report of this name and returns what it returns; each report has rows of its own type. */
export function withReport<Result>(
  name: ReportName,
  use: <Row extends ReportedRow>(report: Report<Row>) => Result,
): Result {
  switch (name) {
    case "recommendations":
      return use(recommendations);
    case "margins":
      return use(margins);
    case "alerts":
      return use(alerts);
    case "write_backs":
      return use(writeBacks);
    case "decisions":
      return use(decisions);
    case "deciders":
      return use(deciders);
  }
}
