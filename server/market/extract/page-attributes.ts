import { amountKey, fieldAmount } from "@/server/market/extract/amount";
import { ancestorsOf, attribute, type Element } from "@/server/market/extract/document/nodes";
import type { ParsedPage } from "@/server/market/extract/document/parsed-page";
import { asSnippet, type PriceClaim } from "@/server/market/extract/page-offer";
import { looseProperties } from "@/server/market/extract/structured/microdata";
import { isoCurrency } from "@/server/market/extract/structured/offers-of-product";
import { isElsewhere } from "@/server/market/extract/visible/zones";
import type { PriceHints } from "@/server/market/price-text/reading";

const NAMES = new Set([
  "data-price",
  "data-product-price",
  "data-price-amount",
  "data-item-price",
  "data-current-price",
  "data-sale-price",
]);

const CURRENCY_NAMES = [
  "data-currency",
  "data-currency-code",
  "data-product-currency",
  "data-price-currency",
];
const CHAIN = 30;

/**
 * Returns the currency beside a price in an element's attributes, unless the element is in another part of the page.
 */
function currencyBeside(element: Element): string | null {
  const code = CURRENCY_NAMES.map((name) => isoCurrency(attribute(element, name))).find(
    (one) => one !== null,
  );
  return code === undefined || ancestorsOf(element, CHAIN).some(isElsewhere) ? null : code;
}

/**
 * Returns a price from attributes outside any item, or from microdata without an item, when all of them on the page
 * agree. Empty when there are several, as on pages with other products.
 */
export function attributeClaims(page: ParsedPage, hints: PriceHints): readonly PriceClaim[] {
  const written = page.index.data
    .filter(({ name, value }) => value !== "" && NAMES.has(name))
    .map(({ element, name, value }) => [name, value, element] as const);
  const loose = looseProperties(page, "price").map(({ value }) => ["itemprop=price", value, null] as const);
  const claimsByAmount = new Map<string, PriceClaim>();
  const seen = new Set<string>();
  for (const [name, value, element] of [...loose, ...written]) {
    if (claimsByAmount.size > 1) return [];
    if (seen.has(value)) continue;
    seen.add(value);
    const read = fieldAmount(value, hints);
    if (read === null) continue;
    const snippet = asSnippet(`${name}=${value}`);
    const key = amountKey(read.amount);
    const currency = read.currency ?? (element === null ? null : currencyBeside(element));
    if (!claimsByAmount.has(key))
      claimsByAmount.set(key, { format: "page_attributes", ...read, currency, kind: "exact", snippet });
  }
  return claimsByAmount.size === 1 ? [...claimsByAmount.values()] : [];
}
