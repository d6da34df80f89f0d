import { formatMargin, isKnownIn, type MarginFactors } from "@/server/domain/margin";
import { formatRatio } from "@/server/domain/ratio";

/** Sums over active items in the workspace's currency, with the market that a run saw; amounts in minor units. */
export interface CatalogSums {
  readonly items: number;
  /** Items whose price, above 0, and cost are known; `revenue` and `cost` are over these, times the `units`. */
  readonly priced: number;
  readonly revenue: bigint;
  readonly cost: bigint;
  readonly units: bigint;
  /** Items with a price above 0 and a market price; `ours` and `market` are over these, one unit of each. */
  readonly compared: number;
  readonly ours: bigint;
  readonly market: bigint;
  /** Compared items whose market was seen in the day before. */
  readonly fresh: number;
  /** Items whose margin is below the floor of their scope. */
  readonly belowFloor: number;
  readonly withoutCost: number;
  readonly withoutPrice: number;
  /** Items whose cost is old: set `OLD_COST_DAYS` ago or earlier. */
  readonly oldCosts: number;
  /** Items in another currency than the workspace's; they are in no other figure. */
  readonly otherCurrency: number;
}

/** From this age on a cost is called old; the catalog has a filter of the same age. */
export const OLD_COST_DAYS = 90;

/**
 * Returns the margin of a catalog: Σ units · (net price − fees − cost) / Σ units · net price, over the items whose
 * price and cost are known. Price: what shoppers pay. Units: the stock on hand, one where it is unknown. All
 * items have the policy's VAT and fees, so it is the margin of the sums.
 * @param currency that of the sums
 * @returns a fraction with four decimals; null if nothing of known price and cost is in stock, or if the policy's fees
 * a unit are in another currency
 */
export const catalogMargin = (
  { revenue, cost, units }: Pick<CatalogSums, "revenue" | "cost" | "units">,
  currency: string,
  factors: MarginFactors,
): string | null =>
  revenue > 0n && isKnownIn(currency, factors) ? formatMargin(revenue, cost, factors, units) : null;

/**
 * Returns the price index of a set of items: what one of each costs here, divided by the sum of their market prices.
 * Items without a price or a market price are no part of either.
 * @returns a fraction with four decimals, below 1 if the shop is cheaper; null if no item can be compared
 */
export const priceIndex = ({ ours, market }: Pick<CatalogSums, "ours" | "market">): string | null =>
  market > 0n ? formatRatio(ours, market) : null;

const NOTHING: CatalogSums = {
  items: 0,
  priced: 0,
  revenue: 0n,
  cost: 0n,
  units: 0n,
  compared: 0,
  ours: 0n,
  market: 0n,
  fresh: 0,
  belowFloor: 0,
  withoutCost: 0,
  withoutPrice: 0,
  oldCosts: 0,
  otherCurrency: 0,
};

/** Adds the sums of several sets of items. */
export const totalOf = (parts: readonly CatalogSums[]): CatalogSums =>
  parts.reduce(
    (sum, part) => ({
      items: sum.items + part.items,
      priced: sum.priced + part.priced,
      revenue: sum.revenue + part.revenue,
      cost: sum.cost + part.cost,
      units: sum.units + part.units,
      compared: sum.compared + part.compared,
      ours: sum.ours + part.ours,
      market: sum.market + part.market,
      fresh: sum.fresh + part.fresh,
      belowFloor: sum.belowFloor + part.belowFloor,
      withoutCost: sum.withoutCost + part.withoutCost,
      withoutPrice: sum.withoutPrice + part.withoutPrice,
      oldCosts: sum.oldCosts + part.oldCosts,
      otherCurrency: sum.otherCurrency + part.otherCurrency,
    }),
    NOTHING,
  );

/** Days that are kept: a year and a month, so that a season can be compared with the last one. */
export const KEPT_DAYS = 400;
