import { inTenant } from "@/server/db/database/transaction";
import { catalogDays, newestDay } from "@/server/db/overview/days";
import { sumsOfRun } from "@/server/db/overview/sums";
import { moneyAtRisk, waitingReasons, writtenSince } from "@/server/db/overview/work";
import { activePolicyDocument } from "@/server/db/policy/versions";
import { countByDay } from "@/server/db/reports/days";
import { heldRun } from "@/server/db/runs/held";
import { DAY_MS } from "@/server/domain/durations";
import { LARGE_SHOP_ITEMS as ITEMS, openLargeShop } from "@/server/testing/large-shop";
import type { TestService } from "@/server/testing/service";
import {
  itHoldsUnderAnyStatistics,
  startWatchedService,
  tooBusyAmong,
  type WatchedDatabase,
} from "@/server/testing/statement-plans";
import { readStoredPolicy } from "@/server/usecases/items/stored-policies";

/** A sum may go through each row twice, to read and to group it; never through a product of two tables. */
const MOST = 2 * ITEMS;
/** Days, held runs: few rows, and the tables of few rows whole. */
const FEW = 1_000;

let service: TestService;
let watched: WatchedDatabase;

startWatchedService((started) => {
  ({ service, watched } = started);
});

async function tooBusy(statistics: () => Promise<unknown>): Promise<Record<string, unknown>> {
  const { tenant, id } = (await openLargeShop(service)).workspace;
  await service.sql(
    "UPDATE recommendations SET status = 'pending_approval' WHERE workspace_id = $1 AND status = 'new'",
    [id],
  );
  const { policy } = readStoredPolicy(await activePolicyDocument(service.services.db, tenant));
  if (policy === null) throw new Error("the policy cannot be read");
  await statistics();
  const { db } = watched;
  const at = new Date();
  const span = {
    from: new Date(at.getTime() - 30 * DAY_MS),
    to: at,
    status: null,
    category: null,
    brand: null,
    now: at,
  };
  return tooBusyAmong(watched, [
    ["sums a run", MOST, () => inTenant(db, tenant, (tx) => sumsOfRun(tx, "run_plans", policy, at))],
    ["sums what waits", MOST, () => inTenant(db, tenant, (tx) => waitingReasons(tx, at))],
    ["sums money at risk", MOST, () => inTenant(db, tenant, (tx) => moneyAtRisk(tx, at))],
    ["sums what was written", MOST, () => inTenant(db, tenant, (tx) => writtenSince(tx, 0))],
    ["finds a held run", FEW, () => inTenant(db, tenant, (tx) => heldRun(tx))],
    ["reads the days", FEW, () => inTenant(db, tenant, (tx) => catalogDays(tx, "2026-01-01"))],
    ["reads the newest day", FEW, () => inTenant(db, tenant, (tx) => newestDay(tx))],
    ["counts alerts by day", MOST, () => countByDay(db, tenant, "alerts", span)],
    ["counts recommendations by day", 5 * ITEMS, () => countByDay(db, tenant, "recommendations", span)],
  ]);
}

itHoldsUnderAnyStatistics(
  "the overview and the days of reports read each row no more than they must",
  () => service,
  tooBusy,
);
