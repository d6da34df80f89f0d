import type { Span } from "./read-times";
import type { ShopWindow } from "./shop-window";

/** What an item's shop showed from a moment on, until the next entry. Amounts are minor units of `currency`. */
export interface ShopPrice extends ShopWindow {
  /** By the clock of whoever changed the item, in milliseconds since 1970. */
  readonly atMs: number;
  /** The store that was asked for it; null without one. */
  readonly integrationId: string | null;
  /** False where a store was asked for it before and is no longer. */
  readonly isKnown: boolean;
  /** Whether people state it of a time before it was recorded. */
  readonly isStated: boolean;
  readonly currency: string;
  /** The regular price; null if unknown. */
  readonly price: bigint | null;
}

/** What the prices of one item are found in. */
export interface ShopPriceHistory {
  /** In the order in which they were written. */
  readonly entries: readonly ShopPrice[];
  /** The times in which the stores of the workspace were read again and again, by their id, oldest first. */
  readonly reads: ReadonlyMap<string, readonly Span[]>;
}
