import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
import { NEVER_READ, type Sale, type StoredWindow } from "@/server/domain/items/shop-window";
import { compilePolicy, type Policy } from "@/server/domain/pricing/engine/compile";
import type { EngineItem, EngineObservation } from "@/server/domain/pricing/inputs";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";

/** Samples for the tests of the engine. */
export const NOW = Date.UTC(2026, 10, 21, 9);

/** An item without problems: 20.00 EUR, cost 10.00, both a day old. */
export const item = (over: Partial<EngineItem> = {}): EngineItem => ({
  id: "itm_1",
  sku: "MUG-350",
  currency: "EUR",
  price: 2000n,
  shopWindow: NEVER_READ,
  cost: 1000n,
  costUpdatedAtMs: NOW - DAY_MS,
  mapPrice: null,
  minPrice: null,
  maxPrice: null,
  msrp: null,
  packSize: null,
  dayPrice: null,
  priceChangedAtMs: null,
  stock: 12,
  tags: ["camping"],
  category: "Mugs",
  brand: "Alp",
  baselinePrice: 2000n,
  baselineCost: 1000n,
  ...over,
});

/** A shop window that a store showed half an hour before NOW; its last complete sync was two hours before. */
export const shown = (over: Partial<StoredWindow> = {}): StoredWindow => ({
  ...NEVER_READ,
  readAtMs: NOW - HOUR_MS / 2,
  source: { integrationId: "int_1", kind: "woocommerce", syncedAtMs: NOW - 2 * HOUR_MS },
  ...over,
});

/** A sale that began an hour before NOW and ends a day after it. */
export const sale = (price: bigint, over: Partial<Sale> = {}): Sale => ({
  price,
  from: new Date(NOW - HOUR_MS),
  until: new Date(NOW + DAY_MS),
  ...over,
});

/** A valid observation of a price, an hour old; each has its own seller. */
export const seen = (price: bigint, over: Partial<EngineObservation> = {}): EngineObservation => ({
  id: `obs_${over.seller ?? price}`,
  seller: `shop-${price}.example`,
  price,
  currency: "EUR",
  inStock: true,
  observedAtMs: NOW - HOUR_MS,
  url: null,
  packSize: null,
  shipping: null,
  ...over,
});

/** Returns a compiled policy in EUR with the given fields; throws when the document is invalid. */
export function policy(fields: Readonly<Record<string, unknown>> = {}): Policy {
  const result = readPolicyDocument({ version: 1, currency: "EUR", ...fields });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return compilePolicy(result.document);
}
