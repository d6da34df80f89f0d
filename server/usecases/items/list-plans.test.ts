import { countAlertKinds } from "@/server/db/alerts/counts";
import { type AlertFilter, type AlertPageRequest, listAlerts } from "@/server/db/alerts/pages";
import type { Database } from "@/server/db/database/database";
import type { Tenant } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import { ITEM_FACETS, itemCounts } from "@/server/db/items/counts";
import { itemById, itemPage } from "@/server/db/items/pages";
import type { RecommendationCriteria } from "@/server/db/recommendations/criteria";
import { recommendationEffect, recommendationEffects } from "@/server/db/recommendations/effects";
import { recommendationPage } from "@/server/db/recommendations/pages";
import { recommendationById } from "@/server/db/recommendations/recommendations";
import {
  FACETS,
  type WaitingOrder,
  waitingCounts,
  waitingEntries,
} from "@/server/db/recommendations/waiting";
import type { ReportPlace } from "@/server/db/reports/page-sql";
import { alertReport, recommendationReport, writeBackReport } from "@/server/db/reports/reports";
import type { SortOrder } from "@/server/domain/items/item-list";
import { compilePolicy } from "@/server/domain/pricing/engine";
import { DEFAULT_POLICY } from "@/server/domain/pricing/policy";
import {
  forEachItem,
  LARGE_SHOP_ITEMS as ITEMS,
  LARGE_SHOP_STORE,
  openLargeShop,
} from "@/server/testing/large-shop";
import type { TestService } from "@/server/testing/service";
import {
  itHoldsUnderAnyStatistics,
  startWatchedService,
  tooBusyAmong,
  type WatchedDatabase,
} from "@/server/testing/statement-plans";
import type { Shop } from "@/server/testing/watched-shop";

import { settleMarkets } from "./settle-markets";

let service: TestService;
let watched: WatchedDatabase;

startWatchedService(async (started) => {
  ({ service, watched } = started);
  await openBusyShop();
});

/** Creates a large shop: a written price for each item, a pending approval for one in a hundred, a few archived. */
async function openBusyShop(): Promise<Shop> {
  const shop = await openLargeShop(service);
  const { id } = shop.workspace;
  await service.sql(
    `UPDATE recommendations SET status = 'pending_approval' WHERE workspace_id = $1 AND status = 'new' AND item_id LIKE '%77'`,
    [id],
  );
  await service.sql(
    "UPDATE catalog_items SET archived_at = now() WHERE workspace_id = $1 AND id LIKE '%79'",
    [id],
  );
  await service.sql(
    `UPDATE alerts SET money_at_risk = CASE WHEN item_id LIKE '%9' THEN NULL ELSE right(item_id, 2)::int END,
       status = CASE WHEN item_id LIKE '%3' THEN 'resolved' ELSE status END,
       kind = CASE WHEN item_id LIKE '%5' THEN 'stale_market' ELSE kind END WHERE workspace_id = $1`,
    [id],
  );
  await forEachItem(
    service,
    id,
    `INSERT INTO write_backs (workspace_id, id, recommendation_id, integration_id, item_id, store_ref, status, currency,
       expected_price, target_price, write_key, requested_by)
     SELECT i.workspace_id, 'wb_' || i.id, 'rec_1_' || i.id, '${LARGE_SHOP_STORE}', i.id, 'ref', 'applied', 'EUR', 1, 2,
       i.workspace_id || i.id, 'test'`,
  );
  await settleMarkets(service.services, shop.workspace.tenant);
  // Marks that were taken away are read until they are vacuumed. By hand and here alone: autovacuum, which does it in
  // use, is off, since it would give other tables statistics.
  await service.sql("VACUUM market_marks");
  return shop;
}

const PAGE = 101;
/** PostgreSQL plans a prepared statement for its values a few times before it uses one generic plan. */
const TIMES = 7;
// A row of a page has three offers, a policy, a store and a write-back.
const PAGE_ROWS = 4 * PAGE * TIMES;
// A filter also reads the rows that it excludes: every item, with its index entries before and after a change.
const FILTERED = 2 * ITEMS * TIMES;

