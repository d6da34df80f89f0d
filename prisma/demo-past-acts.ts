import { listRuns } from "@/server/db/runs/runs";
import { MINUTE_MS } from "@/server/domain/durations";
import { patchOf } from "@/server/domain/sample-shop/catalog";
import { isSeen, PAST_ITEMS, type PastItem, seenOf } from "@/server/domain/sample-shop/past";
import { MARKET_DAYS, RUN_DAYS } from "@/server/domain/sample-shop/past-days";
import { connectStore } from "@/server/usecases/integrations/connect";
import { requestSync } from "@/server/usecases/integrations/request-sync";
import { runSync } from "@/server/usecases/integrations/sync";
import { upsertItems } from "@/server/usecases/items/upsert";
import { recordObservations } from "@/server/usecases/observations/record";
import type { RequestContext } from "@/server/usecases/request-context";
import { processRun } from "@/server/usecases/runs/process";
import { triggerRun } from "@/server/usecases/runs/trigger";
import { readTransaction } from "@/server/usecases/transaction";
import { type Act, contextAt, type Shop } from "./demo-clock";
import { alertActs } from "./demo-past-alerts";
import { decisionActs } from "./demo-past-decisions";

/** By how much the clock of a run goes on each time it is read, so that runs take a second and not no time. */
const RUN_TICK_MS = 60;
const RUNS_A_SYNC = 6;

/** Returns everything that was done in the past of a shop, in the order of time. */
export function pastActs(shop: Shop): Act[] {
  const acts = [
    ...openingActs(shop),
    ...marketActs(shop),
    ...RUN_DAYS.flatMap((day, run) => [
      ...costActs(shop, day, run),
      ...runActs(shop, day, run),
      ...decisionActs(shop, run),
      ...alertActs(shop, run),
    ]),
  ];
  return acts.sort((a, b) => a.atMs - b.atMs);
}

/**
 * The catalog and its store, before the first of the days. What is the policy's or a brand's of today is not yet there.
 */
const openingActs = ({ beganMs }: Shop): Act[] => [
  {
    atMs: beganMs + 20 * MINUTE_MS,
    by: "colleague",
    play: (context) =>
      upsertItems(
        context,
        PAST_ITEMS.map(({ item, opening, firstCost }) => ({
          sku: item.sku,
          value: { ...patchOf(item, firstCost), price: opening, mapPrice: null },
        })),
      ),
  },
  {
    atMs: beganMs + 30 * MINUTE_MS,
    by: "owner",
    play: (context) => connectStore(context, { kind: "sandbox" }),
  },
  { atMs: beganMs + 31 * MINUTE_MS, by: "owner", play: syncStore },
];

/** Reads the prices of the store, as far as it has any. */
export async function syncStore(context: RequestContext): Promise<void> {
  const { row } = await requestSync(context);
  await runSync(context.services, context.tenant, row.id);
}

const marketActs = ({ at }: Shop): Act[] =>
  MARKET_DAYS.map((look) => ({
    atMs: at(look.day, "08:00"),
    by: "colleague",
    play: (context) =>
      recordObservations(
        context,
        PAST_ITEMS.filter((past) => isSeen(past, look)).flatMap((past) =>
          seenOf(past, look.run, at(look.day, "07:00")).map((value) => ({ sku: value.sku, value })),
        ),
      ),
  }));

function costActs({ at }: Shop, day: number, run: number): Act[] {
  const moved = PAST_ITEMS.filter(({ costMoves }) => costMoves === run);
  if (moved.length === 0) return [];
  const rows = moved.map(({ item }: PastItem) => ({
    sku: item.sku,
    value: { sku: item.sku, cost: item.cost },
  }));
  return [{ atMs: at(day, "08:20"), by: "colleague", play: (context) => upsertItems(context, rows) }];
}

function runActs({ at }: Shop, day: number, run: number): Act[] {
  const by = run % 2 === 0 ? "colleague" : "owner";
  const sync: Act = { atMs: at(day, "08:40"), by: "owner", play: syncStore };
  return [
    ...(run % RUNS_A_SYNC === RUNS_A_SYNC - 1 ? [sync] : []),
    {
      atMs: at(day, "09:00"),
      by,
      play: (context) => triggerRun(context, { subsetTags: [], trigger: "manual" }),
    },
    { atMs: at(day, "09:01"), by, tickMs: RUN_TICK_MS, play: processOpenRun },
  ];
}

/** Processes the newest run. One that was interrupted is still leased, so that it goes on after its lease. */
async function processOpenRun(context: RequestContext): Promise<void> {
  const { services, tenant } = context;
  for (const laterMs of [0, services.settings.runLeaseMs + MINUTE_MS]) {
    const [run] = await readTransaction(context, (tx) => listRuns(tx, { before: null, limit: 1 }));
    if (!run || !["queued", "running"].includes(run.status)) return;
    const then = contextAt(context, services.now() + laterMs, RUN_TICK_MS);
    await processRun(then.services, tenant, run.id);
  }
}
