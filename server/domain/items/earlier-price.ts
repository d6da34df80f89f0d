import { MINUTE_MS } from "../durations";
import type { ShopPrice } from "./shop-prices";

/** The most that is stated of one item: three years of daily prices. */
export const MAX_EARLIER_PRICES = 1_000;

/** What shoppers could pay from a moment on, as people state it of the time before it was recorded. */
export interface EarlierPrice {
  /** Milliseconds since 1970. */
  readonly fromMs: number;
  /** Until before this; null: until the next one begins, or what was recorded. */
  readonly untilMs: number | null;
  readonly currency: string;
  /** In minor units of the currency. */
  readonly price: bigint;
  /** The price that was struck through beside it, in minor units; null without one. */
  readonly compareAt: bigint | null;
}

/** Lists write the end of a time as its last second or minute: a gap as short as this is none. */
const NO_GAP_MS = MINUTE_MS;

/** Whether an entry says what shoppers could pay: an item may come without a price. */
const saysPrice = ({ isKnown, price, shopperPrice }: ShopPrice): boolean =>
  isKnown && (price !== null || shopperPrice !== null);

/**
 * Returns what an item's shop showed, with what is stated of the time before. What was recorded goes before what is
 * stated: that counts until the first entry with a price alone. Where several stated prices hold, such as a price and a
 * special one, the lowest counts; where none does, nothing is known.
 * @param recorded all entries of the item, from its first one
 * @param earlier by their begin, oldest first
 */
export function withEarlier(
  recorded: readonly ShopPrice[],
  earlier: readonly EarlierPrice[],
): readonly ShopPrice[] {
  const first = recorded.findIndex(saysPrice);
  const recordedMs = recorded[first]?.atMs ?? Number.POSITIVE_INFINITY;
  const stated = earlier.filter(({ fromMs }) => fromMs < recordedMs);
  if (stated.length === 0) return recorded;
  const held = heldTimes(stated, recordedMs);
  return [...statedEntries(held, recordedMs), ...(first < 0 ? [] : recorded.slice(first))];
}

interface HeldPrice extends EarlierPrice {
  readonly endMs: number;
}

/** Returns until when each price holds; one without an end until the next one begins. */
function heldTimes(stated: readonly EarlierPrice[], recordedMs: number): HeldPrice[] {
  const beginAfter = (index: number, ms: number): number => {
    let next = index + 1;
    while ((stated[next]?.fromMs ?? ms) < ms) next += 1;
    return stated[next]?.fromMs ?? recordedMs;
  };
  return stated.map((each, index) => {
    const end = each.untilMs ?? beginAfter(index, each.fromMs);
    const following = beginAfter(index, end);
    return { ...each, endMs: Math.min(following - end <= NO_GAP_MS ? following : end, recordedMs) };
  });
}

/** Returns an entry for each moment before what was recorded from which another price, or none, holds. */
function statedEntries(held: readonly HeldPrice[], recordedMs: number): ShopPrice[] {
  const edges = [...new Set(held.flatMap(({ fromMs, endMs }) => [fromMs, endMs]))]
    .filter((ms) => ms < recordedMs)
    .sort((a, b) => a - b);
  let active: readonly HeldPrice[] = [];
  let next = 0;
  return edges.map((atMs) => {
    active = active.filter(({ endMs }) => endMs > atMs);
    for (let each = held[next]; each !== undefined && each.fromMs <= atMs; each = held[next]) {
      active = [...active, each];
      next += 1;
    }
    return entryOf(atMs, active);
  });
}

function entryOf(atMs: number, active: readonly HeldPrice[]): ShopPrice {
  const lowest = active.reduce<HeldPrice | null>(
    (least, each) => (least === null || each.price < least.price ? each : least),
    null,
  );
  return {
    atMs,
    integrationId: null,
    isKnown: lowest !== null,
    isStated: true,
    currency: lowest?.currency ?? "",
    price: lowest?.price ?? null,
    shopperPrice: null,
    compareAt: lowest?.compareAt ?? null,
    sale: null,
  };
}
