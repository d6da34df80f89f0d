import type { ShopPrice } from "./shop-prices";

/** What shoppers could pay from a moment on, as people state it of the time before it was recorded. */
export interface EarlierPrice {
  /** Milliseconds since 1970. */
  readonly fromMs: number;
  /** Until before this; null: until the next one, or what was recorded. */
  readonly untilMs: number | null;
  readonly currency: string;
  /** In minor units of the currency. */
  readonly price: bigint;
  /** The price that was struck through beside it, in minor units; null without one. */
  readonly compareAt: bigint | null;
}

/**
 * Returns what an item's shop showed, with what is stated of the time before. What was recorded goes before what is
 * stated: that counts until the first entry alone.
 * @param recorded all entries of the item, from its first one
 * @param earlier by their begin, oldest first
 */
export function withEarlier(
  recorded: readonly ShopPrice[],
  earlier: readonly EarlierPrice[],
): readonly ShopPrice[] {
  const recordedMs = recordedFrom(recorded);
  const before = earlier.filter(({ fromMs }) => fromMs < recordedMs);
  return [
    ...before.flatMap((each, index) => statedEntries(each, before[index + 1]?.fromMs ?? recordedMs)),
    ...recorded,
  ];
}

/** When the first of these was written, in milliseconds since 1970, whatever the clocks of their writers. */
const recordedFrom = (recorded: readonly ShopPrice[]): number =>
  recorded.reduce((first, { atMs }) => Math.min(first, atMs), Number.POSITIVE_INFINITY);

/** Returns a stated price as an entry, and after its end one that says that nothing is known, until the next begins. */
function statedEntries(
  { fromMs, untilMs, currency, price, compareAt }: EarlierPrice,
  nextMs: number,
): ShopPrice[] {
  const unknown = {
    integrationId: null,
    currency,
    price: null,
    shopperPrice: null,
    compareAt: null,
    sale: null,
  };
  const stated = { ...unknown, atMs: fromMs, isKnown: true, isStated: true, price, compareAt };
  if (untilMs === null || untilMs >= nextMs) return [stated];
  return [stated, { ...unknown, atMs: untilMs, isKnown: false, isStated: true }];
}
