import { expect } from "vitest";
import type { Database } from "@/server/db/database/database";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import { dueWork } from "@/server/db/queue/queue";
import { OLDEST, purgePage } from "@/server/db/retention/retention";
import { findDelivery, listDeliveries, reopenDeliveries } from "@/server/db/webhooks/deliveries";
import { dispatchWaiting } from "@/server/db/webhooks/dispatch";
import { dueDeliveries, releaseEndpoint } from "@/server/db/webhooks/sending";
import { DAY_MS } from "@/server/domain/durations";
import type { TestService } from "@/server/testing/service";
import {
  itHoldsUnderAnyStatistics,
  startWatchedService,
  tooBusyAmong,
  type WatchedDatabase,
} from "@/server/testing/statement-plans";
import { openShop, type Shop } from "@/server/testing/watched-shop";

/** Per shop: events that were delivered, and a few that wait to be numbered or to be sent again. */
const DELIVERED = 6_000;
const WAITING = 40;
const ENDPOINTS = 10;
const BATCH = 500;

let service: TestService;
let watched: WatchedDatabase;

startWatchedService(async (started) => {
  ({ service, watched } = started);
  await openNotifiedShop();
});

const clock = (ms: number): Date => new Date(service.clock.now() + ms);

interface NotifiedShop {
  readonly shop: Shop;
  readonly endpoint: string;
}

/**
 * Creates a shop with endpoints, of which one has a long log of deliveries and a few that wait for their next attempt.
 */
async function openNotifiedShop(): Promise<NotifiedShop> {
  const shop = await openShop(service);
  const { id } = shop.workspace;
  const endpoints: string[] = [];
  for (let at = 0; at < ENDPOINTS; at++) endpoints.push(await service.make.webhook(id));
  const [endpoint = ""] = endpoints;
  const store = (name: string, events: number, dispatched: Date | null) =>
    service.sql(
      `INSERT INTO webhook_events (workspace_id, id, kind, data, at, dispatched_at)
       SELECT $1, 'msg_${name}_' || lpad(n::text, 8, '0'), 'run.finished', '{}', $2::timestamptz + n * interval '1 second', $4
       FROM generate_series(1, $3::int) n`,
      [id, clock(-DAY_MS), events, dispatched],
    );
  await store("done", DELIVERED, clock(0));
  await store("sent", WAITING, clock(0));
  await store("new", WAITING, null);
  await service.sql(
    `INSERT INTO webhook_deliveries (workspace_id, id, endpoint_id, event_id, kind, number, status, next_attempt_at,
       created_at, ended_at)
     SELECT workspace_id, 'dlv_' || e.id, $2, e.id, kind, row_number() OVER (ORDER BY e.id),
       CASE WHEN e.id LIKE 'msg_sent%' THEN 'pending' ELSE 'delivered' END,
       CASE WHEN e.id LIKE 'msg_sent%' THEN $3::timestamptz END, $3,
       CASE WHEN e.id NOT LIKE 'msg_sent%' THEN $3::timestamptz END
     FROM webhook_events e WHERE workspace_id = $1 AND dispatched_at IS NOT NULL`,
    [id, endpoint, clock(0)],
  );
  await service.sql(
    "UPDATE webhook_endpoints SET next_number = $3, due_at = $4 WHERE workspace_id = $1 AND id = $2",
    [id, endpoint, DELIVERED + WAITING + 1, clock(0)],
  );
  return { shop, endpoint };
}

const page = (db: Database, name: "webhook_event" | "webhook_endpoint") =>
  dueWork(db, name, { atMs: service.clock.now() + DAY_MS, afterId: "", most: 20 });

async function purgeTwoBatches(db: Database): Promise<void> {
  const beforeMs = service.clock.now() + DAY_MS;
  const first = await purgePage(db, "webhook_events", { beforeMs, after: OLDEST, most: BATCH });
  const second = await purgePage(db, "webhook_events", { beforeMs, after: first.next, most: BATCH });
  expect([first.looked, second.looked, first.forgotten > 0]).toEqual([BATCH, BATCH, true]);
}

/** The work on one endpoint, and the most rows that a step of its statements may read. */
const STATEMENTS: readonly (readonly [what: string, most: number, ask: Statement])[] = [
  ["lists a page of deliveries", 100, (tx, id) => listDeliveries(tx, id, {}, { before: null, limit: 50 })],
  ["reads deliveries that are due", 2 * WAITING, (tx, id) => expectDue(tx, id)],
  ["ends a lease", 2 * WAITING, (tx, id) => releaseEndpoint(tx, id)],
  ["opens ten deliveries again", 50, (tx, id) => reopenDeliveries(tx, id, TEN, clock(0))],
  ["reads one delivery", 5, (tx) => findDelivery(tx, "dlv_msg_done_00000001")],
  ["numbers waiting events", 2 * ENDPOINTS * WAITING, (tx) => dispatchWaiting(tx, service.clock.now())],
];
const TEN = { from: 11n, to: 20n, onlyGivenUp: false };
type Statement = (tx: Tx, endpoint: string) => Promise<unknown>;

async function expectDue(tx: Tx, endpoint: string): Promise<void> {
  expect(await dueDeliveries(tx, endpoint, { at: clock(DAY_MS), most: 4 })).toHaveLength(4);
}

/**
 * Runs each of them in a new shop, with a second one present.
 * @returns the statements that read too many rows, by the operation that ran them
 */
async function tooBusy(statistics: () => Promise<unknown>): Promise<Record<string, unknown>> {
  const { shop, endpoint } = await openNotifiedShop();
  await statistics();
  return tooBusyAmong(watched, [
    ...STATEMENTS.map(
      ([what, most, ask]) =>
        [what, most, () => inTenant(watched.db, shop.workspace.tenant, (tx) => ask(tx, endpoint))] as const,
    ),
    ["finds waiting events", 5 * WAITING, () => page(watched.db, "webhook_event")],
    ["finds due endpoints", 5 * ENDPOINTS, () => page(watched.db, "webhook_endpoint")],
    ["drops old events", 4 * BATCH, () => purgeTwoBatches(watched.db)],
  ]);
}

itHoldsUnderAnyStatistics("what webhooks ask reads a part of the log", () => service, tooBusy);
