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

/** Where a shop window was read. */
export interface WindowSource {
  readonly integrationId: string;
  /** The kind of the store. */
  readonly kind: string;
  /** When the last sync of the store was complete, in milliseconds since 1970; null before the first. */
  readonly syncedAtMs: number | null;
}

/** A shop window as it is stored with an item; `source` is null if no store has reported the item. */
export interface StoredWindow extends ShopWindow {
  readonly source: WindowSource | null;
}

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

/** A limit that the shop window sets to a new regular price; `amount` in minor units is permitted. */
export interface WindowBound {
  readonly guard: WindowGuard;
  readonly side: "floor" | "ceiling";
  readonly amount: bigint;
}

/**
 * Returns the limits that the shop window sets to a new regular price. Stores drop a sale price that is not below the
 * regular one, so a target must lie above every sale that is running or planned. A struck-through price above the
 * present price must stay above the new one; one that is not above it is no claim that a write could break.
 * @param price the present regular price in minor units; null if unknown
 * @param nowMs milliseconds since 1970
 */
export function windowBounds(
  { compareAt, sale }: ShopWindow,
  price: bigint | null,
  nowMs: number,
): WindowBound[] {
  const bounds: WindowBound[] = [];
  if (sale !== null && isStanding(sale, nowMs))
    bounds.push({ guard: "sale_price", side: "floor", amount: sale.price + 1n });
  if (compareAt !== null && (price === null || price < compareAt))
    bounds.push({ guard: "compare_at", side: "ceiling", amount: compareAt - 1n });
  return bounds;
}

/** Whether a new regular price keeps a limit of the shop window. */
export const keepsBound = ({ side, amount }: WindowBound, target: bigint): boolean =>
  side === "floor" ? target >= amount : target <= amount;

/** Returns the guards that a new regular price breaks in the shop window; the arguments are those of `windowBounds`. */
export const brokenWindowGuards = (
  window: ShopWindow,
  price: bigint | null,
  target: bigint,
  nowMs: number,
): WindowGuard[] =>
  windowBounds(window, price, nowMs)
    .filter((bound) => !keepsBound(bound, target))
    .map(({ guard }) => guard);