type Ask = (db: Database, tenant: Tenant, now: Date) => Promise<unknown>;

// Each facet reads what the others leave; an item has two tags.
const COUNTED_ITEMS = ITEM_FACETS.length * FILTERED;

type ItemRequest = Parameters<typeof itemPage>[2];

const NEWEST: ItemRequest["order"] = { sort: "newest", order: "desc" };
const items =
  (request: Partial<Omit<ItemRequest, "at" | "limit">>): Ask =>
  (db, tenant, at) =>
    itemPage(db, tenant, {
      fixed: null,
      criteria: {},
      order: NEWEST,
      after: null,
      isBackwards: false,
      limit: PAGE,
      at,
      ...request,
    });
/** A page in the middle of an order, read in both directions; `key` is that of an item there. */
const sorted =
  (sort: ItemRequest["order"]["sort"], key: string | null, order: SortOrder = "asc"): Ask =>
  async (db, tenant, at) => {
    const after = { key, id: ITEM };
    for (const isBackwards of [false, true])
      await items({ order: { sort, order }, after, isBackwards })(db, tenant, at);
  };

const NO_FILTER = {
  before: null,
  limit: PAGE,
  status: null,
  itemId: null,
  updatedSince: null,
  criteria: {},
};
const recommendations =
  (filter: Partial<Parameters<typeof recommendationPage>[2]>): Ask =>
  (db, tenant, now) =>
    recommendationPage(db, tenant, { ...NO_FILTER, ...filter }, now.getTime());

const ALERT_KIND = "below_cost" as const;

/** A page of alerts from its beginning, in the middle of its order, and of those at no known risk. */
const alerts =
  (request: Pick<AlertPageRequest, "filter" | "sort">): Ask =>
  async (db, tenant, now) => {
    for (const after of [
      null,
      { id: `alr_${ITEM}`, money: 50n, kind: ALERT_KIND },
      { id: `alr_${ITEM}`, money: null, kind: ALERT_KIND },
    ])
      await listAlerts(db, tenant, { ...request, after, limit: PAGE, nowMs: now.getTime() });
  };

const alertKinds =
  (filter: AlertFilter): Ask =>
  (db, tenant, at) =>
    inTenant(db, tenant, (tx) => countAlertKinds(tx, filter, at));

const inbox =
  (order: WaitingOrder, criteria: RecommendationCriteria = {}): Ask =>
  (db, tenant, at) =>
    waitingEntries(db, tenant, { at, criteria, order, limit: 10_000 });

type ReadReport = typeof recommendationReport | typeof alertReport | typeof writeBackReport;

/** Reads a report to its end. */
const report =
  (of: ReadReport): Ask =>
  async (db, tenant, now) => {
    let after: ReportPlace | null = null;
    do {
      const rows: readonly { id: string }[] = await of(db, tenant, everything(now), { ...WHOLE, after });
      const last = rows.length === WHOLE.limit ? rows.at(-1) : undefined;
      after = last ? { id: last.id, key: null } : null;
    } while (after !== null);
  };

/** Reads the first page and a later one of a report by each column that it can be sorted by. */
const sortedReport =
  (of: ReadReport): Ask =>
  async (db, tenant, now) => {
    for (const sort of Object.keys(of.keys)) {
      const page = { order: { sort, order: "desc" }, limit: PAGE } as const;
      const first: readonly { id: string; place: string | null }[] = await of(db, tenant, everything(now), {
        ...page,
        after: null,
      });
      const last = first.at(-1);
      if (last) await of(db, tenant, everything(now), { ...page, after: { id: last.id, key: last.place } });
    }
  };

const WHOLE = { order: null, limit: 1_000 } as const;
const everything = (now: Date) => ({ from: null, to: null, status: null, category: null, brand: null, now });

const ALL_RECOMMENDATIONS = 5 * ITEMS * TIMES;
const ALL_OF_OTHERS = 2 * ITEMS * TIMES;

/** Two pages by a column without an index: each goes through all rows once, and looks up those of the page. */
const SORTED = 2 * (ITEMS + 3 * PAGE_ROWS) * TIMES;

