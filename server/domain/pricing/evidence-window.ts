import { isRunning, shopperPriceAt } from "@/server/domain/items/shop-window";
import { formatAmount } from "@/server/domain/money";
import type { EngineItem } from "@/server/domain/pricing/inputs";
import type { EvidenceWindow } from "@/server/domain/pricing/outcome";

/**
 * Returns what shoppers see of an item at a time, as evidence. Whether a sale runs is decided by that time alone.
 * @param nowMs milliseconds since 1970
 */
export function evidenceWindow(
  { price, shopWindow }: Pick<EngineItem, "price" | "shopWindow">,
  nowMs: number,
): EvidenceWindow {
  const { compareAt, sale, source } = shopWindow;
  return {
    regularPrice: price,
    shopperPrice: shopperPriceAt(shopWindow, price, nowMs),
    compareAt,
    sale: sale && { ...sale, running: isRunning(sale, nowMs) },
    source,
  };
}

/** Whether shoppers pay the regular price, so that they pay the new one once it is written. */
const paysRegular = ({ regularPrice, shopperPrice }: EvidenceWindow): boolean =>
  shopperPrice === regularPrice;

/**
 * Returns what shoppers pay once the regular price is `target`: the price of a running sale, else the target; null if
 * that is unknown, because they pay another price and no sale explains it. Amounts are minor units. Without a window
 * the regular price is all that is known, and is what they pay.
 */
export function paidAfter(window: EvidenceWindow | null, target: bigint): bigint | null {
  if (window === null || paysRegular(window)) return target;
  return window.sale !== null && isOnSale(window) ? window.sale.price : null;
}

/** "2026-11-30 12:00 UTC" */
const timeText = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** What a price is called in sentences: the regular one is named where shoppers pay another. */
export const priceName = (window: EvidenceWindow | null): string =>
  window === null || paysRegular(window) ? "" : "the regular price ";

/**
 * Returns the price that shoppers pay, as a part of a sentence: "the sale price of 15.00 EUR". Null where they pay the
 * regular price.
 */
export function paidText(window: EvidenceWindow | null, currency: string): string | null {
  if (window === null || window.shopperPrice === null || paysRegular(window)) return null;
  const amount = `${formatAmount(window.shopperPrice, currency)} ${currency}`;
  return isOnSale(window) ? `the sale price of ${amount}` : `the price of ${amount} that shoppers pay`;
}

const isOnSale = ({ sale }: EvidenceWindow): boolean => sale?.running === true;

/**
 * Returns the sentence about what shoppers pay while that is not the regular price, with a space before it; empty
 * otherwise.
 */
export function shoppersSentence(window: EvidenceWindow | null, currency: string): string {
  if (window === null || window.shopperPrice === null || paysRegular(window)) return "";
  const paid = `${formatAmount(window.shopperPrice, currency)} ${currency}`;
  if (!isOnSale(window)) return ` Shoppers pay ${paid}; no sale that the store reports explains it.`;
  const until = window.sale?.until ?? null;
  return ` Shoppers pay the sale price of ${paid}${until === null ? "" : ` until ${timeText(until)}`}.`;
}
