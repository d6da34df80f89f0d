import { dueWork } from "@/server/db/queue/queue";
import { DAY_MS } from "@/server/domain/durations";
import { formatAmount, parseAmount } from "@/server/domain/money";
import { approveRecommendation } from "@/server/usecases/recommendations/approve";
import { acceptRecommendation } from "@/server/usecases/recommendations/decide";
import type { RequestContext } from "@/server/usecases/request-context";
import { processRun } from "@/server/usecases/runs/process";
import { replayRun } from "@/server/usecases/runs/replay";
import { triggerRun } from "@/server/usecases/runs/trigger";
import { readTransaction } from "@/server/usecases/transaction";
import { processWriteBack } from "@/server/usecases/write-backs/process";
import type { DayOfChanges, Pair } from "./dataset";
import type { Shop } from "./shop";

/** The data has no costs; this share of the shop's own price on the day of its cost list is used instead. */
const COST_SHARE_PERCENT = 72n;
const COST_LIST_EVERY_DAYS = 30;

/** The prices known so far, carried from day to day. */
export interface KnownPrices {
  readonly shopPrices: Map<string, string>;
  readonly marketPrices: Map<string, string>;
  costListAt: number | null;
}

export interface DayFigures {
  readonly runSeconds: number;
  readonly items: number;
  readonly recommendations: number;
  readonly applied: number;
  readonly conflicts: number;
  readonly replayed: number;
  readonly replayDiffers: number;
}

/** Processes one day: imports its changes, runs, approves the recommendations and writes them to the store. */
export async function processDay(
  shop: Shop,
  pairs: readonly Pair[],
  known: KnownPrices,
  { date, shop: ours, market }: DayOfChanges,
): Promise<DayFigures> {
  for (const [sku, price] of ours) known.shopPrices.set(sku, price);
  for (const [id, price] of market) known.marketPrices.set(id, price);
  const inShop = pairs.filter(({ sku }) => known.shopPrices.has(sku));
  await importChanges(shop, inShop, known, date, new Set(ours.keys()));
  const { context } = shop;
  const begun = performance.now();
  const run = await triggerRun(context, { subsetTags: [], trigger: "schedule" });
  await processRun(context.services, context.tenant, run.id);
  const runSeconds = (performance.now() - begun) / 1_000;
  const { recommendations, applied, conflicts } = await decide(context);
  const replay = await replayRun(context.services.db, run.id);
  return {
    runSeconds,
    items: inShop.length,
    recommendations,
    applied,
    conflicts,
    replayed: replay.compared,
    replayDiffers: replay.difference === null && replay.compared === inShop.length ? 0 : 1,
  };
}

async function importChanges(
  shop: Shop,
  inShop: readonly Pair[],
  known: KnownPrices,
  date: string,
  changed: ReadonlySet<string>,
): Promise<void> {
  const priced = inShop.filter(({ sku }) => changed.has(sku));
  for (const { sku, currency } of priced)
    await shop.editInStore(sku, minorOf(known.shopPrices.get(sku), currency), currency);
  await shop.importItems(
    priced.map(({ sku, title, packSize, currency }) => ({
      sku,
      title,
      currency,
      price: known.shopPrices.get(sku) ?? "",
      pack_size: packSize,
    })),
  );
  const at = Date.parse(date);
  const listIsDue = known.costListAt === null || at - known.costListAt >= COST_LIST_EVERY_DAYS * DAY_MS;
  const costed = listIsDue ? inShop : priced;
  if (listIsDue) known.costListAt = at;
  await shop.importItems(
    costed.map(({ sku, currency }) => ({ sku, currency, cost: costOf(known.shopPrices.get(sku), currency) })),
  );
  await shop.observe(
    inShop.flatMap(({ sku, marketId, marketPackSize, currency }) => {
      const price = known.marketPrices.get(marketId);
      const seen = { in_stock: "true", observed_at: `${date}T05:00:00Z`, pack_size: marketPackSize };
      return price === undefined ? [] : [{ sku, seller: "market", price, currency, ...seen }];
    }),
  );
}

const minorOf = (price: string | undefined, currency: string): bigint =>
  parseAmount(Number(price ?? "").toFixed(2), currency);

const costOf = (price: string | undefined, currency: string): string =>
  formatAmount((minorOf(price, currency) * COST_SHARE_PERCENT) / 100n, currency);

/** Accepts and approves every new price change and writes each to the store. */
async function decide(
  context: RequestContext,
): Promise<Pick<DayFigures, "recommendations" | "applied" | "conflicts">> {
  const { services, tenant } = context;
  const found = await readTransaction(context, (tx) =>
    tx.sql<{ id: string }>(
      "SELECT id FROM recommendations WHERE workspace_id = $1 AND status = 'new' AND kind = 'price_change' ORDER BY id",
      [tx.tenant.workspaceId],
    ),
  );
  for (const { id } of found) {
    await acceptRecommendation(context, { id });
    await approveRecommendation(context, { id });
  }
  const waiting = await dueWork(services.db, "write_back", {
    atMs: services.now(),
    afterId: "",
    most: 1_000,
  });
  for (const { id } of waiting) await processWriteBack(services, tenant, id);
  const ended = await readTransaction(context, (tx) =>
    tx.sql<{ status: string }>(
      "SELECT status FROM write_backs WHERE workspace_id = $1 AND recommendation_id = ANY($2)",
      [tx.tenant.workspaceId, found.map(({ id }) => id)],
    ),
  );
  const count = (status: string): number => ended.filter((row) => row.status === status).length;
  return { recommendations: found.length, applied: count("applied"), conflicts: count("conflict") };
}
