import { AmountError, formatAmount, parseAmount } from "@/server/domain/money";

/**
 * price: a price was read · unchanged: the page reports no change · no_price: none was read with confidence ·
 * other_currency: the price was not in the offer's currency · reported_wrong: a person has reported this price as
 * wrong · refused_by_robots: the site's robots.txt forbids the request · failed: the page could not be loaded.
 */
export const CHECK_OUTCOMES = [
  "price",
  "unchanged",
  "no_price",
  "other_currency",
  "reported_wrong",
  "refused_by_robots",
  "failed",
] as const;
export type CheckOutcome = (typeof CHECK_OUTCOMES)[number];

export const ASKED_BY = ["schedule", "run", "person"] as const;
/** What triggered a page check. */
export type AskedBy = (typeof ASKED_BY)[number];

export const OFFER_STATUSES = ["active", "paused", "removed"] as const;
export type OfferStatus = (typeof OFFER_STATUSES)[number];

/** Availability as pages state it. */
export type Availability =
  | "in_stock"
  | "out_of_stock"
  | "preorder"
  | "backorder"
  | "discontinued"
  | "unknown";

/** Below this confidence nothing on a page states availability: a price alone yields 0.18, with a buy button 0.61. */
const STOCK_BAR = 0.3;

/** Returns the availability a page states; `unknown` when its confidence (0 to 1) is too low. */
export const confidentAvailability = (availability: Availability, confidence: number): Availability =>
  confidence >= STOCK_BAR ? availability : "unknown";

/**
 * Whether the product can be bought now: announced and back-ordered products cannot; null when the page does not
 * state it.
 */
export const inStockOf = (availability: Availability): boolean | null =>
  availability === "unknown" ? null : availability === "in_stock";

/** A price read from a page, evaluated against its offer; the amount in minor units. */
export type ReadPrice =
  | { readonly outcome: "price"; readonly price: bigint }
  | { readonly outcome: "no_price" | "other_currency"; readonly reason: string };

/**
 * Decides whether a page's price may become an observation. A price without a currency is in the one of its offer; a
 * price in another currency is never converted. 0 is never a price.
 * @param read the page's canonical decimal, its ISO 4217 currency (null when it names none), and the text it was read
 * from: a currency sign in it that is not the offer's, such as $ for an offer in EUR, counts as another currency
 * @param currency the offer's
 */
export function evaluatePrice(
  read: { readonly amount: string; readonly currency: string | null; readonly text: string },
  currency: string,
): ReadPrice {
  if (read.currency !== null && read.currency !== currency) {
    const reason = `The page's price is in ${read.currency}, the offer in ${currency}.`;
    return { outcome: "other_currency", reason };
  }
  if (read.currency === null && hasForeignSign(read.text, currency)) {
    const reason = `The page's price carries the sign of another currency than ${currency}.`;
    return { outcome: "other_currency", reason };
  }
  try {
    const price = parseAmount(read.amount, currency);
    if (price > 0n) return { outcome: "price", price };
    return { outcome: "no_price", reason: `${formatAmount(0n, currency)} is not a price.` };
  } catch (error) {
    if (!(error instanceof AmountError)) throw error;
    return { outcome: "no_price", reason: error.message };
  }
}

function hasForeignSign(text: string, currency: string): boolean {
  const own = new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "narrowSymbol" })
    .formatToParts(0)
    .find(({ type }) => type === "currency")?.value;
  const signs = text.match(/\p{Sc}/gu) ?? [];
  return signs.length > 0 && !signs.some((sign) => own?.includes(sign) ?? false);
}
