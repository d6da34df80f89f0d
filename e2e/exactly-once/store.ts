/** A write of one variant's price, as the store's own log has it. */
export interface StoreWrite {
  readonly ref: string;
  /** Our write key; null for the merchant's own edit. */
  readonly writeKey: string | null;
  /** Whether the write set every price field; one that was interrupted did not. */
  readonly complete: boolean;
  /** Whether the shop's own job completed a write that was interrupted. */
  readonly byShop?: true;
}

/** A variant's price fields, in cents. */
export interface StoredPrice {
  readonly price: number;
  /** What the cart charges; it differs from the price after an interrupted write. */
  readonly charged: number;
  /** The struck-through price, which must stay above the price; absent where there is none. */
  readonly compareAt?: number;
}

/** A store of an experiment, reached past the service. */
export interface ExperimentStore {
  readonly kind: "vendure" | "woocommerce" | "medusa" | "shopify" | "sandbox";
  /** The address that the service reaches through a broken network. */
  readonly url: string;
  readonly credentials: Readonly<Record<string, string>>;
  /** Found in the request that writes a price, and in no other. */
  readonly writeMatch: string;
  /** Found in the request before a write that shows no price; without it, each request that reads may show one. */
  readonly priceless?: string;
  /** Whether the store has a catalog of its own, or copies the service's. */
  readonly hasCatalog: boolean;
  /** Makes that many writes of each kind end in a crash of the store, in an order by `random`. */
  readonly breakWrites: (ofEachKind: number, random: () => number) => Promise<void>;
  /** Sets a price in cents as the merchant. */
  readonly setPrice: (ref: string, price: number) => Promise<void>;
  /**
   * Ends a sale of a variant at that price in cents without the shop's noticing, so that the cart still charges it, and
   * lets the shop notice all of them, whose number it returns; absent where a store notices the end at once.
   */
  readonly lateSales?: {
    readonly leave: (ref: string, price: number) => void;
    readonly notice: () => number;
  };
  /** The variants that have a sale as long as the experiment lasts; absent where there is none. */
  readonly onSale?: ReadonlySet<string>;
  readonly prices: () => Promise<ReadonlyMap<string, StoredPrice>>;
  /** Every write, oldest first. */
  readonly writes: () => Promise<readonly StoreWrite[]>;
  readonly stop: () => Promise<void>;
}
