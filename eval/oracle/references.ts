import { meanOf, medianOf, modeOf, rankedOf } from "@/eval/oracle/figures";
import type { Counted } from "@/eval/oracle/tiers";
import { sellerKey } from "@/server/domain/pricing/inputs";

/** What a price is measured from, as a policy names it. */
type Reference = {
  readonly against: string;
  readonly seller?: string | undefined;
  readonly rank?: number | undefined;
};

/** Returns a figure of the prices that count, in minor units; null where they do not have it. */
export function figureOf({ against, seller, rank }: Reference, counted: readonly Counted[]): bigint | null {
  const prices = counted.map(({ price }) => price);
  if (against === "min") return rankedOf(prices, 1);
  if (against === "max") return rankedOf(prices, prices.length);
  if (against === "median") return medianOf(prices);
  if (against === "mean") return meanOf(counted);
  if (against === "mode") return modeOf(prices);
  if (against === "rank") return rankedOf(prices, rank ?? 1);
  const named = counted.filter(
    ({ observation }) => sellerKey(observation.seller) === sellerKey(seller ?? ""),
  );
  return rankedOf(
    named.map(({ price }) => price),
    1,
  );
}
