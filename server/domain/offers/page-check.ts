import { AmountError, formatAmount, parseAmount } from "@/server/domain/money";

/**
 * price: a price was read · unchanged: the page says it is as before · no_price: none could be read with confidence ·
 * other_currency: it was not in the offer's currency · reported_wrong: what a person had said is wrong came again ·
 * refused_by_robots: the site asks not to be visited there · failed: the page did not come.
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
/** Why a page was looked at. */
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

/** Below it nothing on a page says whether the thing can be had: a price alone makes 0.18, with a buy button 0.61. */
const STOCK_BAR = 0.3;

/** What a page says of having the thing, `unknown` where that is too unsure (`confidence`, 0 to 1) to rest on. */
export const surelyStated = (availability: Availability, confidence: number): Availability =>
  confidence >= STOCK_BAR ? availability : "unknown";

/** Whether it can be bought now: what is only announced or on order cannot; null where the page does not say. */
export const inStockOf = (availability: Availability): boolean | null =>
  availability === "unknown" ? null : availability === "in_stock";

/** A price as read from a page, evaluated against the offer it was read for; the amount in minor units. */
export type ReadPrice =
  | { readonly outcome: "price"; readonly price: bigint }
  | { readonly outcome: "no_price" | "other_currency"; readonly reason: string };

/**
 * Decides whether a page's price may become an observation. A page that names no currency speaks the one its offer was
 * declared in; another one is never converted. 0 is never a price.
 * @param read the page's canonical decimal, its ISO 4217 currency, null where it names none, and the text it was read
 * from: a sign in it that is not the offer's, such as $ for an offer in EUR, is another currency, whichever
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
    const price = parseAmount(withoutIdleZeros(read.amount, currency), currency);
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

/** "1099.00" in yen is 1099: zeros behind the currency's own decimals say nothing. */
const withoutIdleZeros = (amount: string, currency: string): string => {
  const [whole = "", fraction = ""] = amount.split(".");
  const decimals = formatAmount(0n, currency).split(".")[1]?.length ?? 0;
  const kept = fraction.slice(0, decimals) + fraction.slice(decimals).replace(/(?<!0)0+$/, "");
  return kept === "" ? whole : `${whole}.${kept}`;
};
