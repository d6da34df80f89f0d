import {
  isRunning,
  type SaleLag,
  saleLag,
  shopperPriceAt,
  shopperPriceByDates,
} from "@/server/domain/items/shop-window";
import { formatAmount } from "@/server/domain/money";
import type { Policy } from "@/server/domain/pricing/engine/compile";
import type { EngineItem } from "@/server/domain/pricing/inputs";
import type { EvidenceWindow } from "@/server/domain/pricing/outcome";
import { formatPercent } from "@/server/domain/ratio";

/**
 * Returns what shoppers see of an item at a time, as evidence. Whether a sale is on by its dates is decided by that
 * time alone; what shoppers pay is what the store charged when it was read.
 * @param nowMs milliseconds since 1970
 */
export function evidenceWindow(
  { price, shopWindow }: Pick<EngineItem, "price" | "shopWindow">,
  { believesStore }: Pick<Policy, "believesStore">,
  nowMs: number,
): EvidenceWindow {
  const { compareAt, sale, source, readAtMs } = shopWindow;
  return {
    regularPrice: price,
    shopperPrice: (believesStore ? shopperPriceAt : shopperPriceByDates)(shopWindow, price, nowMs),
    compareAt,
    sale: sale && { ...sale, running: isRunning(sale, nowMs) },
    source,
    report: believesStore ? { readAtMs, lag: saleLag(shopWindow, price, nowMs) } : null,
  };
}

/** Whether shoppers pay the regular price, so that they pay the new one once it is written. */
const paysRegular = ({ regularPrice, shopperPrice }: EvidenceWindow): boolean =>
  shopperPrice === regularPrice;

/** The begin or end of the sale that the store has not noticed; null where there is none, or it is not known. */
const lateEdge = ({ report }: EvidenceWindow): SaleLag | null =>
  report?.lag?.kind === "late" ? report.lag : null;

/**
 * Returns what shoppers pay once the regular price is `target`: the price of a running sale, else the target; null if
 * that is unknown, because they pay another price and no sale explains it. A write makes a store that is late compute
 * its price anew. Amounts are minor units. Without a window the regular price is all that is known, and is what they
 * pay.
 */
export function paidAfter(window: EvidenceWindow | null, target: bigint): bigint | null {
  if (window === null) return target;
  const late = lateEdge(window);
  if (late !== null) return late.edge === "end" ? target : (window.sale?.price ?? null);
  if (paysRegular(window)) return target;
  return window.sale !== null && isOnSale(window) ? window.sale.price : null;
}

/**
 * Returns the price from which a new regular price moves what shoppers pay, in minor units: the regular price, or the
 * one that the store still charges after the end of its sale.
 */
export function movedFrom(window: EvidenceWindow | null, regular: bigint): bigint {
  const stillCharged = window !== null && lateEdge(window)?.edge === "end" ? window.shopperPrice : null;
  return stillCharged === null || stillCharged <= 0n ? regular : stillCharged;
}

/** "2026-11-30 12:00 UTC" */
export const timeText = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** What a price is called in sentences: the regular one is named where shoppers pay another, or should. */
export const priceName = (window: EvidenceWindow | null): string =>
  window === null || (paysRegular(window) && lateEdge(window) === null) ? "" : "the regular price ";

/**
 * Returns the price that shoppers pay, as a part of a sentence: "the sale price of 15.00 EUR". Null where they pay the
 * regular price.
 */
export function paidText(window: EvidenceWindow | null, currency: string): string | null {
  if (window === null || window.shopperPrice === null || paysRegular(window)) return null;
  const amount = `${formatAmount(window.shopperPrice, currency)} ${currency}`;
  if (lateEdge(window) !== null) return `the sale price of ${amount} that the shop still charges`;
  return isOnSale(window) ? `the sale price of ${amount}` : `the price of ${amount} that shoppers pay`;
}

const isOnSale = ({ sale, shopperPrice }: EvidenceWindow): boolean =>
  sale?.running === true && sale.price === shopperPrice;

const edgeText = ({ edge, atMs }: SaleLag): string =>
  `the sale ${edge === "end" ? "ended" : "began"} at ${timeText(new Date(atMs))}`;

/**
 * Returns that the store has not noticed a begin or an end of its sale, as a sentence; null where it has. `to` is the
 * price that is written, in minor units: the sentence says by how much it moves what shoppers pay.
 */
export function lateSentence(
  window: EvidenceWindow | null,
  currency: string,
  to: bigint | null = null,
): string | null {
  const late = window && lateEdge(window);
  if (!window || !late || window.shopperPrice === null) return null;
  const charged = `${formatAmount(window.shopperPrice, currency)} ${currency}`;
  const move =
    to === null || late.edge === "begin" || window.shopperPrice <= 0n
      ? ""
      : `; for shoppers the price moves by ${formatPercent(to - window.shopperPrice, window.shopperPrice)}`;
  return `The shop is late: ${edgeText(late)}, the shop still charges ${charged}${move}.`;
}

/** Returns that it is not known whether the store has noticed a begin or an end of its sale; null where it is. */
export function unreadSentence(window: EvidenceWindow | null): string | null {
  const lag = window?.report?.lag ?? null;
  return lag?.kind === "unread"
    ? `What shoppers pay is not known: ${edgeText(lag)}, and the store has not been read since.`
    : null;
}

/**
 * Returns the sentence about what shoppers pay while that is not the regular price, with a space before it; empty
 * otherwise.
 * @param to the price that is written, in minor units
 */
export function shoppersSentence(window: EvidenceWindow | null, currency: string, to: bigint): string {
  const late = lateSentence(window, currency, to);
  if (late !== null) return ` ${late}`;
  if (window === null || window.shopperPrice === null || paysRegular(window)) return "";
  const paid = `${formatAmount(window.shopperPrice, currency)} ${currency}`;
  if (!isOnSale(window)) return ` Shoppers pay ${paid}; no sale that the store reports explains it.`;
  const until = window.sale?.until ?? null;
  return ` Shoppers pay the sale price of ${paid}${until === null ? "" : ` until ${timeText(until)}`}.`;
}
