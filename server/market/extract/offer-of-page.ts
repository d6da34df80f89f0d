import { isCurrency } from "@/server/domain/currency";
import { stockOfPage } from "@/server/market/extract/availability/stock-of-page";
import { visibleStock } from "@/server/market/extract/availability/visible-stock";
import { decidePrice, type PriceDecision } from "@/server/market/extract/decide-price";
import { type ParsedPage, parsePage } from "@/server/market/extract/document/parsed-page";
import { stateClaims } from "@/server/market/extract/embedded/state-claims";
import { isLedAway } from "@/server/market/extract/identity/led-away";
import { attributeClaims } from "@/server/market/extract/page-attributes";
import { currencyOfCountry, pageLocale } from "@/server/market/extract/page-locale";
import { metaAvailability, metaCurrency, metaPrice } from "@/server/market/extract/page-meta";
import {
  asSnippet,
  type PageInput,
  type PageOffer,
  type PageStock,
} from "@/server/market/extract/page-offer";
import { optionClaims } from "@/server/market/extract/page-options";
import { selectedPrice } from "@/server/market/extract/selected/selected-price";
import { selectedTax, statedTaxOf } from "@/server/market/extract/stated-tax";
import { type StructuredResult, structuredClaims } from "@/server/market/extract/structured-claims";
import { type VisiblePage, visiblePage } from "@/server/market/extract/visible/visible-prices";
import type { PriceHints } from "@/server/market/price-text/reading";

/**
 * Returns the price, currency and availability of a page's product. Each layer is read separately (structured data,
 * meta elements, embedded state, the page as rendered), then the layers are weighed against each other; `found:
 * false` when none is clear enough. Pure and bounded in time; never throws, whatever the page contains.
 */
export function offerOfPage(input: PageInput): PageOffer {
  const page = parsePage(input);
  const locale = pageLocale(page);
  const base: PriceHints = { language: locale.language, country: locale.country };
  const structured = structuredClaims(page, base);
  const meta = metaPrice(page, base);
  const declared = structured.currency ?? metaCurrency(page);
  const hints: PriceHints = { ...base, currency: declared };
  const names = [...structured.names, ...page.titles];
  const visible = visiblePage(page, structured.names, hints);
  const data = [
    ...structured.claims,
    ...(meta === null ? [] : [meta]),
    ...stateClaims(page, names, hints),
    ...attributeClaims(page, hints),
  ];
  const claims = data.length > 0 || structured.statesZero ? data : optionClaims(page, visible, hints);
  // A price in the page's own meta elements shows that it sells something, even if its structured data is about
  // something else.
  const decision: PriceDecision =
    structured.otherSubject && meta === null
      ? { found: false, reason: "not_a_product" }
      : structured.statesZero && claims.length === 0
        ? { found: false, reason: "unclear_price" }
        : decidePrice(claims, visible.prices, names);
  if (isLedAway(page, input.requested ?? null, structured)) return LED_AWAY;
  const stock = readStock(page, structured, visible, decision.found);
  const rest = {
    availability: stock.availability,
    availabilityConfidence: stock.confidence,
    availabilitySnippet: asSnippet(stock.snippet),
  };
  if (input.selector) return bySelector(page, visible, { selector: input.selector, hints }, rest);
  if (!decision.found)
    return { found: false, reason: page.size < 5 ? "not_a_page" : decision.reason, snippet: "", ...rest };
  const { amount, form, method, confidence, snippet } = decision;
  const currency = currencyOf(decision, declared) ?? assumedCurrency(decision, locale.country);
  if (currency !== null && !isCurrency(currency))
    return { found: false, reason: "unclear_price", snippet: "", ...rest };
  const shown = asSnippet(decision.visible?.best.candidate.line.text ?? "");
  const tax = statedTaxOf(decision, page);
  return {
    found: true,
    price: { amount, currency },
    form,
    method,
    confidence,
    snippet,
    shown,
    tax,
    ...rest,
  };
}

/** What a page of something else says of its stock is not the product's. */
const LED_AWAY: PageOffer = {
  found: false,
  reason: "led_away",
  snippet: "",
  availability: "unknown",
  availabilityConfidence: 0,
  availabilitySnippet: "",
};

type Stated = Pick<PageOffer, "availability" | "availabilityConfidence" | "availabilitySnippet">;

/** Returns the offer whose price a person's selector names, and whose availability the page states. */
function bySelector(
  page: ParsedPage,
  visible: VisiblePage,
  { selector, hints }: { readonly selector: string; readonly hints: PriceHints },
  stated: Stated,
): PageOffer {
  const read = selectedPrice(page.root, selector, hints);
  if (!read.found) return { ...read, ...stated };
  const { amount, currency, snippet } = read;
  const price = { amount, currency: currency ?? hints.currency ?? null };
  return {
    found: true,
    price,
    form: "exact",
    method: "selector",
    confidence: 1,
    snippet,
    shown: snippet,
    tax: selectedTax(read, page, visible),
    ...stated,
  };
}

const currencyOf = (decision: PriceDecision & { found: true }, declared: string | null): string | null =>
  decision.currency ?? decision.visible?.best.candidate.currency ?? declared;

/**
 * Returns the country's currency for an amount that the page shows without one. A sign that may stand for several
 * currencies, or for one without an ISO code, is never replaced by it.
 */
const assumedCurrency = ({ claim, visible }: PriceDecision & { found: true }, country: string | null) =>
  claim === null && visible?.best.candidate.named ? null : currencyOfCountry(country);

function readStock(
  page: ParsedPage,
  structured: StructuredResult,
  visible: VisiblePage,
  hasPrice: boolean,
): PageStock {
  return stockOfPage({
    structured: structured.stock,
    meta: metaAvailability(page),
    visible: visibleStock(page, visible),
    button: visible.buy === null ? null : { ...visible.buy, hidden: visible.buy.region.hidden },
    hasPrice,
  });
}