/** Everything that waits, with two tags of each item; the rest of the workspace is not read. */
const WAITING = 2 * (ITEMS / 100) * TIMES;
/** The same once for each filter's counts. */
const COUNTED = FACETS.length * WAITING;

const BY_PRICE: ItemRequest["order"] = { sort: "price", order: "asc" };
/** A floor for all items, and a higher one for those with a tag. */
const FLOORS = compilePolicy({
  ...DEFAULT_POLICY("EUR"),
  limits: [{ name: "Bulky", match: { tags: ["group-1"] }, constraints: { margin_floor: "0.40" } }],
});
const MIDDLE = `${ITEMS / 2}`.padStart(26, "0");
const ITEM = `itm_${MIDDLE}`;

/** The lists' queries, and how many rows each step of their plans may read. */
const LISTS: readonly (readonly [what: string, most: number, ask: Ask])[] = [
  ["the first items", PAGE_ROWS, items({})],
  ["the next items", PAGE_ROWS, items({ after: { key: ITEM, id: ITEM } })],
  ["items by sku", 2 * PAGE_ROWS, sorted("sku", "SKU-3000")],
  ["items by title", 2 * PAGE_ROWS, sorted("title", "item 3000")],
  ["items by price", 2 * PAGE_ROWS, sorted("price", "5000")],
  ["items by price, the highest first", 2 * PAGE_ROWS, sorted("price", "5000", "desc")],
  ["items by cost", 2 * PAGE_ROWS, sorted("cost", "3000")],
  ["items of unknown cost, the others before them", 3 * PAGE_ROWS, sorted("cost", null, "desc")],
  ["items by margin", 2 * PAGE_ROWS, sorted("margin", "0.7")],
  ["items by margin, the highest first", 2 * PAGE_ROWS, sorted("margin", "0.7", "desc")],
  ["items by price index", 2 * PAGE_ROWS, sorted("price_index", "1.01")],
  ["items by price index, the highest first", 2 * PAGE_ROWS, sorted("price_index", "1.01", "desc")],
  ["items without a price index", 2 * PAGE_ROWS + FILTERED, sorted("price_index", null)],
  ["items above the market", FILTERED, items({ criteria: { position: "above" } })],
  [
    "items whose market is unknown, by price",
    FILTERED,
    items({ criteria: { position: "unknown" }, order: BY_PRICE }),
  ],
  ["items that are active", 2 * PAGE_ROWS, items({ criteria: { state: "active" } })],
  ["items that changed since a day", 2 * PAGE_ROWS, items({ criteria: { updatedSince: new Date(0) } })],
  ["items in stock, by price", 2 * PAGE_ROWS, items({ criteria: { stock: "some" }, order: BY_PRICE })],
  ["items by stock", 2 * PAGE_ROWS, sorted("stock", "100")],
  ["items by their last change", 2 * PAGE_ROWS, sorted("changed", new Date().toISOString(), "desc")],
  ["items with a tag", FILTERED, items({ criteria: { tag: "group-1" } })],
  ["items with a tag, by price", FILTERED, items({ criteria: { tag: "group-1" }, order: BY_PRICE })],
  [
    "items of a brand that there is not, by price",
    FILTERED,
    items({ criteria: { brand: "x" }, order: BY_PRICE }),
  ],
  ["items by part of their sku", FILTERED, items({ criteria: { search: "SKU-59" } })],
  ["items below a floor, by price", FILTERED, items({ criteria: { belowFloorOf: FLOORS }, order: BY_PRICE })],
  ["items that are archived", FILTERED, items({ criteria: { state: "archived" } })],
  [
    "items, counted",
    COUNTED_ITEMS,
    (db, tenant, at) => itemCounts(db, tenant, { criteria: { tag: "group-7" }, at }),
  ],
  ["one item", 4 * TIMES, (db, tenant) => itemById(db, tenant, ITEM)],
  ["what waits for approval", WAITING, inbox("money_at_risk")],
  ["what waits for approval, the oldest first", WAITING, inbox("oldest")],
  ["what waits for approval, of a tag", WAITING, inbox("largest_change", { tag: "group-7", search: "item" })],
  [
    "what waits, counted",
    COUNTED,
    (db, tenant, at) => waitingCounts(db, tenant, { at, criteria: { tag: "group-7" } }),
  ],
  [
    "rows that wait",
    4 * TIMES * 2,
    (db, tenant) => recommendationEffects(db, tenant, [`rec_${ITEM}`, "rec_nothing"]),
  ],
  ["one that waits", 4 * TIMES, (db, tenant) => recommendationEffect(db, tenant, `rec_${ITEM}`)],
  ["the newest recommendations", PAGE_ROWS, recommendations({})],
  ["the next recommendations", PAGE_ROWS, recommendations({ before: `rec_${ITEM}` })],
  ["recommendations of a status", PAGE_ROWS, recommendations({ status: "pending_approval" })],
  [
    "recommendations of a run",
    PAGE_ROWS,
    recommendations({ criteria: { runId: "run_past" }, before: `rec_2_${ITEM}` }),
  ],
  ["recommendations of an item", PAGE_ROWS, recommendations({ itemId: ITEM })],
  ["one recommendation", 4 * TIMES, (db, tenant) => recommendationById(db, tenant, `rec_${ITEM}`)],
  ["the newest alerts", 3 * PAGE_ROWS, alerts({ filter: {}, sort: "newest" })],
  ["open alerts", 3 * PAGE_ROWS, alerts({ filter: { status: "open" }, sort: "newest" })],
  ["alerts by the money at risk", 6 * PAGE_ROWS, alerts({ filter: {}, sort: "money_at_risk" })],
  [
    "open alerts by the money at risk",
    6 * PAGE_ROWS,
    alerts({ filter: { status: "open" }, sort: "money_at_risk" }),
  ],
  // For each part of the order the items are looked through once, then the alerts: of three pages, one or two parts
  // each.
  [
    "alerts of items that there are not",
    3 * FILTERED,
    alerts({ filter: { search: "nothing" }, sort: "newest" }),
  ],
  [
    "open alerts of few items by the money at risk",
    5 * FILTERED,
    alerts({ filter: { search: "SKU-59", status: "open" }, sort: "money_at_risk" }),
  ],
  ["alerts by kind", 9 * PAGE_ROWS, alerts({ filter: {}, sort: "kind" })],
  ["open alerts by kind", 6 * PAGE_ROWS, alerts({ filter: { status: "open" }, sort: "kind" })],
  ["how many open alerts of each kind", 2 * ITEMS * TIMES, alertKinds({ status: "open" })],
  ["the alerts of an item", 9 * TIMES, alerts({ filter: { itemId: ITEM }, sort: "newest" })],
  ["a report of recommendations", ALL_RECOMMENDATIONS, report(recommendationReport)],
  ["a report of alerts", ALL_OF_OTHERS, report(alertReport)],
  ["a report of writes", ALL_OF_OTHERS, report(writeBackReport)],
  [
    "a report of recommendations by each column",
    SORTED * Object.keys(recommendationReport.keys).length,
    sortedReport(recommendationReport),
  ],
  [
    "a report of alerts by each column",
    SORTED * Object.keys(alertReport.keys).length,
    sortedReport(alertReport),
  ],
  [
    "a report of writes by each column",
    SORTED * Object.keys(writeBackReport.keys).length,
    sortedReport(writeBackReport),
  ],
];

/**
 * Runs each of them in a new workspace.
 * @returns the statements that read too many rows, by the list that ran them
 */
async function tooBusy(statistics: () => Promise<unknown>): Promise<Record<string, unknown>> {
  const { tenant } = (await openBusyShop()).workspace;
  await statistics();
  const now = new Date(service.clock.now());
  const often = (ask: Ask) => async () => {
    for (let time = 0; time < TIMES; time += 1) await ask(watched.db, tenant, now);
  };
  return tooBusyAmong(
    watched,
    LISTS.map(([what, most, ask]) => [what, most, often(ask)]),
  );
}

itHoldsUnderAnyStatistics("a list reads what it shows", () => service, tooBusy);
