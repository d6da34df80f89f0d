import { z } from "zod";
import type { RecommendationEffectRow } from "@/server/db/recommendations/effects";
import { profitIfKnown } from "@/server/domain/margin";
import { wireIn } from "@/server/domain/money";
import { paidAfter } from "@/server/domain/pricing/engine";
import { windowIn } from "@/server/domain/pricing/evidence-window-json";
import { parseMarginFactors } from "@/server/domain/pricing/stored-margin-factors";
import { MoneyOut } from "../scalars";
import { presentRecommendation, Recommendation } from "./schemas";

/** A recommendation for Pricecheck's pages: adds the profit per unit and the item's present state. */
export const RecommendationDetailOut = z.object({
  ...Recommendation.shape,
  profit_before: MoneyOut.nullable(),
  profit_after: MoneyOut.nullable(),
  category: z.string().nullable(),
  stock: z.int().nullable(),
  /** The item's present price or cost, if it differs from the one the recommendation was computed from. */
  moved: z.object({
    price: MoneyOut.nullable().optional(),
    cost: MoneyOut.nullable().optional(),
  }),
});

/**
 * Serializes a recommendation for Pricecheck's pages. Profit per unit is net − fees − cost at what shoppers pay, by the
 * VAT and fees of the policy version that recommended; null where the price that they pay or the cost is unknown.
 */
export function presentRecommendationDetail(
  row: RecommendationEffectRow,
  nowMs: number,
): z.input<typeof RecommendationDetailOut> {
  const { cost, currency, currentPrice: before, recommendedPrice: after } = row;
  const window = windowIn(row);
  const marginFactors = parseMarginFactors(row.pricing, currency);
  const profit = (price: bigint | null) => wireIn(currency)(profitIfKnown(price, cost, marginFactors));
  const now = wireIn(row.itemCurrency);
  return {
    ...presentRecommendation(row, nowMs),
    profit_before: profit(window === null ? before : window.shopperPrice),
    profit_after: profit(after === null ? null : paidAfter(window, after)),
    category: row.category,
    stock: row.stock,
    moved: {
      ...(row.itemPrice === before ? {} : { price: now(row.itemPrice) }),
      ...(row.itemCost === cost ? {} : { cost: now(row.itemCost) }),
    },
  };
}
