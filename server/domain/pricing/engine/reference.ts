import { DAY_MS } from "@/server/domain/durations";
import type { ChosenTier } from "@/server/domain/pricing/engine/choose-tier";
import { daysText } from "@/server/domain/pricing/engine/refusal-text";
import {
  type EngineItem,
  ITEM_BASE_TEXTS,
  type ItemBase,
  isItemBase,
  sellerKey,
} from "@/server/domain/pricing/inputs";
import type { EvidenceMarket, EvidenceObservation } from "@/server/domain/pricing/outcome";
import { divideHalfEven } from "@/server/domain/ratio";

/** The reference of a price: a market figure, one seller's price, or a figure of the item itself. */
export type Reference = {
  readonly against: "min" | "median" | "mean" | "mode" | "max" | "rank" | "seller" | ItemBase;
  /** The seller's key; empty for a market figure. */
  readonly seller: string;
  /** Which of the prices from the lowest one on; 1 where no rank is asked for. */
  readonly rank: number;
  /** How old prices may be, in milliseconds, where they count for longer than the gates say; null where they do not. */
  readonly lastKnownMs: number | null;
  /** "the market median", "bergzeit.example" */
  readonly label: string;
};

/** The part of the market in which a reference is looked up; its observations are sorted by what is compared. */
export type MarketPrices = {
  readonly figures: EvidenceMarket;
  readonly observations: readonly EvidenceObservation[];
  /** What its sellers weigh in an average, if they do not weigh the same. */
  readonly tier: Pick<ChosenTier, "weights"> | null;
};

const FIGURE_LABELS = {
  min: "the lowest market price",
  median: "the market median",
  mean: "the market average",
  mode: "the most frequent market price",
  max: "the highest market price",
  ...ITEM_BASE_TEXTS,
} as const;

/** Whether a reference is a figure of the item itself, which needs no market. */
export const isOfItem = ({ against }: Reference): boolean => isItemBase(against);

type GivenReference = {
  readonly against: Reference["against"];
  readonly seller?: string | undefined;
  readonly rank?: number | undefined;
  readonly last_known_days?: number | undefined;
};

/**
 * Compiles a policy's reference, with its text. Sellers are compared case-insensitively.
 * @param whose the sellers whose prices a figure of the market is of, as a text behind it: " of bravo and charlie"
 */
export const compileReference = (rule: GivenReference, whose = ""): Reference => ({
  against: rule.against,
  seller: rule.against === "seller" ? sellerKey(rule.seller ?? "") : "",
  rank: rule.rank ?? 1,
  lastKnownMs: rule.last_known_days === undefined ? null : rule.last_known_days * DAY_MS,
  label: `${labelOf(rule, whose)}${lastKnownText(rule)}`,
});

const lastKnownText = ({ last_known_days: days }: GivenReference): string =>
  days === undefined ? "" : `, last known within ${daysText(days)}`;

function labelOf({ against, seller = "", rank = 1 }: GivenReference, whose: string): string {
  if (against === "seller") return seller.trim();
  const figure = against === "rank" ? `the ${ordinal(rank)} lowest market price` : FIGURE_LABELS[against];
  return isItemBase(against) ? figure : `${figure}${whose}`;
}

const SUFFIXES: Readonly<Record<number, string>> = { 1: "st", 2: "nd", 3: "rd" };

/** "2nd", "11th", "23rd" */
const ordinal = (rank: number): string => {
  const isTeen = rank % 100 > 10 && rank % 100 < 14;
  return `${rank}${(isTeen ? undefined : SUFFIXES[rank % 10]) ?? "th"}`;
};

/** What a price may be measured from; the cost in minor units of the item's currency. */
export type ReferenceInputs = {
  readonly item: EngineItem;
  readonly cost: bigint;
  readonly market: MarketPrices;
};

/** Returns the price of a reference in minor units; null when the item or its market has none. */
export function referencePrice(
  reference: Reference,
  { item, cost, market: { figures, observations, tier } }: ReferenceInputs,
): bigint | null {
  switch (reference.against) {
    case "min":
      return figures.lowest;
    case "median":
      return figures.median;
    case "mean":
      return meanOf(
        observations.filter(({ used }) => used),
        tier?.weights ?? null,
      );
    case "mode":
      return modeOf(observations.filter(({ used }) => used));
    case "rank":
      return observations.filter(({ used }) => used)[reference.rank - 1]?.compared ?? null;
    case "max":
      return figures.highest;
    case "seller": {
      const theirs = observations.find(({ used, seller }) => used && sellerKey(seller) === reference.seller);
      return theirs?.compared ?? null;
    }
    case "msrp":
      return known(item.msrp);
    case "map":
      return known(item.mapPrice);
    case "compare_at":
      return known(item.shopWindow.compareAt);
    case "item_max":
      return known(item.maxPrice);
    case "cost":
      return cost;
  }
}

/** The mean of prices by the weights of their sellers, rounded half to even; null where nothing weighs anything. */
function meanOf(seen: readonly EvidenceObservation[], weights: ChosenTier["weights"]): bigint | null {
  let [sum, weight] = [0n, 0n];
  for (const { compared, seller } of seen) {
    const its = weights === null ? 1n : (weights.get(sellerKey(seller)) ?? 0n);
    sum += compared * its;
    weight += its;
  }
  return weight === 0n ? null : divideHalfEven(sum, weight);
}

/** The price that most ask, of equally frequent ones the lowest; null where no two ask the same. */
function modeOf(seen: readonly EvidenceObservation[]): bigint | null {
  const counts = new Map<bigint, number>();
  for (const { compared } of seen) counts.set(compared, (counts.get(compared) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return most < 2 ? null : (seen.find(({ compared }) => counts.get(compared) === most)?.compared ?? null);
}

const known = (amount: bigint | null): bigint | null => (amount !== null && amount > 0n ? amount : null);
