import { expect } from "vitest";
import type { Database } from "@/server/db/database/database";
import { OLDEST, purgePage, type RetainedTable } from "@/server/db/retention/retention";
import { purgeResults } from "@/server/db/runs/results";
import { DAY_MS } from "@/server/domain/durations";
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

const BATCH = 500;
const RUNS = 20;

let service: TestService;
let watched: WatchedDatabase;

startWatchedService(async (started) => {
  ({ service, watched } = started);
  await openOldShop();
});

/**
 * Creates a large shop: per item a watched page, its checks, their prices and a write-back; and runs without results.
 */
async function openOldShop(): Promise<void> {
  const { id } = (await openLargeShop(service)).workspace;
  const ofItems = (text: string) => forEachItem(service, id, text);
  await ofItems(`INSERT INTO write_backs (workspace_id, id, recommendation_id, integration_id, item_id, store_ref, status,
      currency, expected_price, target_price, write_key, requested_by)
    SELECT i.workspace_id, 'wb_' || i.id, 'rec_' || i.id, '${LARGE_SHOP_STORE}', i.id, 'ref', 'applied', 'EUR', 1, 2,
      i.workspace_id || i.id, 'test'`);
  await ofItems(`INSERT INTO offers (workspace_id, id, item_id, url, host, seller, currency, due_at)
    SELECT i.workspace_id, 'off_' || i.id, i.id, 'https://shop.example/' || i.id, 'shop.example', 'seller 1', 'EUR', now()`);
  await ofItems(`INSERT INTO observations (workspace_id, item_id, observed_at, id, seller, price, currency, source, created_at)
    SELECT i.workspace_id, i.id, now(), 'seen_' || i.id, 'seller 1', 1, 'EUR', 'check', now()`);
  for (const check of [1, 2, 3])
    await ofItems(`INSERT INTO page_checks (workspace_id, id, offer_id, item_id, asked_by, at, outcome, price,
        currency, method, observation_id)
      SELECT i.workspace_id, 'chk_${check}_' || i.id, 'off_' || i.id, i.id, 'schedule', now(), 'price', 1,
        'EUR', 'json-ld', 'seen_' || i.id`);
  await service.sql(
    `INSERT INTO runs (workspace_id, id, status, trigger, requested_by, subset_tags, policy_version, engine_version,
       created_at, finished_at)
     SELECT $1, 'run_old_' || n, 'succeeded', 'manual', 'test', '{}', 1, '3', now(), now() FROM generate_series(1, $2::int) n`,
    [id, RUNS],
  );
}

/** Deletes two batches, one after the other. */
async function purgeTwoBatches(db: Database, table: RetainedTable): Promise<void> {
  const beforeMs = Date.now() + DAY_MS;
  const first = await purgePage(db, table, { beforeMs, after: OLDEST, most: BATCH });
  const second = await purgePage(db, table, { beforeMs, after: first.next, most: BATCH });
  expect([first.looked, second.looked]).toEqual([BATCH, BATCH]);
  expect(first.forgotten).toBeGreaterThan(0);
}

async function results(db: Database): Promise<void> {
  const soon = Date.now() + DAY_MS;
  expect(await purgeResults(db, { endedBeforeMs: soon, atMs: Date.now(), most: RUNS })).toBe(RUNS);
}

// An item has four recommendations and three page checks, which are read to decide whether each may be deleted; an open
// recommendation refers to the run that created it and the last one that kept it; and two workspaces have old runs.
const TWO_BATCHES_ROWS = 2 * 4 * BATCH;

/** The statements that delete old rows in all workspaces, and how many rows each step of their plans may read. */
const STATEMENTS: readonly (readonly [what: string, most: number, ask: (db: Database) => Promise<void>])[] = [
  ["drops recommendations", TWO_BATCHES_ROWS, (db) => purgeTwoBatches(db, "recommendations")],
  ["drops page checks", TWO_BATCHES_ROWS, (db) => purgeTwoBatches(db, "page_checks")],
  ["drops the results of runs", 4 * ITEMS, results],
];

/**
 * Runs each of them, with a new workspace present.
 * @returns the statements that read too many rows, by the operation that ran them
 */
async function tooBusy(statistics: () => Promise<unknown>): Promise<Record<string, unknown>> {
  await openOldShop();
  await statistics();
  return tooBusyAmong(
    watched,
    STATEMENTS.map(([what, most, ask]) => [what, most, () => ask(watched.db)]),
  );
}

itHoldsUnderAnyStatistics("what drops old rows reads a part of them", () => service, tooBusy);
