/**
 * What the engine is given for one item. Amounts are minor units of `currency`; null means unknown, never zero.
 * `baselinePrice` and `baselineCost` are the values last known to be ours: drift and cost jumps are measured from them.
 */
export type EngineItem = {
  readonly id: string;
  readonly sku: string;
  readonly currency: string;
  readonly price: bigint | null;
  readonly cost: bigint | null;
  readonly costUpdatedAtMs: number | null;
  readonly mapPrice: bigint | null;
  readonly minPrice: bigint | null;
  readonly maxPrice: bigint | null;
  /** The manufacturer's suggested retail price. */
  readonly msrp: bigint | null;
  /** What a pack holds, as the shop writes it. */
  readonly packSize: string | null;
  /**
   * The price a day before it is decided, or the first one known where the item is younger than that; null where no rule
   * asks for it.
   */
  readonly dayPrice: bigint | null;
  readonly stock: number | null;
  readonly tags: readonly string[];
  readonly category: string | null;
  readonly brand: string | null;
  readonly baselinePrice: bigint | null;
  readonly baselineCost: bigint | null;
};

/** What of an item says which scope it falls under and which competitor prices are for the same product. */
export type MarketSubject = Pick<
  EngineItem,
  "currency" | "price" | "packSize" | "tags" | "category" | "brand"
>;

/** One price seen at a competitor, in minor units of its own `currency`; `inStock` null means the page did not say. */
export type EngineObservation = {
  readonly id: string;
  readonly seller: string;
  readonly price: bigint;
  readonly currency: string;
  readonly inStock: boolean | null;
  readonly observedAtMs: number;
  readonly url: string | null;
  /** The pack it was seen for, as the seller writes it. */
  readonly packSize: string | null;
};
