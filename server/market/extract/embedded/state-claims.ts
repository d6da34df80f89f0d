import { amountKey, fieldAmount } from "@/server/market/extract/amount";
import type { ParsedPage } from "@/server/market/extract/document/parsed-page";
import { type JsonObject, ownCurrency, stateObjects } from "@/server/market/extract/embedded/state-objects";
import { idInAddress, likeness } from "@/server/market/extract/likeness";
import { asSnippet, type PriceClaim } from "@/server/market/extract/page-offer";
import { isRecord, type Json } from "@/server/market/extract/structured/json-text";
import { ALIKE } from "@/server/market/extract/weights/page-weights";
import type { PriceHints } from "@/server/market/price-text/reading";

const NAME_KEYS = /^(?:name|title|product_?name|product_?title|display_?name|item_?name|prodname)$/i;
const ID_KEYS =
  /^(?:id|sku|product_?id|product_?sku|item_?id|code|article_?number|productcode|handle|slug|mpn|variant_?id)$/i;
const NOW_KEYS =
  /^(?:sale|selling|current|final|special|actual|now|offer|discounted|promo|sales|your|checkout)_?price/i;
const PRICE_KEYS =
  /^(?:price|product_?price|price_?(?:amount|value|incl|gross|with_?tax|final|current|sale)|unit_?price|value|amount|revenue)$/i;
const OLD_KEYS =
  /old|was|list|regular|original|msrp|rrp|compare|min|max|low|high|before|strike|discount_?amount|saving|tax_?amount|shipping|recommended|previous|base|cross|^net(?:to)?(?:_?(?:price|amount|value))?$|excl|without|instal|monthly|points|loyalty|member|club|wholesale|per_?unit/i;
const INNER_KEYS = /pric|offer|current|sale|final|selling|amount|value|default|selected|gross|brutto|incl/i;

/**
 * Returns the prices of objects in a page's embedded state whose name or id matches the page's product: one amount
 * when they agree, each of them as `one_of` when they do not. Amounts without a fraction may be minor units, so they
 * only confirm another layer (see `isWhole`).
 */
export function stateClaims(
  page: ParsedPage,
  names: readonly string[],
  hints: PriceHints,
): readonly PriceClaim[] {
  const claimsByAmount = new Map<string, PriceClaim>();
  for (const { object, currency } of stateObjects(page)) {
    if (!describesProduct(object, page, names)) continue;
    const own = priceOf(object, hints, 0);
    if (own === null) continue;
    const read = { ...own, currency: own.currency ?? currency };
    const key = amountKey(read.amount);
    const snippet = asSnippet(JSON.stringify(object).slice(0, 2000));
    if (!claimsByAmount.has(key))
      claimsByAmount.set(key, { format: "embedded_state", ...read, kind: "exact", snippet });
    if (claimsByAmount.size > 6) break;
  }
  const claims = [...claimsByAmount.values()];
  return claims.length <= 1 ? claims : claims.map((claim) => ({ ...claim, kind: "one_of" as const }));
}

/** Whether an amount may be in minor units: it is written without a fraction. */
export const isWhole = (claim: PriceClaim): boolean => !claim.amount.includes(".");

function describesProduct(object: JsonObject, page: ParsedPage, names: readonly string[]): boolean {
  let named = false;
  let numbered = false;
  for (const [key, value] of Object.entries(object)) {
    if (typeof value === "string" && NAME_KEYS.test(key)) {
      named ||= value.length > 4 && names.some((name) => likeness(value, name) >= ALIKE.inState);
    }
    if ((typeof value === "string" || typeof value === "number") && ID_KEYS.test(key)) {
      numbered ||= idInAddress(String(value), page);
    }
  }
  return named || numbered;
}

type Read = { readonly amount: string; readonly currency: string | null };

/** Returns an object's own price: a current one before a plain one, and its own fields before nested objects. */
function priceOf(object: JsonObject, hints: PriceHints, depth: number): Read | null {
  const entries = Object.entries(object).slice(0, 200);
  const currency = ownCurrency(object);
  for (const keys of [NOW_KEYS, PRICE_KEYS]) {
    for (const [key, value] of entries) {
      if (!keys.test(key) || OLD_KEYS.test(key)) continue;
      const read = amountOf(value, { ...hints, currency: currency ?? hints.currency });
      if (read !== null) return { ...read, currency: currency ?? read.currency };
    }
  }
  if (depth >= 2) return null;
  for (const [key, value] of entries) {
    if (!INNER_KEYS.test(key) || OLD_KEYS.test(key) || !isRecord(value)) continue;
    const read = priceOf(value, hints, depth + 1);
    if (read !== null) return { ...read, currency: read.currency ?? currency };
  }
  return null;
}

function amountOf(value: Json, hints: PriceHints): Read | null {
  if (typeof value === "number") return fieldAmount(String(value), hints);
  return typeof value === "string" ? fieldAmount(value, hints) : null;
}
