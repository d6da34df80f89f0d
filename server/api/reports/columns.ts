import { itemPage, type OrderedItemRow } from "@/server/db/items/pages";
import { windowOf } from "@/server/db/items/shop-windows";
import type { KeyType } from "@/server/db/reports/page-sql";
import type { ReportFilter, ReportPage } from "@/server/db/reports/read-report";
import {
  type AlertReportRow,
  alertReport,
  type RecommendationReportRow,
  recommendationReport,
  type WriteBackReportRow,
  writeBackReport,
} from "@/server/db/reports/reports";
import { ALERT_STATUSES } from "@/server/domain/alerts/alert";
import type { ItemSort } from "@/server/domain/items/item-list";
import { shopperPriceAt } from "@/server/domain/items/shop-window";
import { VISIBLE_RECOMMENDATION_STATUSES } from "@/server/domain/recommendations/recommendation";
import type { ReportName } from "@/server/domain/reports/report";
import { WRITE_BACK_STATUSES } from "@/server/domain/write-backs/write-back";
import { fixedFeesFor } from "@/server/usecases/items/fixed-fees";
import { readStoredPolicy } from "@/server/usecases/items/stored-policies";
import type { RequestContext } from "@/server/usecases/request-context";
import { type ItemMarket, itemMarket } from "../items/item-market";
import { itemMargin } from "../items/schemas";
import { deciders, decisions } from "./decisions";
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

/** An item with its margin and its market under the workspace's active policy. */
interface MarginRow extends OrderedItemRow {
  readonly margin: string | null;
  /** What shoppers pay now. */
  readonly shopperPriceNow: bigint | null;
  readonly market: ItemMarket;
}

/** The columns that the margins can be sorted by, as the catalog is. */
const MARGIN_KEYS = {
  sku: { type: "text", sort: "sku" },
  title: { type: "text", sort: "title" },
  price: { type: "whole", sort: "price" },
  cost: { type: "whole", sort: "cost" },
  margin: { type: "decimal", sort: "margin" },
  stock: { type: "whole", sort: "stock" },
  updated_at: { type: "time", sort: "changed" },
} as const satisfies Record<string, { type: KeyType; sort: ItemSort }>;

const isMarginKey = (column: string): column is keyof typeof MARGIN_KEYS =>
  Object.hasOwn(MARGIN_KEYS, column);

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
    time("cost_updated_at", (r) => r.costUpdatedAt),
    ratio("margin", (r) => r.margin),
    amount("market_lowest", (r) => r.market.lowest),
    amount("market_median", (r) => r.market.median),
    number("market_offers", (r) => r.market.used),
    number("stock", (r) => r.stock),
    time("updated_at", (r) => r.updatedAt),
    amount("shopper_price", (r) => r.shopperPriceNow),
    text("gtin", (r) => r.gtin),
  ],
  statuses: [],
  idKind: "item",
  keys: MARGIN_KEYS,
  page: marginPage,
};

async function marginPage(
  { services, tenant }: RequestContext,
  { from, to, category, brand }: ReportFilter,
  { after, order, limit }: ReportPage,
): Promise<MarginRow[]> {
  const now = services.now();
  const column = order?.sort ?? "";
  const sorted =
    order !== null && isMarginKey(column)
      ? ({ sort: MARGIN_KEYS[column].sort, order: order.order } as const)
      : ({ sort: "newest", order: "desc" } as const);
  const rows = await itemPage(services.db, tenant, {
    criteria: {
      updatedSince: from ?? undefined,
      updatedBefore: to ?? undefined,
      category: category ?? undefined,
      brand: brand ?? undefined,
    },
    order: sorted,
    after,
    isBackwards: false,
    limit,
    at: new Date(now),
    fixed: await fixedFeesFor(sorted.sort, services.db, tenant),
  });
  const isByTime = order?.sort === "updated_at";
  return withMargins(rows, now).map((row) =>
    isByTime ? { ...row, place: row.updatedAt.toISOString() } : row,
  );
}

function withMargins(rows: readonly OrderedItemRow[], nowMs: number): MarginRow[] {
  const [first] = rows;
  if (!first) return [];
  const { marginFactors, policy } = readStoredPolicy(first.policy);
  return rows.map((row) => ({
    ...row,
    margin: itemMargin(row, marginFactors, nowMs),
    shopperPriceNow: shopperPriceAt(windowOf(row), row.price, nowMs),
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
