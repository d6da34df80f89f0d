import type { ParsedPage } from "@/server/market/extract/document/parsed-page";
import type { Availability, PriceClaim } from "@/server/market/extract/page-offer";
import { jsonLdNodes } from "@/server/market/extract/structured/json-ld";
import {
  isAboutOtherThings,
  mainProducts,
  type ProductNode,
} from "@/server/market/extract/structured/main-product";
import { microdataNodes } from "@/server/market/extract/structured/microdata";
import { offersOfProduct } from "@/server/market/extract/structured/offers-of-product";
import { rdfaNodes } from "@/server/market/extract/structured/rdfa";
import { textOf } from "@/server/market/extract/structured/schema-node";
import { selectOffers } from "@/server/market/extract/structured/select-offer";
import type { StructuredOffer } from "@/server/market/extract/structured/structured-offer";
import { PRODUCT } from "@/server/market/extract/weights/page-weights";
import type { PriceHints } from "@/server/market/price-text/reading";

export type StructuredResult = {
  /** Names and article numbers of the page's product in structured data. */
  readonly names: readonly string[];
  readonly ids: readonly string[];
  readonly claims: readonly PriceClaim[];
  /** Amounts declared as list prices or former prices. */
  readonly listPrices: readonly string[];
  readonly currency: string | null;
  /** Whether the data of the page's product states the price 0 and no other. */
  readonly statesZero: boolean;
  /** Whether the page's data describes an event, an article or the like, and no product. */
  readonly otherSubject: boolean;
  readonly stock: { readonly availability: Availability; readonly snippet: string } | null;
};

type LayerResult = Omit<StructuredResult, "otherSubject">;

/** A page with more of them describes no article. */
const MOST_MEANT = 500;

/** Reads JSON-LD, microdata and RDFa about the page's main product, each separately. */
export function structuredClaims(page: ParsedPage, hints: PriceHints): StructuredResult {
  const layers = [jsonLdNodes(page), microdataNodes(page), rdfaNodes(page)];
  const results = layers.map((nodes) => readLayer(mainProducts(nodes, page, page.titles), page, hints));
  return {
    names: results.flatMap((result) => result.names),
    ids: results.flatMap((result) => result.ids),
    claims: results.flatMap((result) => result.claims),
    listPrices: results.flatMap((result) => result.listPrices),
    statesZero: results.some((result) => result.statesZero),
    otherSubject: isAboutOtherThings(layers.flat()),
    currency: results.map((result) => result.currency).find((currency) => currency !== null) ?? null,
    stock: results.map((result) => result.stock).find((stock) => stock !== null) ?? null,
  };
}

const MOST_IDS = 50;
const NOTHING: LayerResult = {
  names: [],
  ids: [],
  claims: [],
  listPrices: [],
  currency: null,
  statesZero: false,
  stock: null,
};

function readLayer(products: readonly ProductNode[], page: ParsedPage, hints: PriceHints): LayerResult {
  const [best] = products;
  if (best === undefined) return NOTHING;
  const meant = products
    .filter((product) => product.score >= best.score - PRODUCT.asGood)
    .slice(0, MOST_MEANT);
  const offers = meant.flatMap((product) => offersOfProduct(product.node, hints));
  const selected = selectOffers(offers, page);
  const name = textOf(best.node, "name");
  return {
    names: name === null ? [] : [name],
    ids: offers.flatMap((offer) => offer.ids).slice(0, MOST_IDS),
    claims: selected.offers.map((offer) => claimOf(offer, selected.offers.length > 1)),
    listPrices: offers.flatMap((offer) => offer.listPrices),
    statesZero: selected.offers.length === 0 && offers.some((offer) => offer.zero),
    currency: offers.find((offer) => offer.currency !== null)?.currency ?? null,
    stock:
      selected.availability === null
        ? null
        : {
            availability: selected.availability,
            snippet: offers.find((offer) => offer.availability === selected.availability)?.snippet ?? "",
          },
  };
}

const claimOf = (offer: StructuredOffer, several: boolean): PriceClaim => ({
  format: offer.format,
  amount: offer.amount ?? "0",
  currency: offer.currency,
  kind: several ? "one_of" : offer.low ? "low" : "exact",
  withoutTax: offer.withoutTax,
  snippet: offer.snippet,
});
