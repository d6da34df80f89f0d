import { amountKey, fieldAmount } from "@/server/market/extract/amount";
import { schemaAvailability } from "@/server/market/extract/availability/schema-availability";
import type { ParsedPage } from "@/server/market/extract/document/parsed-page";
import {
  type Availability,
  asSnippet,
  type PriceClaim,
  SNIPPET_LENGTH,
} from "@/server/market/extract/page-offer";
import { isoCurrency } from "@/server/market/extract/structured/offers-of-product";
import { readPrices } from "@/server/market/price-text/read-price";
import type { PriceHints } from "@/server/market/price-text/reading";

const PRICE_NAMES = [
  "product:sale_price:amount",
  "product:price:amount",
  "og:price:amount",
  "product:price",
  "og:price",
];
const CURRENCY_NAMES = [
  "product:sale_price:currency",
  "product:price:currency",
  "og:price:currency",
  "product:currency",
  "og:currency",
];
const AVAILABILITY_NAMES = ["product:availability", "og:availability", "og:product:availability"];

const firstOf = (page: ParsedPage, names: readonly string[]): readonly [string, string] | null => {
  for (const name of names) {
    const content = page.meta.get(name)?.trim();
    if (content !== undefined && content !== "") return [name, content];
  }
  return null;
};

/**
 * Returns the price in a page's OpenGraph and product meta elements, or that of a Twitter card labelled as a price.
 */
export function metaPrice(page: ParsedPage, hints: PriceHints): PriceClaim | null {
  const found = firstOf(page, PRICE_NAMES) ?? twitterPrice(page);
  if (found === null) return null;
  const currency = metaCurrency(page);
  const read = fieldAmount(found[1], { ...hints, currency });
  if (read === null) return null;
  return {
    format: "page_meta",
    amount: read.amount,
    currency: currency ?? read.currency,
    kind: "exact",
    snippet: asSnippet(`${found[0]}=${found[1]}`),
  };
}

export function metaCurrency(page: ParsedPage): string | null {
  const named = firstOf(page, CURRENCY_NAMES);
  return named === null ? null : isoCurrency(named[1]);
}

export function metaAvailability(page: ParsedPage): { availability: Availability; snippet: string } | null {
  const named = firstOf(page, AVAILABILITY_NAMES);
  const availability = named === null ? null : schemaAvailability(named[1]);
  return named === null || availability === null
    ? null
    : { availability, snippet: asSnippet(named.join("=")) };
}

function twitterPrice(page: ParsedPage): readonly [string, string] | null {
  for (const at of ["1", "2"]) {
    const label = page.meta.get(`twitter:label${at}`)?.trim() ?? "";
    const data = page.meta.get(`twitter:data${at}`);
    if (data !== undefined && /^(price|preis|prix|precio|prezzo|preço|cena|prijs|pris|цена)$/i.test(label)) {
      return [`twitter:data${at}`, data];
    }
  }
  return null;
}

const MOST_DESCRIBED = 3;
const DESCRIPTIONS = ["description", "og:description", "twitter:description"];

/**
 * Returns the amounts, as keys, that a page's titles and descriptions for search engines state as prices. They may be
 * older than the page, so that they only confirm what it shows; empty when there are many, as on pages of a list.
 */
export function describedAmounts(page: ParsedPage, hints: PriceHints): ReadonlySet<string> {
  const texts = new Set([...page.titles, ...DESCRIPTIONS.map((name) => page.meta.get(name) ?? "")]);
  const described = new Set<string>();
  for (const text of texts) {
    if (!/\p{Nd}/u.test(text)) continue;
    for (const price of readPrices(text.slice(0, SNIPPET_LENGTH * 2), hints)) {
      if (price.form === "exact" && price.currencyText !== null) described.add(amountKey(price.amount));
    }
  }
  return described.size > MOST_DESCRIBED ? new Set() : described;
}
