import { type EngineItem, ITEM_BASE_TEXTS, type ItemBase, isItemBase } from "@/server/domain/pricing/inputs";
import type { EvidenceMarket, EvidenceObservation } from "@/server/domain/pricing/outcome";

/** The reference of a price: a market figure, one seller's price, or a figure of the item itself. */
export type Reference = {
  readonly against: "min" | "median" | "max" | "seller" | ItemBase | "item_max";
  /** The seller's name in lower case; empty for a market figure. */
  readonly seller: string;
  /** "the market median", "bergzeit.example" */
  readonly label: string;
};

/** The part of the market in which a reference is looked up. */
export type MarketPrices = {
  readonly figures: EvidenceMarket;
  readonly observations: readonly EvidenceObservation[];
};

const FIGURE_LABELS = {
  min: "the lowest market price",
  median: "the market median",
  max: "the highest market price",
  ...ITEM_BASE_TEXTS,
  item_max: "the item's highest price",
} as const;

/** Whether a reference is a figure of the item itself, which needs no market. */
export const isOfItem = ({ against }: Reference): boolean => isItemBase(against) || against === "item_max";

/** Compiles a policy's reference, with its text. Sellers are compared case-insensitively. */
export const compileReference = (rule: {
  readonly against: Reference["against"];
  readonly seller?: string | undefined;
}): Reference => ({
  against: rule.against,
  seller: rule.against === "seller" ? (rule.seller ?? "").trim().toLowerCase() : "",
  label: rule.against === "seller" ? (rule.seller ?? "").trim() : FIGURE_LABELS[rule.against],
});

/** What a price may be measured from; the cost in minor units of the item's currency. */
export type ReferenceInputs = {
  readonly item: EngineItem;
  readonly cost: bigint;
  readonly market: MarketPrices;
};

/** Returns the price of a reference in minor units; null when the item or its market has none. */
export function referencePrice(
  reference: Reference,
  { item, cost, market: { figures, observations } }: ReferenceInputs,
): bigint | null {
  switch (reference.against) {
    case "min":
      return figures.lowest;
    case "median":
      return figures.median;
    case "max":
      return figures.highest;
    case "seller": {
      const theirs = observations.find(
        ({ used, seller }) => used && seller.trim().toLowerCase() === reference.seller,
      );
      return theirs?.price ?? null;
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

const known = (amount: bigint | null): bigint | null => (amount !== null && amount > 0n ? amount : null);
