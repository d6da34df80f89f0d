/** A sale price of the store. It is the price that shoppers pay from `from` until before `until`; null: no limit. */
export interface Sale {
  /** Minor units of the item's currency. */
  readonly price: bigint;
  readonly from: Date | null;
  readonly until: Date | null;
}

/** What shoppers see beside the regular price. Amounts are minor units of its currency. */
export interface ShopWindow {
  /** What a shopper paid when the store was read; null if the store does not report it. */
  readonly shopperPrice: bigint | null;
  /** The struck-through price; null if there is none or the store does not report it. */
  readonly compareAt: bigint | null;
  /** A sale that has not been removed, past ones included; null if there is none or the store does not report it. */
  readonly sale: Sale | null;
}

/** The shop window of an item that no store has reported. */
export const UNKNOWN_WINDOW: ShopWindow = { shopperPrice: null, compareAt: null, sale: null };

/** Returns whether shoppers pay the sale price at a time (milliseconds since 1970). */
export const isRunning = ({ from, until }: Sale, nowMs: number): boolean =>
  (from === null || from.getTime() <= nowMs) && (until === null || nowMs < until.getTime());

/** Returns whether a sale is running or planned at a time (milliseconds since 1970). */
const isStanding = ({ until }: Sale, nowMs: number): boolean => until === null || nowMs < until.getTime();

/**
 * Returns what shoppers pay at a time: the price of a running sale, else what the store reported, else the regular
 * price. A store may apply the end of a sale late, so the report counts only where no sale explains the price.
 * @param price the regular price in minor units; null if unknown
 * @param nowMs milliseconds since 1970
 */
export function shopperPriceAt(
  { shopperPrice, sale }: ShopWindow,
  price: bigint | null,
  nowMs: number,
): bigint | null {
  if (sale !== null) return isRunning(sale, nowMs) ? sale.price : price;
  return shopperPrice ?? price;
}

/**
 * Returns what shoppers pay once the regular price is `target`; null if that is unknown, because they pay neither the
 * regular price nor that of a known sale. Amounts are minor units.
 */
export function shopperPriceAfter(
  window: ShopWindow,
  price: bigint | null,
  target: bigint,
  nowMs: number,
): bigint | null {
  if (window.sale !== null && isRunning(window.sale, nowMs)) return window.sale.price;
  return shopperPriceAt(window, price, nowMs) === price ? target : null;
}

/** `sale_price`: the price would end a sale. `compare_at`: it would make the struck-through price false. */
export type WindowGuard = "sale_price" | "compare_at";

/**
 * Returns the guards that a new regular price breaks in the shop window. Stores drop a sale price that is not below the
 * regular one, so a target must lie above every sale that is running or planned. A struck-through price above the
 * present price must stay above the new one; one that is not above it is no claim that a write could break.
 * @param price the present regular price, `target` the new one, in minor units; null if unknown
 * @param nowMs milliseconds since 1970
 */
export function brokenWindowGuards(
  { compareAt, sale }: ShopWindow,
  price: bigint | null,
  target: bigint,
  nowMs: number,
): WindowGuard[] {
  const broken: WindowGuard[] = [];
  if (sale !== null && isStanding(sale, nowMs) && target <= sale.price) broken.push("sale_price");
  if (compareAt !== null && (price === null || price < compareAt) && target >= compareAt)
    broken.push("compare_at");
  return broken;
}
