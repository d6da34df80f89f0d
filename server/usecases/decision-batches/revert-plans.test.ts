import { inTenant, type Tx } from "@/server/db/database/transaction";
import { revertTargets } from "@/server/db/decision-batches/revert-targets";
import { pastDecisionIds, pastDecisions } from "@/server/db/lanes/past-decisions";
import { latestRecommendations } from "@/server/db/runs/stage";
import { revertSubjects } from "@/server/db/write-backs/revert-subjects";
import { writeBacksOf } from "@/server/db/write-backs/write-backs";
import { LARGE_SHOP_ITEMS, LARGE_SHOP_STORE, openLargeShop } from "@/server/testing/large-shop";
import type { TestService } from "@/server/testing/service";
import {
  itHoldsUnderAnyStatistics,
  startWatchedService,
  tooBusyAmong,
  type WatchedDatabase,
} from "@/server/testing/statement-plans";
import type { Shop } from "@/server/testing/watched-shop";

const CHOSEN = 50;
/** The write-backs of each chosen price: of the approval, the revert of it, and the revert of that. */
const CHAIN = 3;
/** The recommendations of each item of a large shop. */
const RECOMMENDATIONS = 4;

let service: TestService;
let watched: WatchedDatabase;

startWatchedService(async (started) => {
  ({ service, watched } = started);
  await openRevertedShop();
});

interface RevertedShop {
  readonly shop: Shop;
  readonly batch: string;
  readonly items: readonly string[];
  readonly writeBacks: readonly string[];
}

const write = (n: number, of: string | null) => `INSERT INTO write_backs (workspace_id, id, recommendation_id,
    revert_of, integration_id, item_id, store_ref, status, currency, expected_price, target_price, write_key, sends,
    sent_at, first_sent_at, finished_at, requested_by)
  SELECT r.workspace_id, 'wbk_${n}_' || r.item_id, r.id, ${of === null ? "NULL" : `'wbk_${of}_' || r.item_id`},
    '${LARGE_SHOP_STORE}', r.item_id, 'ref-' || r.item_id, 'applied', 'EUR', 1, 2, r.workspace_id || '${n}' || r.id, 1,
    now(), now(), now(), 'test'
  FROM recommendations r`;

/**
 * Creates a large shop where every price was approved and written, and a few of a run and a batch taken back and
 * written again.
 */
async function openRevertedShop(): Promise<RevertedShop> {
  const shop = await openLargeShop(service);
  const { id } = shop.workspace;
  await service.sql(`${write(1, null)} WHERE r.workspace_id = $1 AND r.run_id = 'run_plans'`, [id]);
  const chosen = await service.sql<{ id: string }>(
    "SELECT id FROM catalog_items WHERE workspace_id = $1 ORDER BY id DESC LIMIT $2",
    [id, CHOSEN],
  );
  const items = chosen.map((row) => row.id);
  const recommendations = items.map((item) => `rec_${item}`);
  await service.sql(
    `UPDATE recommendations SET status = 'applied', run_id = 'run_reverted', decision = 'approve', decided_by = 'usr_1',
       decided_at = now(), evidence = '{"cost":{"age_days":1},"observations":[]}'
     WHERE workspace_id = $1 AND id = ANY ($2)`,
    [id, recommendations],
  );
  for (const n of [2, 3])
    await service.sql(`${write(n, String(n - 1))} WHERE r.workspace_id = $1 AND r.id = ANY ($2)`, [
      id,
      recommendations,
    ]);
  const done = { action: "approve", status: "finished", finished_at: new Date(service.clock.now()) };
  const [all, batch] = [await service.make.batch(id, done), await service.make.batch(id, done)];
  const ofWritten = `INSERT INTO decision_batch_items (workspace_id, batch_id, recommendation_id, version, outcome,
      status_after, write_back_id, decided_at)
    SELECT w.workspace_id, $2, w.recommendation_id, 1, 'done', 'approved', w.id, now() FROM write_backs w
    WHERE w.workspace_id = $1 AND w.revert_of IS NULL`;
  await service.sql(ofWritten, [id, all]);
  await service.sql(`${ofWritten} AND w.recommendation_id = ANY ($3)`, [id, batch, recommendations]);
  return { shop, batch, items, writeBacks: items.map((item) => `wbk_1_${item}`) };
}

async function tooBusy(statistics: () => Promise<unknown>): Promise<Record<string, unknown>> {
  const { shop, batch, items, writeBacks } = await openRevertedShop();
  await statistics();
  const chains = CHAIN * CHOSEN;
  const asked: readonly (readonly [what: string, most: number, ask: (tx: Tx) => Promise<unknown>])[] = [
    ["finds what a run wrote", 2 * chains, (tx) => revertTargets(tx, { runId: "run_reverted" }, 10)],
    ["finds what a batch wrote", 2 * chains, (tx) => revertTargets(tx, { batchId: batch }, 10)],
    ["reads what reverts are about", 2 * chains, (tx) => revertSubjects(tx, writeBacks)],
    ["reads the writes of an item", 2 * CHAIN, (tx) => writeBacksOf(tx, items[0] ?? "", { lock: false })],
    [
      "reads what a run finds of reverts and cancellations",
      4 * 2 * CHOSEN,
      (tx) => latestRecommendations(tx, items),
    ],
    [
      "finds past decisions",
      RECOMMENDATIONS * LARGE_SHOP_ITEMS + CHOSEN,
      (tx) => pastDecisionIds(tx, { since: new Date(0), limit: CHOSEN }),
    ],
    [
      "reads a page of past decisions",
      2 * chains,
      (tx) =>
        pastDecisions(
          tx,
          items.map((item) => `rec_${item}`),
        ),
    ],
  ];
  return tooBusyAmong(
    watched,
    asked.map(
      ([what, most, ask]) => [what, most, () => inTenant(watched.db, shop.workspace.tenant, ask)] as const,
    ),
  );
}

itHoldsUnderAnyStatistics("what a revert asks reads the prices that it names", () => service, tooBusy);
