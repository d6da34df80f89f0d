import { findAlertCandidates, selectAlertIds } from "@/server/db/alerts/batch-candidates";
import type { Database } from "@/server/db/database/database";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import { deleteOldPreviews, findBatch, leaseBatch, listBatches } from "@/server/db/decision-batches/batches";
import { findCandidates } from "@/server/db/decision-batches/candidates";
import { editedItems, findTags, selectItemIds } from "@/server/db/decision-batches/item-tags";
import { listBatchItems, lockNextItems, recordDone } from "@/server/db/decision-batches/items";
import { beforeOfAlert, beforeOfRecommendation } from "@/server/db/decision-batches/restore";
import { recommendationTargets } from "@/server/db/decision-batches/restore-targets";
import { selectIds } from "@/server/db/decision-batches/selection";
import { findStanding } from "@/server/db/decision-batches/standing";
import { reportedAmong } from "@/server/db/observations/reported";
import { dueWork } from "@/server/db/queue/queue";
import { runItemsById } from "@/server/db/runs/items";
import { openWriteTargets } from "@/server/db/write-backs/write-backs";
import { LARGE_SHOP_ITEMS, openLargeShop } from "@/server/testing/large-shop";
import type { TestService } from "@/server/testing/service";
import {
  itHoldsUnderAnyStatistics,
  startWatchedService,
  tooBusyAmong,
  type WatchedDatabase,
} from "@/server/testing/statement-plans";
import type { Shop } from "@/server/testing/watched-shop";

const CHOSEN = 50;
const BATCHES = 1_000;
/** The competitors of each item. */
const SELLERS = 3;

let service: TestService;
let watched: WatchedDatabase;

startWatchedService(async (started) => {
  ({ service, watched } = started);
  await openBatchedShop();
});

const now = () => new Date(service.clock.now());

interface BatchedShop {
  readonly shop: Shop;
  readonly batch: string;
  readonly recommendations: readonly string[];
  readonly items: readonly string[];
}

/** Creates a large shop with a running batch over all its recommendations, of which one waits, and older batches. */
async function openBatchedShop(): Promise<BatchedShop> {
  const shop = await openLargeShop(service);
  const { id } = shop.workspace;
  const actor = JSON.stringify({ kind: "user", id: "usr_test" });
  await service.sql(
    `INSERT INTO decision_batches (workspace_id, id, action, status, hash, selected, planned, effect, outcomes, created_by,
       confirmed_by, created_at, expires_at, confirmed_at, finished_at)
     SELECT $1, 'bat_' || lpad(n::text, 26, '0'), 'accept', 'finished', '', 0, 0, '{}', '{}', 'test', $2, $3, $3, $3, $3
     FROM generate_series(1, $4::int) n`,
    [id, actor, now(), BATCHES],
  );
  const batch = await service.make.batch(id, { status: "running", confirmed_by: actor, confirmed_at: now() });
  await service.sql(
    `INSERT INTO decision_batch_items (workspace_id, batch_id, recommendation_id, version, outcome, decided_at)
     SELECT $1, $2, 'rec_' || i.id, 1, 'done', now() FROM catalog_items i WHERE i.workspace_id = $1`,
    [id, batch],
  );
  const chosen = await service.sql<{ id: string }>(
    "SELECT id FROM catalog_items WHERE workspace_id = $1 ORDER BY id DESC LIMIT $2",
    [id, CHOSEN],
  );
  const items = chosen.map((row) => row.id);
  const recommendations = items.map((item) => `rec_${item}`);
  await service.sql(
    `UPDATE decision_batch_items SET outcome = NULL, decided_at = NULL WHERE batch_id = $1 AND recommendation_id = $2`,
    [batch, recommendations[0]],
  );
  return { shop, batch, recommendations, items };
}

const due = (db: Database) =>
  dueWork(db, "decision_batch", { atMs: service.clock.now(), afterId: "", most: 100 });

async function tooBusy(statistics: () => Promise<unknown>): Promise<Record<string, unknown>> {
  const { shop, batch, recommendations, items } = await openBatchedShop();
  await statistics();
  const nowMs = service.clock.now();
  const alerts = items.map((item) => `alr_${item}`);
  const lease = { nowMs, leaseMs: 1_000 };
  const asked: readonly (readonly [what: string, most: number, ask: (tx: Tx) => Promise<unknown>])[] = [
    ["reads candidates", 2 * CHOSEN, (tx) => findCandidates(tx, recommendations)],
    ["reads their items", (SELLERS + 1) * CHOSEN, (tx) => runItemsById(tx, items, nowMs)],
    ["reads reported observations", 2 * CHOSEN, (tx) => reportedAmong(tx, recommendations)],
    ["reads open writes", 10, (tx) => openWriteTargets(tx)],
    ["locks the next item", 5, (tx) => lockNextItems(tx, batch, { from: "", most: 1 })],
    [
      "locks the next items of a slice",
      5,
      (tx) => lockNextItems(tx, batch, { from: recommendations[0] ?? "", most: 1 }),
    ],
    [
      "stores an outcome",
      5,
      (tx) =>
        recordDone(tx, batch, recommendations[0] ?? "", {
          status: "approved",
          writeBackId: null,
          firstOfTwo: false,
          before: { status: "new" },
          at: now(),
        }),
    ],
    [
      "reads a page of items",
      60,
      (tx) => listBatchItems(tx, batch, { after: null, outcome: null, limit: 51 }),
    ],
    ["reads a batch", 5, (tx) => findBatch(tx, batch)],
    ["leases a batch", 5, (tx) => leaseBatch(tx, batch, lease)],
    [
      "lists batches",
      50,
      (tx) => listBatches(tx, { of: "recommendations", before: null, status: null, limit: 6 }),
    ],
    ["reads tags", 2 * CHOSEN, (tx) => findTags(tx, items)],
    ["reads what it edited", 2 * CHOSEN, (tx) => editedItems(tx, batch, recommendations)],
    [
      "selects what items match",
      2 * LARGE_SHOP_ITEMS,
      (tx) => selectItemIds(tx, { tag: "x" }, { at: now(), limit: 100 }),
    ],
    ["reads alerts", 2 * CHOSEN, (tx) => findAlertCandidates(tx, alerts)],
    [
      "selects what alerts match",
      2 * LARGE_SHOP_ITEMS,
      (tx) => selectAlertIds(tx, { status: "open", search: "SKU-5" }, { at: now(), limit: 100 }),
    ],
    ["reads one to put back", 10, (tx) => recommendationTargets(tx, batch, recommendations[1] ?? "")],
    ["reads what it is before", 5, (tx) => beforeOfRecommendation(tx, recommendations[1] ?? "")],
    ["reads what an alert is before", 5, (tx) => beforeOfAlert(tx, alerts[0] ?? "", "price")],
    ["deletes old previews", 2 * BATCHES, (tx) => deleteOldPreviews(tx, "usr_test", now())],
    ["reads what a person may do", 5, (tx) => findStanding(tx, { kind: "user", id: "usr_test" }, now())],
    [
      "selects what matches",
      2 * LARGE_SHOP_ITEMS,
      (tx) => selectIds(tx, { criteria: { brand: "x" }, statuses: ["new"] }, { at: now(), limit: 100 }),
    ],
  ];
  return tooBusyAmong(watched, [
    ...asked.map(
      ([what, most, ask]) => [what, most, () => inTenant(watched.db, shop.workspace.tenant, ask)] as const,
    ),
    ["finds due batches", 20, () => due(watched.db)],
  ]);
}

itHoldsUnderAnyStatistics("what a batch asks reads a part of the shop", () => service, tooBusy);
