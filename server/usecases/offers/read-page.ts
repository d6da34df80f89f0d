import { createHash } from "node:crypto";
import type { CheckRow } from "@/server/db/offers/page-checks";
import type { WatchedOffer } from "@/server/db/offers/watched-offers";
import { type ComparedPricing, comparablePrice } from "@/server/domain/offers/comparable-price";
import { confidentAvailability, evaluatePrice, inStockOf } from "@/server/domain/offers/page-check";
import {
  amountKey,
  isAbove,
  type NoOffer,
  type PageBody,
  type PageOffer,
  readPrices,
  type SelectorFailure,
  SNIPPET_LENGTH,
} from "@/server/market";
import type { GuardedResponse } from "@/server/outbound/guarded-fetch";

/** Result of a page check, before it is compared with reports of wrong prices. */
export type CheckResult = Pick<
  CheckRow,
  | "outcome"
  | "reason"
  | "httpStatus"
  | "finalUrl"
  | "price"
  | "currency"
  | "inStock"
  | "availability"
  | "method"
  | "confidence"
  | "snippet"
  | "bodySha256"
  | "sameAs"
  | "priceSelector"
>;

const EMPTY_ANSWER: CheckResult = {
  outcome: "failed",
  reason: null,
  httpStatus: null,
  finalUrl: null,
  price: null,
  currency: null,
  inStock: null,
  availability: null,
  method: null,
  confidence: null,
  snippet: null,
  bodySha256: null,
  sameAs: null,
  priceSelector: null,
};

const REASON_LENGTH = 300;

/** Returns the result of a check without a readable page, with the reason. */
export const failedCheck = (reason: string, httpStatus: number | null = null): CheckResult => ({
  ...EMPTY_ANSWER,
  reason: toStorable(reason, REASON_LENGTH),
  httpStatus,
});

/** Returns the result for a page that its site's robots.txt disallows. */
export const refusedCheck = (): CheckResult => ({
  ...EMPTY_ANSWER,
  outcome: "refused_by_robots",
  reason: "The site's robots.txt asks not to request this page.",
});

/**
 * Reads a response: a price with its evidence, `unchanged` since `before`, or the reason why there is no price.
 * Anything but a complete page with a price in the offer's currency never becomes a price.
 * @param offer its address, its currency, and the selector that a person has given for its price, or null
 * @param readOffer reads the offer on a page
 * @throws the error of `readOffer`
 */
export async function toCheckResult(
  result: GuardedResponse,
  offer: Pick<WatchedOffer, "url" | "currency" | "priceSelector">,
  { before, pricing }: Known,
  readOffer: (page: PageBody) => PageOffer | Promise<PageOffer>,
): Promise<CheckResult> {
  if (!result.ok) return failedCheck(result.message);
  const { status, url } = result;
  if (status === 304) {
    if (leadsAbove(url, offer.url))
      return {
        ...EMPTY_ANSWER,
        outcome: "no_price",
        httpStatus: 304,
        finalUrl: url,
        reason: NO_PRICE_REASONS.led_away,
      };
    if (before === null || before.price === null)
      return failedCheck("The site says that the page is unchanged, but no price of it is known.", 304);
    return unchangedCheck(before, url);
  }
  if (status < 200 || status > 299 || result.body.length === 0)
    return failedCheck(
      `The site answered with status ${status}${status < 300 ? " and no page" : ""}.`,
      status,
    );
  const { body, contentType, headers } = result;
  const contentLanguage = headers.get("content-language");
  const { priceSelector } = offer;
  const page = { url, requested: offer.url, body, contentType, contentLanguage, selector: priceSelector };
  return { ...toPriceResult(result, offer.currency, pricing, await readOffer(page)), priceSelector };
}

/** What is known when a page is read. */
export interface Known {
  /** The check whose price an unchanged page repeats; null when none may be repeated. */
  readonly before: CheckRow | null;
  readonly pricing: ComparedPricing;
}

const leadsAbove = (answered: string, requested: string): boolean =>
  URL.canParse(answered) && URL.canParse(requested) && isAbove(new URL(answered), new URL(requested));

