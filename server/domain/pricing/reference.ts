import type { EvidenceMarket, EvidenceObservation } from "@/server/domain/pricing/outcome";

/** What a price is measured against: a figure of the market, or one seller's price. */
export type Reference = {
  readonly against: "min" | "median" | "max" | "seller";
  /** The seller's name in lower case; empty for a market figure. */
  readonly seller: string;
  /** "the market median", "bergzeit.example" */
  readonly words: string;
};

/** The market as a reference is looked up in it. */
export type MarketPrices = {
  readonly figures: EvidenceMarket;
  readonly observations: readonly EvidenceObservation[];
};

const FIGURE_WORDS = {
  min: "the lowest market price",
  median: "the market median",
  max: "the highest market price",
} as const;

/** The reference a policy names, with the words for it. Sellers are told apart without regard to case. */
export const compileReference = (given: {
  readonly against: Reference["against"];
  readonly seller?: string | undefined;
}): Reference => ({
  against: given.against,
  seller: given.against === "seller" ? (given.seller ?? "").trim().toLowerCase() : "",
  words: given.against === "seller" ? (given.seller ?? "").trim() : FIGURE_WORDS[given.against],
});

/** What the used observations say of a reference, minor units; null when none of them does. */
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
