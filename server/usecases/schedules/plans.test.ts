import { expect } from "vitest";
import type { Database } from "@/server/db/database/database";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import { answeredChecks, pendingChecks } from "@/server/db/offers/requested-checks";
import { countOffers, offersAt } from "@/server/db/offers/watched-offers";
import { dueWork } from "@/server/db/queue/queue";
import { hasNewInputs, latestRunOver } from "@/server/db/schedules/changes";
import { listOccurrences } from "@/server/db/schedules/occurrences";
import { DAY_MS } from "@/server/domain/durations";
import { firstId } from "@/server/domain/ids";
import { forEachItem, openLargeShop } from "@/server/testing/large-shop";
import type { TestService } from "@/server/testing/service";
import {
  itHoldsUnderAnyStatistics,
  startWatchedService,
  tooBusyAmong,
  type WatchedDatabase,
} from "@/server/testing/statement-plans";
import type { Shop } from "@/server/testing/watched-shop";

/** One item in ten has a competitor price that was seen again. */
const SEEN_AGAIN = 600;
const RUNS = 300;
const OCCURRENCES = 1_000;
const EVENTS = 4_000;

let service: TestService;
let watched: WatchedDatabase;
let schedule: string;

startWatchedService(async (started) => {
  ({ service, watched } = started);
  await openRoutineShop();
});

const clock = (ms: number): Date => new Date(service.clock.now() + ms);

/**
 * Creates a large shop with many runs, page checks and occurrences of a schedule, prices that were seen again, old
 * changes of the workspace, and new events that change nothing for a run.
 */
async function openRoutineShop(): Promise<Shop> {
  const shop = await openLargeShop(service);
  const { id } = shop.workspace;
  const ofItems = (text: string) => forEachItem(service, id, text);
  const observe = (at: Date, items: string) =>
    service.sql(
      `INSERT INTO observations (workspace_id, item_id, observed_at, id, seller, price, currency, source, created_at)
       SELECT workspace_id, id, $2, $3 || id, 'seller 1', 1, 'EUR', 'check', $2 FROM catalog_items
       WHERE workspace_id = $1 AND ${items}`,
      [id, at, firstId("observation", at.getTime())],
    );
  await observe(clock(-DAY_MS), "true");
  await observe(clock(DAY_MS), "right(id, 1) = '0'");
  await ofItems(`INSERT INTO offers (workspace_id, id, item_id, url, host, seller, currency, due_at)
    SELECT i.workspace_id, 'off_' || i.id, i.id, 'https://shop.example/' || i.id, 'shop.example', 'one', 'EUR', now()`);
  await ofItems(`INSERT INTO page_checks (workspace_id, id, offer_id, item_id, asked_by, at, outcome)
    SELECT i.workspace_id, 'chk_0000' || i.id, 'off_' || i.id, i.id, 'run', now(), 'price'`);
  await service.sql(
    `INSERT INTO runs (workspace_id, id, status, trigger, requested_by, subset_tags, policy_version, engine_version,
       as_of, created_at)
     SELECT $1, 'run_old_' || n, 'succeeded', 'schedule', 'test', '{lamps}', 1, '3', now(), now()
     FROM generate_series(1, $2::int) n`,
    [id, RUNS],
  );
  await service.sql(
    `INSERT INTO audit_events (workspace_id, seq, id, at, actor, actor_label, via, action, subject, previous, hash)
     SELECT $1, 1000 + n, CASE WHEN n % 2 = 0 THEN 'evt_' ELSE left($3, 14) END || lpad(n::text, 26, '0'), now(), 'test',
       'test', 'web', CASE WHEN n % 2 = 0 THEN 'workspace.change' ELSE 'catalog.edit' END, $1, '\\x00', '\\x00'
     FROM generate_series(1, $2::int) n`,
    [id, EVENTS, firstId("event", clock(2 * DAY_MS).getTime())],
  );
  schedule = await service.make.schedule(id, { wake_at: clock(DAY_MS) });
  await service.sql(
    `INSERT INTO schedule_occurrences (workspace_id, id, schedule_id, slot_at, status, look_at, missed, caught_up,
       begun_at, finished_at)
     SELECT $1, 'occ_' || lpad(n::text, 26, '0'), $2, now() + n * interval '1 hour', 'succeeded', now(), 0, false, now(),
       now()
     FROM generate_series(1, $3::int) n`,
    [id, schedule, OCCURRENCES],
  );
  return shop;
}

/** So many pages of a list are put at once. */
const LISTED = 500;

/** What a schedule asks the database, the most rows that a step may go through, and how it is asked. */
const STATEMENTS: readonly (readonly [what: string, most: number, ask: (tx: Tx) => Promise<unknown>])[] = [
  [
    "finds the pages of a list",
    4 * LISTED,
    async (tx) => {
      const itemIds = Array.from({ length: LISTED }, (_, n) => `itm_${`${n + 1}`.padStart(26, "0")}`);
      const found = await offersAt(
        tx,
        itemIds.map((itemId) => ({ itemId, url: `https://shop.example/${itemId}` })),
      );
      expect([found.length, (await countOffers(tx, itemIds)).size]).toEqual([LISTED, LISTED]);
    },
  ],
  ["finds that nothing is new", 5, (tx) => expectNew(tx, clock(2 * DAY_MS), false)],
  ["compares prices that were seen again", 4 * SEEN_AGAIN, (tx) => expectNew(tx, clock(1), false)],
  ["finds the run before", 2 * RUNS, (tx) => latestRunOver(tx, ["lamps"])],
  ["counts pending page checks", 5, (tx) => pendingChecks(tx, clock(DAY_MS))],
  ["counts page checks that were made", 5, (tx) => answeredChecks(tx, clock(DAY_MS))],
  ["lists a page of what came of it", 50, (tx) => listOccurrences(tx, schedule, { before: null, limit: 6 })],
];

async function expectNew(tx: Tx, since: Date, changed: boolean): Promise<void> {
  expect(await hasNewInputs(tx, { since, until: clock(3 * DAY_MS) }, 3 * DAY_MS)).toBe(changed);
}

const due = (db: Database) => dueWork(db, "schedule", { atMs: service.clock.now(), afterId: "", most: 100 });

/** Asks each, in a new shop. @returns the statements that went through too many rows, by what asked them */
async function tooBusy(statistics: () => Promise<unknown>): Promise<Record<string, unknown>> {
  const { workspace } = await openRoutineShop();
  await statistics();
  return tooBusyAmong(watched, [
    ...STATEMENTS.map(
      ([what, most, ask]) => [what, most, () => inTenant(watched.db, workspace.tenant, ask)] as const,
    ),
    ["finds due schedules", 20, () => due(watched.db)],
  ]);
}

itHoldsUnderAnyStatistics("what a schedule asks reads a part of the shop", () => service, tooBusy);