const unchangedCheck = (before: CheckRow, url: string): CheckResult => ({
  ...EMPTY_ANSWER,
  outcome: "unchanged",
  reason: before.reason,
  httpStatus: 304,
  finalUrl: url,
  price: before.price,
  currency: before.currency,
  inStock: before.inStock,
  availability: before.availability,
  method: before.method,
  confidence: before.confidence,
  snippet: before.snippet,
  bodySha256: before.bodySha256,
  sameAs: before.id,
  priceSelector: before.priceSelector,
});

function toPriceResult(
  { url, status, body }: Extract<GuardedResponse, { ok: true }>,
  currency: string,
  pricing: Known["pricing"],
  extracted: PageOffer,
): CheckResult {
  const page = {
    ...EMPTY_ANSWER,
    httpStatus: status,
    finalUrl: url,
    bodySha256: new Uint8Array(createHash("sha256").update(body).digest()),
  };
  const availability = confidentAvailability(extracted.availability, extracted.availabilityConfidence);
  if (!extracted.found) {
    const { reason } = extracted;
    // A page that a person's selector no longer fits is out of order until somebody looks after it.
    const outcome = isOfSelector(reason) ? "failed" : "no_price";
    const snippet = extracted.snippet === "" ? null : toStorable(extracted.snippet, SNIPPET_LENGTH);
    return { ...page, outcome, availability, snippet, reason: NO_PRICE_REASONS[reason] };
  }
  const partial = {
    ...page,
    availability,
    method: extracted.method,
    confidence: Math.min(1, Math.max(0, extracted.confidence)).toFixed(4),
    snippet: toStorable(extracted.snippet, SNIPPET_LENGTH),
  };
  if (extracted.form === "from") {
    const reason = `The page names a price from ${extracted.price.amount} on, which is not that of one article.`;
    return { ...partial, outcome: "no_price", reason };
  }
  const { price, snippet, shown } = extracted;
  if (price.currency === null && namesOtherCurrency(shown, price.amount, currency)) {
    const reason = `The page names the price's currency, and it is not ${currency}.`;
    return { ...partial, outcome: "other_currency", reason };
  }
  const evaluated = evaluatePrice({ ...price, text: `${snippet} ${shown}` }, currency);
  if (evaluated.outcome !== "price")
    return { ...partial, outcome: evaluated.outcome, reason: evaluated.reason };
  const inStock = inStockOf(availability);
  const comparable = comparablePrice(evaluated.price, currency, extracted.tax, pricing);
  const reason = comparable.reason === null ? null : toStorable(comparable.reason, REASON_LENGTH);
  if (comparable.outcome !== "price") return { ...partial, outcome: comparable.outcome, reason };
  return { ...partial, outcome: "price", price: comparable.price, currency, inStock, reason };
}

/**
 * Returns whether the page writes this amount in another currency. "199 kr" matches the crowns of several countries,
 * but not the euro.
 */
const namesOtherCurrency = (shown: string, amount: string, currency: string): boolean =>
  readPrices(shown, { currency }).some(
    (one) =>
      one.currencyText !== null && one.currency !== currency && amountKey(one.amount) === amountKey(amount),
  );

const NO_PRICE_REASONS = {
  no_price: "No price was found on the page.",
  unclear_price: "The page does not say clearly enough which price is this article's.",
  not_a_product: "The page does not show one article to buy.",
  led_away: "The address leads to another page of the shop now, which does not show this article.",
  not_a_page: "What came back is not a product page.",
  selector_matches_nothing: "The selector for the price matches nothing on the page.",
  selector_without_price: "What the selector selects is not the price of one article.",
  selector_with_several_prices: "The selector selects several different prices.",
  selector_too_costly: "The selector takes too many steps on the page.",
} as const;

const isOfSelector = (reason: NoOffer): reason is SelectorFailure => reason.startsWith("selector_");

/** Cuts a page's text to `maxLength` characters and removes what PostgreSQL cannot store. */
const toStorable = (text: string, maxLength: number): string =>
  text
    .replaceAll("\u0000", "")
    .slice(0, maxLength)
    .replace(/\p{Surrogate}/gu, "\ufffd");
