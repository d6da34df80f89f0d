import { amountKey, compareAmounts } from "@/server/market/extract/amount";
import type { ParsedPage } from "@/server/market/extract/document/parsed-page";
import { idInAddress, sameAddress, selectsVariant } from "@/server/market/extract/likeness";
import type { Availability } from "@/server/market/extract/page-offer";
import type { StructuredOffer } from "@/server/market/extract/structured/structured-offer";

export type OfferSelection = {
  /** A single offer when the page's data selects it, otherwise all remaining ones, the cheapest first. */
  readonly offers: readonly StructuredOffer[];
  readonly availability: Availability | null;
};

/** Returns the offers that the page itself selects: the variant in its address, and new before used. */
export function selectOffers(offers: readonly StructuredOffer[], page: ParsedPage): OfferSelection {
  const fresh = offers.some((offer) => !offer.used) ? offers.filter((offer) => !offer.used) : offers;
  const chosen = chosenBy(fresh, (offer) => offer.url !== null && selectsVariant(offer.url, page));
  const byAddress = chosen ?? chosenBy(fresh, (offer) => offer.url !== null && sameAddress(offer.url, page));
  const byId = byAddress ?? chosenBy(fresh, (offer) => offer.ids.some((id) => idInAddress(id, page)));
  const remaining = byId ?? fresh;
  const priced = remaining.filter((offer) => offer.amount !== null);
  const distinct = new Map(
    priced
      .toSorted((one, other) => compareAmounts(one.amount ?? "0", other.amount ?? "0"))
      .map((offer) => [amountKey(offer.amount ?? "0"), offer] as const),
  );
  return { offers: [...distinct.values()], availability: availabilityOf(remaining) };
}

/** Returns the matching offers if some but not all of them match, otherwise null. */
function chosenBy(
  offers: readonly StructuredOffer[],
  fits: (offer: StructuredOffer) => boolean,
): readonly StructuredOffer[] | null {
  const fitting = offers.filter(fits);
  return fitting.length > 0 && fitting.length < offers.length ? fitting : null;
}

const BEST_FIRST: readonly Availability[] = [
  "in_stock",
  "preorder",
  "backorder",
  "out_of_stock",
  "discontinued",
];

/** A product is available when one of its offers is. */
function availabilityOf(offers: readonly StructuredOffer[]): Availability | null {
  const availabilities = offers.map((offer) => offer.availability);
  return BEST_FIRST.find((availability) => availabilities.includes(availability)) ?? null;
}
