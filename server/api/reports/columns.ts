import { type ItemRow, itemPage } from "@/server/db/items/pages";
import {
  type AlertReportRow,
  alertReport,
  type RecommendationReportRow,
  type ReportFilter,
  recommendationReport,
  type WriteBackReportRow,
  writeBackReport,
} from "@/server/db/reports/reports";
import { ALERT_STATUSES } from "@/server/domain/alerts/alert";
import { formatAmount } from "@/server/domain/money";
import { storedPolicy } from "@/server/domain/pricing/stored-policy";
import { VISIBLE_RECOMMENDATION_STATUSES } from "@/server/domain/recommendations/recommendation";
import { WRITE_BACK_STATUSES } from "@/server/domain/write-backs/write-back";
import type { RequestContext } from "@/server/usecases/request-context";
import { type ItemMarket, itemMarket } from "../items/item-market";
import { itemMargin } from "../items/schemas";

/** A column of a report. CSV output escapes text cells against formulas; amounts, ratios and counts stay numbers. */
export interface Column<Row> {
  readonly name: string;
  readonly type: "text" | "number" | "time";
  readonly value: (row: Row) => string | number | null;
}

/** A report: its columns, which are only ever added at the end, and its rows page by page. */
export interface Report<Row> {
  readonly columns: readonly Column<Row>[];
  /** The statuses that its rows can be filtered by; empty when its rows have no status. */
  readonly statuses: readonly string[];
  readonly pages: (context: RequestContext, filter: ReportFilter) => AsyncIterable<readonly Row[]>;
}

const text = <Row>(name: string, value: (row: Row) => string | null): Column<Row> => ({
  name,
  type: "text",
  value,
});
const number = <Row>(name: string, value: (row: Row) => string | number | null): Column<Row> => ({
  name,
  type: "number",
  value,
});
const time = <Row>(name: string, value: (row: Row) => Date | null): Column<Row> => ({
  name,
  type: "time",
  value: (row) => value(row)?.toISOString() ?? null,
});
const amount = <Row extends { readonly currency: string | null }>(
  name: string,
  value: (row: Row) => bigint | null,
): Column<Row> =>
  number(name, (row) => {
    const minor = value(row);
    return minor === null || row.currency === null ? null : formatAmount(minor, row.currency);
  });

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
    number("change_ratio", (r) => r.changeRatio),
    number("margin_before", (r) => r.marginBefore),
    number("margin_after", (r) => r.marginAfter),
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
  pages: ({ services, tenant }, filter) => recommendationReport(services.db, tenant, filter),
};

/** An item with its margin and its market under the workspace's active policy. */
interface MarginRow extends ItemRow {
  readonly margin: string | null;
  readonly market: ItemMarket;
}

const margins: Report<MarginRow> = {
  columns: [
    text("id", (r) => r.id),
    text("sku", (r) => r.sku),
    text("title", (r) => r.title),
    text("brand", (r) => r.brand),
    text("category", (r) => r.category),
    text("tags", (r) => r.tags.join("|")),
    text("currency", (r) => r.currency),
    amount("price", (r) => r.price),
    amount("cost", (r) => r.cost),
    time("cost_updated_at", (r) => r.cost_updated_at),
    number("margin", (r) => r.margin),
    amount("market_lowest", (r) => r.market.lowest),
    amount("market_median", (r) => r.market.median),
    number("market_offers", (r) => r.market.used),
    number("stock", (r) => r.stock),
    time("updated_at", (r) => r.updated_at),
  ],
  statuses: [],
  pages: itemPages,
};

const ITEMS_A_PAGE = 1_000;

async function* itemPages(
  { services, tenant }: RequestContext,
  filter: ReportFilter,
): AsyncGenerator<MarginRow[]> {
  let before: string | null = null;
  for (;;) {
    const narrow = {
      before,
      limit: ITEMS_A_PAGE,
      tag: null,
      q: null,
      updatedSince: filter.from,
      state: null,
    };
    const rows: ItemRow[] = await itemPage(services.db, tenant, narrow);
    yield withMargins(rows, services.now()).filter(
      ({ updated_at: at }) => filter.to === null || at < filter.to,
    );
    const last: ItemRow | undefined = rows.at(-1);
    if (!last || rows.length < ITEMS_A_PAGE) return;
    before = last.id;
  }
}

function withMargins(rows: readonly ItemRow[], nowMs: number): MarginRow[] {
  const [first] = rows;
  if (!first) return [];
  const { terms, policy } = storedPolicy(first.policy);
  return rows.map((row) => ({
    ...row,
    margin: itemMargin(row, terms),
    market: itemMarket(row, policy, nowMs),
  }));
}

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
  pages: ({ services, tenant }, filter) => alertReport(services.db, tenant, filter),
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
  pages: ({ services, tenant }, filter) => writeBackReport(services.db, tenant, filter),
};

/** The reports by their wire names. */
export const REPORTS = { recommendations, margins, alerts, write_backs: writeBacks } as const;
