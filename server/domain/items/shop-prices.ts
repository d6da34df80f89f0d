import type { ShopWindow } from "./shop-window";

/** What an item's shop showed from a moment on, until the next entry. Amounts are minor units of `currency`. */
export interface ShopPrice extends ShopWindow {
  /** By the clock of whoever changed the item, in milliseconds since 1970. */
  readonly atMs: number;
  /** The store that was asked for it; null without one. */
  readonly integrationId: string | null;
  /** False where a store was asked for it before and is no longer. */
  readonly isKnown: boolean;
  readonly currency: string;
  /** The regular price; null if unknown. */
  readonly price: bigint | null;
}

/** A time in which a store was read again and again. Milliseconds since 1970. */
export interface ReadTime {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** What the prices of one item are found in. */
export interface ShopPriceHistory {
  /** In the order in which they were written. */
  readonly entries: readonly ShopPrice[];
  /** When the stores of the workspace were read, by their id, oldest first. */
  readonly reads: ReadonlyMap<string, readonly ReadTime[]>;
}
