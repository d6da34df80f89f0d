import { amountKey, fieldAmount } from "@/server/market/extract/amount";
import type { ParsedPage } from "@/server/market/extract/document/parsed-page";
import { asSnippet, type PriceClaim } from "@/server/market/extract/page-offer";
import { looseProperties } from "@/server/market/extract/structured/microdata";
import type { PriceHints } from "@/server/market/price-text/reading";

const NAMES = new Set([
  "data-price",
  "data-product-price",
  "data-price-amount",
  "data-item-price",
  "data-current-price",
  "data-sale-price",
]);

/**
 * Returns a price from attributes outside any item, or from microdata without an item, when all of them on the page
 * agree. Empty when there are several, as on pages with other products.
 */
export function attributeClaims(page: ParsedPage, hints: PriceHints): readonly PriceClaim[] {
  const written = page.index.data
    .filter(({ name, value }) => value !== "" && NAMES.has(name))
    .map(({ name, value }) => [name, value] as const);
  const loose = looseProperties(page, "price").map(({ value }) => ["itemprop=price", value] as const);
  const claimsByAmount = new Map<string, PriceClaim>();
  const seen = new Set<string>();
  for (const [name, value] of [...loose, ...written]) {
    if (claimsByAmount.size > 1) return [];
    if (seen.has(value)) continue;
    seen.add(value);
    const read = fieldAmount(value, hints);
    if (read === null) continue;
    const snippet = asSnippet(`${name}=${value}`);
    const key = amountKey(read.amount);
    if (!claimsByAmount.has(key))
      claimsByAmount.set(key, { format: "page_attributes", ...read, kind: "exact", snippet });
  }
  return claimsByAmount.size === 1 ? [...claimsByAmount.values()] : [];
}
