import type { EvidenceMarket, EvidenceObservation } from "@/server/domain/pricing/outcome";

/** The reference of a price: a market figure, or one seller's price. */
export type Reference = {
  readonly against: "min" | "median" | "max" | "seller";
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
} as const;

/** Compiles a policy's reference, with its text. Sellers are compared case-insensitively. */
export const compileReference = (rule: {
  readonly against: Reference["against"];
  readonly seller?: string | undefined;
}): Reference => ({
  against: rule.against,
  seller: rule.against === "seller" ? (rule.seller ?? "").trim().toLowerCase() : "",
  label: rule.against === "seller" ? (rule.seller ?? "").trim() : FIGURE_LABELS[rule.against],
});

/** Returns the price of a reference in minor units; null when no used observation has one. */
export function referencePrice(reference: Reference, { figures, observations }: MarketPrices): bigint | null {
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
  }
}
