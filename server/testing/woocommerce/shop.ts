import { type ProductSeed, productFrom, type ShopProduct } from "./product";

/** A key that the merchant created for the REST API. */
export interface ShopKey {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly permissions: "read" | "read_write";
}

export interface TaxRate {
  readonly country: string;
  readonly state?: string;
  /** A percentage with four decimals, as the shop shows it. */
  readonly rate: string;
  readonly class?: string;
}

export interface ShopSettings {
  currency: string;
  /** The number of decimals that the shop shows. */
  decimals: number;
  decimalSeparator: string;
  pricesIncludeTax: boolean;
  calculatesTaxes: boolean;
  /** The country of the shop, with its state behind a colon if it has one. */
  country: string;
  taxRates: readonly TaxRate[];
  /** Minutes that the site's clock is ahead of UTC. */
  utcOffsetMinutes: number;
  /** Whether the shop has switched on its cost of goods. */
  costOfGoods: boolean;
}

/**
 * One change of a product as the shop's tables saw it. `marker` is the write key of the request, null for the merchant.
 * `meta`, `regular` and `active` are separate writes of a save; `saved` is its end. `sale over`: the shop's own job has
 * made the regular price what the cart charges.
 */
export interface ShopEvent {
  readonly kind: "meta" | "regular" | "active" | "saved" | "sale over";
  readonly id: number;
  readonly parentId: number;
  readonly marker: string | null;
}

/**
 * Where the shop dies during a save: after its meta data, after its regular price, or after everything but the answer.
 */
export const CRASHES = ["after_marker", "after_price", "before_answer"] as const;
export type Crash = (typeof CRASHES)[number];

/** The tables of a shop. */
export interface Shop {
  readonly settings: ShopSettings;
  readonly keys: ShopKey[];
  readonly products: Map<number, ShopProduct>;
  readonly events: ShopEvent[];
  /** The crashes that the next saves with a write key meet. */
  readonly crashes: Crash[];
  /** Saves that no webhook was told about yet, by product. */
  readonly unsent: Set<number>;
  /** Whether the shop is being updated and answers nothing else. */
  updating: boolean;
  /** Called after each save and before its answer is built: another writer's turn. */
  beforeAnswer: ((product: ShopProduct) => void) | null;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly nextMetaId: () => number;
}

const DEFAULT_SETTINGS: ShopSettings = {
  currency: "EUR",
  decimals: 2,
  decimalSeparator: ",",
  pricesIncludeTax: true,
  calculatesTaxes: true,
  country: "DE",
  taxRates: [
    { country: "DE", rate: "7.0000", class: "reduced-rate" },
    { country: "DE", rate: "19.0000" },
    { country: "FR", rate: "20.0000" },
  ],
  utcOffsetMinutes: 60,
  costOfGoods: true,
};

export const FULL_KEY: ShopKey = {
  consumerKey: "ck_of_the_merchant",
  consumerSecret: "cs_of_the_merchant",
  permissions: "read_write",
};
export const READ_ONLY_KEY: ShopKey = {
  consumerKey: "ck_that_may_read",
  consumerSecret: "cs_that_may_read",
  permissions: "read",
};

/** Opens a shop with products; settings that are not given are those of a German shop. */
export function openShop(
  seeds: readonly ProductSeed[],
  settings: Partial<ShopSettings> = {},
  now: () => number = Date.now,
): Shop {
  let metaId = 1000;
  return {
    settings: { ...DEFAULT_SETTINGS, ...settings },
    keys: [FULL_KEY, READ_ONLY_KEY],
    products: new Map(seeds.map((seed) => [seed.id, productFrom(seed)])),
    events: [],
    crashes: [],
    unsent: new Set(),
    updating: false,
    beforeAnswer: null,
    now,
    nextMetaId: () => {
      metaId += 1;
      return metaId;
    },
  };
}

/** Returns the variations of a variable product, in the order of their ids. */
export const variationsOf = (shop: Shop, parentId: number): ShopProduct[] =>
  [...shop.products.values()].filter((each) => each.parentId === parentId).sort((a, b) => a.id - b.id);
