import type { EngineObservation } from "@/server/domain/pricing/inputs";

/** id, seller, price in minor units, currency, in stock, observed at in milliseconds, url, pack size, shipping. */
export type OfferTuple = readonly [
  string,
  string,
  string,
  string,
  boolean | null,
  number,
  string | null,
  string | null,
  string | null,
];

/**
 * Returns SQL for the current offers of an item, the newest price of every seller, as one JSON array; `item` is the
 * alias of its row. Amounts are text, since a JSON number cannot represent every bigint.
 */
export const offersSql = (item: string): string => `(
    SELECT json_agg(json_build_array(o.id, o.seller, o.price::text, o.currency, o.in_stock,
      (extract(epoch FROM o.observed_at) * 1000)::bigint, o.url, o.pack_size, o.shipping::text) ORDER BY o.seller)
    FROM current_offers o WHERE o.workspace_id = ${item}.workspace_id AND o.item_id = ${item}.id)`;

/** Converts the result of `offersSql` to the engine's observations; null gives an empty list. */
export const observationsOf = (offers: readonly OfferTuple[] | null): EngineObservation[] =>
  (offers ?? []).map(observationOf);

const observationOf = ([
  id,
  seller,
  price,
  currency,
  inStock,
  observedAtMs,
  url,
  packSize,
  shipping,
]: OfferTuple): EngineObservation => ({
  id,
  seller,
  price: BigInt(price),
  currency,
  inStock,
  observedAtMs,
  url,
  packSize,
  shipping: shipping === null ? null : BigInt(shipping),
});
