import { deciderReport, decisionReport } from "@/server/db/reports/decisions";
import type { TestService } from "@/server/testing/service";
import {
  itHoldsUnderAnyStatistics,
  startWatchedService,
  tooBusyAmong,
  type WatchedDatabase,
} from "@/server/testing/statement-plans";

const EVENTS = 100_000;
const DECISIONS = 2_000;
const PAGE = 100;
/** Each row of a page may read its decision, its recommendation and its item, and the tables of few rows whole. */
const MOST_OF_A_PAGE = 10 * PAGE;

let service: TestService;
let watched: WatchedDatabase;

startWatchedService((started) => {
  ({ service, watched } = started);
});

/** Creates a workspace whose log has few decisions among many other events. */
async function openShop() {
  const workspace = await service.workspace();
  const recommendation = await service.make.recommendation(workspace.id);
  await service.sql(
    `INSERT INTO recommendations SELECT copy.* FROM recommendations r, generate_series(1, $3::int) n,
       jsonb_populate_record(r, jsonb_build_object('id', 'rec_' || lpad(n::text, 26, '0'), 'status', 'superseded')) copy
     WHERE r.workspace_id = $1 AND r.id = $2`,
    [workspace.id, recommendation, DECISIONS],
  );
  await service.sql(
    `INSERT INTO audit_events (workspace_id, seq, id, at, actor, actor_label, via, action, subject, previous, hash)
     SELECT $1, 1000 + n, 'evt_' || lpad(n::text, 26, '0'), now(), 'user:usr_' || n % 30, 'usr_x', 'web',
       CASE WHEN n % $3::int = 0 THEN 'recommendation.accept' ELSE 'item.change' END,
       'rec_' || lpad((n / $3::int)::text, 26, '0'), '\\x00', '\\x00'
     FROM generate_series(1, $2::int) n`,
    [workspace.id, EVENTS, EVENTS / DECISIONS],
  );
  return workspace;
}

async function tooBusy(statistics: () => Promise<unknown>): Promise<Record<string, unknown>> {
  const { tenant } = await openShop();
  await statistics();
  const filter = {
    from: null,
    to: null,
    status: null,
    category: null,
    brand: null,
    now: new Date(service.clock.now()),
  };
  const page = (before: string | null) => ({
    after: before === null ? null : { id: before, key: null },
    order: null,
    limit: PAGE,
  });
  const halfWay = `evt_${String(EVENTS / 2).padStart(26, "0")}`;
  const { db } = watched;
  return tooBusyAmong(watched, [
    ["reads a page of decisions", MOST_OF_A_PAGE, () => decisionReport(db, tenant, filter, page(null))],
    ["reads a later page", MOST_OF_A_PAGE, () => decisionReport(db, tenant, filter, page(halfWay))],
    ["counts by person and lane", DECISIONS, () => deciderReport(db, tenant, filter, page(null))],
  ]);
}

itHoldsUnderAnyStatistics("the report of decisions reads them and no other events", () => service, tooBusy);
