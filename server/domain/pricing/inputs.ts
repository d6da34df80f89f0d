import type { StoredWindow } from "@/server/domain/items/shop-window";

/**
 * The engine's input for one item. Amounts are minor units of `currency`; null means unknown, never zero.
 * `baselinePrice` and `baselineCost` are the last values confirmed as the shop's own: price drift and cost jumps are
 * measured from them.
 */
export type EngineItem = {
  readonly id: string;
  readonly sku: string;
  readonly currency: string;
  /** The regular price, which is the one that a recommendation changes. */
  readonly price: bigint | null;
  /** What the store showed to shoppers. */
  readonly shopWindow: StoredWindow;
  readonly cost: bigint | null;
  readonly costUpdatedAtMs: number | null;
  readonly mapPrice: bigint | null;
  readonly minPrice: bigint | null;
  readonly maxPrice: bigint | null;
  /** The manufacturer's suggested retail price. */
  readonly msrp: bigint | null;
  /** The contents of a pack, as the shop writes it. */
  readonly packSize: string | null;
  /**
   * The price one day before the decision, or the first known one when the item is younger than that; null when no
   * rule uses it.
   */
  readonly dayPrice: bigint | null;
  /**
   * When the price last changed, by anybody, in milliseconds since 1970; null when no rule uses it, or not within the
   * longest time that one may.
   */
  readonly priceChangedAtMs: number | null;
  readonly stock: number | null;
  readonly tags: readonly string[];
  readonly category: string | null;
  readonly brand: string | null;
  readonly baselinePrice: bigint | null;
  readonly baselineCost: bigint | null;
};

/** The fields of an item that determine its scope. */
export type ScopeSubject = Pick<EngineItem, "sku" | "price" | "stock" | "tags" | "category" | "brand">;

/** The fields of an item that determine its scope and which competitor prices count. */
export type MarketSubject = ScopeSubject & Pick<EngineItem, "currency" | "packSize" | "cost">;

/**
 * One observed competitor price, in minor units of its own `currency`; `inStock` null means the page did not state
 * it.
 */
export type EngineObservation = {
  readonly id: string;
  readonly seller: string;
  readonly price: bigint;
  readonly currency: string;
  readonly inStock: boolean | null;
  readonly observedAtMs: number;
  readonly url: string | null;
  /** The pack size the price is for, as the seller writes it. */
  readonly packSize: string | null;
  /** What the seller takes for delivery, in minor units of `currency`; null where it is not known. */
  readonly shipping: bigint | null;
};

/** Returns what a seller is told by in policies: the name, whatever its case. */
export const sellerKey = (name: string): string => name.trim().toLowerCase();

/** What an item itself has, which a price may be measured from. */
export const ITEM_BASES = ["msrp", "map", "compare_at", "item_max", "cost"] as const;
export type ItemBase = (typeof ITEM_BASES)[number];

export const ITEM_BASE_TEXTS: Readonly<Record<ItemBase, string>> = {
  msrp: "the suggested retail price",
  map: "the minimum advertised price",
  compare_at: "the struck-through price",
  item_max: "the item's highest price",
  cost: "the cost",
};

/** Whether a reference is a figure of the item itself, which needs no market. */
export const isItemBase = (against: string): against is ItemBase => Object.hasOwn(ITEM_BASE_TEXTS, against);
