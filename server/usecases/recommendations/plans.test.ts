import { queryAsTenant, type RunStatement } from "@/server/db/database/query";
import { inTenant } from "@/server/db/database/transaction";
import { laneFacts } from "@/server/db/lanes/lane-facts";
import { recommendationEffects } from "@/server/db/recommendations/effects";
import { waitingCounts, waitingEntries } from "@/server/db/recommendations/waiting";
import { countItems, workspaceSummary } from "@/server/db/workspaces/summary";
import type { TestService } from "@/server/testing/service";
import {
  itHoldsUnderAnyStatistics,
  startWatchedService,
  tooBusyAmong,
  type WatchedDatabase,
} from "@/server/testing/statement-plans";

const ITEMS = 100_000;
const WAITING = 5_000;
/** Recommendations that were superseded, more than any step may read. */
const PAST = 10 * WAITING;
const SHOWN = 100;

let service: TestService;
let watched: WatchedDatabase;

startWatchedService(async (started) => {
  ({ service, watched } = started);
  await openShop();
});

/** Creates a workspace with a large catalog, of which some items have a price change that waits. */
async function openShop() {
  const workspace = await service.workspace();
  await service.sql(
    `INSERT INTO catalog_items (workspace_id, id, sku, title, tags, brand, category, currency, price, cost, stock,
       created_at, updated_at)
     SELECT $1, 'itm_' || lpad(n::text, 26, '0'), 'SKU-' || n, 'Item ' || n, '{oak}', 'Brand ' || n % 10,
       'Category ' || n % 7, 'EUR', 2000, 1000, n % 50, now(), now() FROM generate_series(1, $2::int) n`,
    [workspace.id, ITEMS],
  );
  const insert = (prefix: string, status: string, count: number, every: number) =>
    service.sql(
      `INSERT INTO recommendations (workspace_id, id, run_id, last_run_id, item_id, kind, status, currency, why,
         profit_change, current_price, recommended_price, cost, reason, confidence, evidence, policy_version, created_at,
         updated_at)
       SELECT $1, 'rec_' || $2 || lpad(n::text, 25, '0'), 'run_1', 'run_1', 'itm_' || lpad((n * $5)::text, 26, '0'),
         'price_change', $3, 'EUR', 'room', n, 2000, 2100, 1000, 'r', 'high', '{}', 1, now(), now()
       FROM generate_series(1, $4::int) n`,
      [workspace.id, prefix, status, count, every],
    );
  await insert("0", "pending_approval", WAITING, ITEMS / WAITING);
  await insert("1", "superseded", PAST, ITEMS / PAST);
  const integration = await service.make.integration(workspace.id);
  await service.sql(
    `INSERT INTO write_backs (workspace_id, id, recommendation_id, integration_id, item_id, store_ref, status, currency,
       expected_price, target_price, write_key, requested_by, sends, finished_at, created_at, updated_at)
     SELECT $1, 'wbk_' || lpad(n::text, 26, '0'), 'rec_1' || lpad(n::text, 25, '0'), $2,
       'itm_' || lpad((n * $4)::text, 26, '0'), 'SKU-' || n * $4, 'applied', 'EUR', 2000, 2100, $1 || n, 'test', 1, now(),
       now(), now() FROM generate_series(1, $3::int) n`,
    [workspace.id, integration, PAST, ITEMS / PAST],
  );
  await service.sql(
    `INSERT INTO run_results (workspace_id, run_id, item_id, input, outcome, kind)
     SELECT $1, 'run_1', 'itm_' || lpad(n::text, 26, '0'), '{"item": {"price": "2000", "tags": []}}', '{}', 'skip'
     FROM generate_series(1, $2::int) n`,
    [workspace.id, ITEMS],
  );
  return workspace;
}

// A step reads each entry that waits, and its item, once. Five facets of the same plan then count these entries, and
// the steps of one shape are added up.
const EACH_ONCE = WAITING + 100;
const BY_FACET = 5 * EACH_ONCE;

async function tooBusy(statistics: () => Promise<unknown>): Promise<Record<string, unknown>> {
  const { tenant } = await openShop();
  await statistics();
  const at = new Date(service.clock.now());
  const { db } = watched;
  const list = (criteria: Parameters<typeof waitingEntries>[2]["criteria"]) => () =>
    waitingEntries(db, tenant, { at, criteria, order: "money_at_risk", limit: 10_000 });
  const count = (criteria: Parameters<typeof waitingCounts>[2]["criteria"]) => () =>
    waitingCounts(db, tenant, { at, criteria });
  const shown = Array.from({ length: SHOWN }, (_, n) => `rec_0${String(n + 1).padStart(25, "0")}`);
  const run: RunStatement = (statement, values) => queryAsTenant(db, tenant, statement, values);
  return tooBusyAmong(watched, [
    ["lists what waits", EACH_ONCE, list({})],
    ["lists what waits of a brand", EACH_ONCE, list({ brand: "Brand 3", search: "item 1" })],
    ["counts what waits", BY_FACET, count({})],
    ["counts what waits of a category", BY_FACET, count({ category: "Category 1" })],
    ["reads the rows in view", 2 * SHOWN, () => recommendationEffects(db, tenant, shown)],
    [
      "reads what lanes look at",
      2 * SHOWN,
      () =>
        laneFacts(run, tenant.workspaceId, shown, { nowMs: at.getTime(), withOrigins: true, withPast: true }),
    ],
    ["counts what is open", EACH_ONCE, () => inTenant(db, tenant, (tx) => workspaceSummary(tx, at))],
    ["counts the catalog", ITEMS + 100, () => inTenant(db, tenant, countItems)],
  ]);
}

itHoldsUnderAnyStatistics("the inbox reads what waits and no more", () => service, tooBusy);
