import type { Tx } from "@/server/db/database/transaction";
import { workspaceCurrency } from "@/server/db/members/memberships";
import { type CategoryIndex, saveDay } from "@/server/db/overview/days";
import { type CategorySums, sumsOfRun } from "@/server/db/overview/sums";
import { DAY_MS } from "@/server/domain/durations";
import { catalogMargin, KEPT_DAYS, priceIndex, totalOf } from "@/server/domain/overview/figures";
import type { Policy } from "@/server/domain/pricing/engine";

/** The most categories that are kept of a day. */
const MOST_CATEGORIES = 200;

/** Returns the day of a time in UTC, such as 2026-11-23. */
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * Stores the catalog's figures as a run over the whole catalog saw them, as those of its day. Called where the run is
 * published: its results are forgotten after ninety days.
 */
export async function measureDay(tx: Tx, runId: string, policy: Policy, nowMs: number): Promise<void> {
  const measuredAt = new Date(nowMs);
  const parts = await sumsOfRun(tx, runId, policy, measuredAt);
  const { revenue, cost, units, ours, market, ...counts } = totalOf(parts);
  const day = {
    ...counts,
    day: dayOf(nowMs),
    measuredAt,
    margin: catalogMargin({ revenue, cost, units }, await workspaceCurrency(tx), policy.marginFactors),
    priceIndex: priceIndex({ ours, market }),
    categories: indexes(parts),
  };
  await saveDay(tx, runId, day, dayOf(nowMs - KEPT_DAYS * DAY_MS));
}

const indexes = (parts: readonly CategorySums[]): CategoryIndex[] =>
  parts
    .flatMap(({ category, compared, ...sums }) => {
      const index = priceIndex(sums);
      return index === null ? [] : [{ category, compared, price_index: index }];
    })
    .sort((a, b) => b.compared - a.compared)
    .slice(0, MOST_CATEGORIES);
