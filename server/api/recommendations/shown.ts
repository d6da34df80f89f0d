import { z } from "zod";
import type { RecommendationEffectRow } from "@/server/db/recommendations/effects";
import { profitPerUnit } from "@/server/domain/margin";
import { toWire } from "@/server/domain/money";
import { storedTerms } from "@/server/domain/pricing/stored-terms";
import { MoneyOut } from "../scalars";
import { presentRecommendation, Recommendation } from "./schemas";

/** A recommendation as the product's own pages show it: with what it earns a unit, and the item as it is by now. */
export const ShownRecommendation = z.object({
  ...Recommendation.shape,
  profit_before: MoneyOut.nullable(),
  profit_after: MoneyOut.nullable(),
  category: z.string().nullable(),
  stock: z.int().nullable(),
  /** The price or cost the item has by now, where it is not what the recommendation was made from. */
  moved: z.object({
    price: MoneyOut.nullable().optional(),
    cost: MoneyOut.nullable().optional(),
  }),
});

/** Profit a unit is net − fees − cost by the terms of the policy version that recommended; null without a cost. */
export function presentShown(
  row: RecommendationEffectRow,
  nowMs: number,
): z.input<typeof ShownRecommendation> {
  const { cost, currency, currentPrice: before, recommendedPrice: after } = row;
  const terms = storedTerms(row.pricing);
  const profit = (price: bigint | null) =>
    price === null || cost === null ? null : toWire({ minor: profitPerUnit(price, cost, terms), currency });
  const now = (minor: bigint | null) =>
    minor === null ? null : toWire({ minor, currency: row.itemCurrency });
  return {
    ...presentRecommendation(row, nowMs),
    profit_before: profit(before),
    profit_after: profit(after),
    category: row.category,
    stock: row.stock,
    moved: {
      ...(row.itemPrice === before ? {} : { price: now(row.itemPrice) }),
      ...(row.itemCost === cost ? {} : { cost: now(row.itemCost) }),
    },
  };
}
