import type { Availability, Layer } from "@/server/market/extract/page-offer";

/** One offer in structured data. */
export type StructuredOffer = {
  readonly format: Layer;
  /** Major units; null for an offer that only states availability. */
  readonly amount: string | null;
  readonly currency: string | null;
  /** Whether the price is stated as 0, which stands for one that the page's scripts load later, or for none. */
  readonly zero: boolean;
  /** The lower end of several offers that are not listed individually. */
  readonly low: boolean;
  /** Whether it is stated to be without value added tax. */
  readonly withoutTax: boolean;
  readonly availability: Availability | null;
  readonly used: boolean;
  /** Identifiers of the offer that may occur in the page's address. */
  readonly url: string | null;
  readonly ids: readonly string[];
  /** List prices, manufacturer's prices and former prices it declares. */
  readonly listPrices: readonly string[];
  readonly snippet: string;
};
