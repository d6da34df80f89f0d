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

/** A shop window with when the store showed it. */
export interface ReadWindow extends ShopWindow {
  /** When the store was asked, in milliseconds since 1970; null if that is not known. */
  readonly readAtMs: number | null;
}

/** Where a shop window was read. */
export interface WindowSource {
  readonly integrationId: string;
  /** The kind of the store. */
  readonly kind: string;
  /** When the last sync of the store was complete, in milliseconds since 1970; null before the first. */
  readonly syncedAtMs: number | null;
}

/** A shop window as it is stored with an item; `source` is null if no store has reported the item. */
export interface StoredWindow extends ReadWindow {
  readonly source: WindowSource | null;
}

/** The stored shop window of an item that no store has reported. */
export const NEVER_READ: StoredWindow = { ...UNKNOWN_WINDOW, readAtMs: null, source: null };

/** Returns whether shoppers pay the sale price at a time (milliseconds since 1970). */
export const isRunning = ({ from, until }: Sale, nowMs: number): boolean =>
  (from === null || from.getTime() <= nowMs) && (until === null || nowMs < until.getTime());

/** Returns whether a sale is running or planned at a time (milliseconds since 1970). */
const isStanding = ({ until }: Sale, nowMs: number): boolean => until === null || nowMs < until.getTime();

/** A moment at which a sale began or ended. */
export interface SaleEdge {
  readonly edge: "begin" | "end";
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

/** Returns the last moment up to a time at which a sale began or ended; null if there was none. */
function lastEdge({ from, until }: Sale, nowMs: number): SaleEdge | null {
  const passed = (at: Date | null): at is Date => at !== null && at.getTime() <= nowMs;
  if (passed(until)) return { edge: "end", atMs: until.getTime() };
  return passed(from) ? { edge: "begin", atMs: from.getTime() } : null;
}

/**
 * Returns whether a sale began or ended since the store was asked for a window, so that what it showed belongs to the
 * time before.
 * @param nowMs milliseconds since 1970
 */
export function isOvertaken({ sale, readAtMs }: ReadWindow, nowMs: number): boolean {
  const last = sale && lastEdge(sale, nowMs);
  return last !== null && readAtMs !== null && readAtMs < last.atMs;
}

/**
 * A begin or an end of a sale that the store has not noticed (`late`: it was read since and charges what it charged
 * before), or of which that is not known (`unread`).
 */
export interface SaleLag extends SaleEdge {
  readonly kind: "late" | "unread";
}

/**
 * Returns how far a store is behind the last begin or end of its sale; null if it is not, or has no sale.
 * @param price the regular price in minor units; null if unknown
 * @param nowMs milliseconds since 1970
 */
export function saleLag(
  { shopperPrice, sale, readAtMs }: ReadWindow,
  price: bigint | null,
  nowMs: number,
): SaleLag | null {
  const last = sale && lastEdge(sale, nowMs);
  if (sale === null || last === null) return null;
  if (shopperPrice === null || readAtMs === null || readAtMs < last.atMs) return { ...last, kind: "unread" };
  const [before, after] = last.edge === "end" ? [sale.price, price] : [price, sale.price];
  return shopperPrice === before && before !== after ? { ...last, kind: "late" } : null;
}

/**
 * Returns what shoppers pay at a time, which is what the store charges: the price that it reported, if it did so since
 * its sale last began or ended. Stores start and end sales by jobs that may be late, so that until the store is read
 * again the price is unknown (null). Where the store reported none and no sale began or ended, the price follows from
 * the sale.
 * @param price the regular price in minor units; null if unknown
 * @param nowMs milliseconds since 1970
 */
export function shopperPriceAt(window: ReadWindow, price: bigint | null, nowMs: number): bigint | null {
  const { shopperPrice } = window;
  if (saleLag(window, price, nowMs)?.kind === "unread") return null;
  return shopperPrice ?? shopperPriceByDates(window, price, nowMs);
}

/**
 * Returns what shoppers would pay if the store noticed every begin and end of a sale at once; the arguments are those
 * of `shopperPriceAt`. Engines up to 4 took this for what they pay.
 */
export function shopperPriceByDates(
  { shopperPrice, sale }: ShopWindow,
  price: bigint | null,
  nowMs: number,
): bigint | null {
  if (sale !== null) return isRunning(sale, nowMs) ? sale.price : price;
  return shopperPrice ?? price;
}

/**
 * Returns what shoppers pay once the regular price is `target`; null if that is unknown, because they pay neither the
 * regular price nor that of a known sale. A write makes a store that is late compute its price anew. Amounts are minor
 * units.
 */
export function shopperPriceAfter(
  window: ReadWindow,
  price: bigint | null,
  target: bigint,
  nowMs: number,
): bigint | null {
  const { sale } = window;
  const lag = saleLag(window, price, nowMs);
  const paid = shopperPriceAt(window, price, nowMs);
  if (sale !== null && lag?.kind === "late") return lag.edge === "end" ? target : sale.price;
  if (sale !== null && isRunning(sale, nowMs) && paid === sale.price) return sale.price;
  return paid === price ? target : null;
}

/**
 * Returns the prices, other than the regular one, from which a write may move what shoppers pay: the sale price that a
 * store still charges after the sale's end. Where the store was not read since, both that price and an unknown one.
 * Amounts are minor units.
 */
export function chargedBesides(
  window: ReadWindow,
  price: bigint | null,
  nowMs: number,
): readonly (bigint | null)[] {
  const { sale } = window;
  const lag = saleLag(window, price, nowMs);
  if (sale === null || lag === null) return [];
  const still = lag.edge === "end" ? [sale.price] : [];
  return lag.kind === "late" ? still : [...still, null];
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
