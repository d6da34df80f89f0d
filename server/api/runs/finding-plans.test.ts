import { inTenant } from "@/server/db/database/transaction";
import { countProposals, skippedItems } from "@/server/db/runs/findings";
import { LARGE_SHOP_ITEMS as ITEMS, openLargeShop } from "@/server/testing/large-shop";
import type { TestService } from "@/server/testing/service";
import {
  itHoldsUnderAnyStatistics,
  startWatchedService,
  tooBusyAmong,
  type WatchedDatabase,
} from "@/server/testing/statement-plans";

const PAGE = 51;
/** Each of them is read from the index, from the table and with its item. */
const MOST_OF_PAGE = 3 * PAGE;

let service: TestService;
let watched: WatchedDatabase;

startWatchedService((started) => {
  ({ service, watched } = started);
});

async function tooBusy(statistics: () => Promise<unknown>): Promise<Record<string, unknown>> {
  const { tenant, id } = (await openLargeShop(service)).workspace;
  await service.sql(
    `UPDATE run_results SET reason = CASE WHEN right(item_id, 2) = '77' THEN 'hold' ELSE 'at_target' END
     WHERE workspace_id = $1`,
    [id],
  );
  const [middle] = await service.sql<{ id: string }>(
    "SELECT id FROM catalog_items WHERE workspace_id = $1 ORDER BY id OFFSET $2 LIMIT 1",
    [id, ITEMS / 2],
  );
  await statistics();
  const { db } = watched;
  const page = (reason: string, after: string | null) => () =>
    inTenant(db, tenant, (tx) => skippedItems(tx, "run_plans", { reason, after, limit: PAGE }));
  return tooBusyAmong(watched, [
    [
      "counts proposals",
      2 * ITEMS,
      () => inTenant(db, tenant, (tx) => countProposals(tx, "run_plans", new Date())),
    ],
    ["lists a frequent reason", MOST_OF_PAGE, page("at_target", null)],
    ["lists it from the middle", MOST_OF_PAGE, page("at_target", middle?.id ?? null)],
    ["lists a rare reason", MOST_OF_PAGE, page("hold", null)],
  ]);
}

itHoldsUnderAnyStatistics("the page of a run reads each row no more than it must", () => service, tooBusy);
