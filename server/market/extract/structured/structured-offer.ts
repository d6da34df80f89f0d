import type { Availability, Layer } from "@/server/market/extract/page-offer";

/** One offer as structured data states it. */
export type StructuredOffer = {
  readonly layer: Layer;
  /** Major units; null for an offer that only tells whether the thing can be had. */
  readonly amount: string | null;
  readonly currency: string | null;
  /** The lower end of several offers that are not listed one by one. */
  readonly low: boolean;
  readonly availability: Availability | null;
  readonly used: boolean;
  /** What the page's address may name it by. */
  readonly url: string | null;
  readonly ids: readonly string[];
  /** Prices it names as those of a list, a maker or before. */
  readonly listed: readonly string[];
  readonly snippet: string;
};
