import { z } from "zod";
import { catalogDays, newestDay } from "@/server/db/overview/days";
import { DAY_MS } from "@/server/domain/durations";
import { KEPT_DAYS, OLD_COST_DAYS } from "@/server/domain/overview/figures";
import { readTransaction } from "@/server/usecases/transaction";
import { query } from "../pipeline";
import { RatioOut, Timestamp } from "../scalars";

/** The catalog as the newest run over all of it saw it, whenever that was. */
const Newest = z.object({
  measured_at: Timestamp,
  /** Active items in the workspace's currency. */
  items: z.int(),
  /** Those with a known price and cost, and their gross margin. */
  priced: z.int(),
  margin: RatioOut.nullable(),
  below_floor: z.int(),
  without_cost: z.int(),
  without_price: z.int(),
  old_costs: z.int(),
  old_cost_days: z.int(),
  other_currency: z.int(),
  /** Items with a market price, those whose market was seen in the day before, and their price index. */
  compared: z.int(),
  fresh: z.int(),
  price_index: RatioOut.nullable(),
  /** Those with the most compared items first; null: the items without a category. */
  categories: z.array(
    z.object({ category: z.string().nullable(), compared: z.int(), price_index: RatioOut }),
  ),
});

/** The catalog day by day; for Pricecheck's pages. */
export const days = query(
  {
    scope: "catalog:read",
    summary: "List the margin and the price index of the catalog by day",
    input: z.object({ days: z.int().min(1).max(KEPT_DAYS) }),
    output: z.object({
      from: Timestamp,
      to: Timestamp,
      /** Days on which a run over the whole catalog finished, oldest first. */
      days: z.array(
        z.object({ measured_at: Timestamp, margin: RatioOut.nullable(), price_index: RatioOut.nullable() }),
      ),
      newest: Newest.nullable(),
    }),
  },
  async ({ context, input }) => {
    const to = new Date(context.services.now());
    const from = new Date(to.getTime() - input.days * DAY_MS);
    const found = await readTransaction(context, async (tx) => ({
      days: await catalogDays(tx, from.toISOString().slice(0, 10)),
      newest: await newestDay(tx),
    }));
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      days: found.days.map(({ measuredAt, margin, priceIndex }) => ({
        measured_at: measuredAt.toISOString(),
        margin,
        price_index: priceIndex,
      })),
      newest: found.newest && presentNewest(found.newest),
    };
  },
);

const presentNewest = (
  newest: NonNullable<Awaited<ReturnType<typeof newestDay>>>,
): z.input<typeof Newest> => ({
  measured_at: newest.measuredAt.toISOString(),
  items: newest.items,
  priced: newest.priced,
  margin: newest.margin,
  below_floor: newest.belowFloor,
  without_cost: newest.withoutCost,
  without_price: newest.withoutPrice,
  old_costs: newest.oldCosts,
  old_cost_days: OLD_COST_DAYS,
  other_currency: newest.otherCurrency,
  compared: newest.compared,
  fresh: newest.fresh,
  price_index: newest.priceIndex,
  categories: [...newest.categories],
});
