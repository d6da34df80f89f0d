/** One price of a variant's price set, as the server's table has it. Amounts are decimals in major units. */
export interface PriceRow {
  readonly id: string;
  amount: string;
  currency: string;
  minQuantity: string | null;
  maxQuantity: string | null;
  rules: Readonly<Record<string, string>>;
  updatedMs: number;
}

export interface ShopVariant {
  readonly id: string;
  readonly productId: string;
  sku: string | null;
  title: string;
  metadata: Record<string, unknown>;
  managesInventory: boolean;
  stock: number;
  /** In no order that means anything. */
  rows: PriceRow[];
  updatedMs: number;
}

export interface ShopProduct {
  readonly id: string;
  title: string;
  status: "published" | "draft" | "proposed" | "rejected";
  categories: readonly string[];
  tags: readonly string[];
  updatedMs: number;
}

export interface ListRow {
  readonly id: string;
  readonly variantId: string | null;
  readonly currency: string;
  readonly amount: string;
  readonly minQuantity: string | null;
  readonly rules: Readonly<Record<string, string>>;
}

export interface PriceList {
  readonly id: string;
  type: "sale" | "override";
  status: "active" | "draft";
  startsMs: number | null;
  endsMs: number | null;
  rules: Readonly<Record<string, readonly string[]>>;
  prices: readonly ListRow[];
  updatedMs: number;
}

/**
 * One change of the shop's tables. `marker` is the write key of the request, null for the merchant. `metadata` and the
 * prices are separate transactions of a save; `saved` is its end.
 */
export interface ShopEvent {
  readonly kind: "metadata" | "price.update" | "price.insert" | "price.delete" | "saved";
  readonly variantId: string;
  readonly marker: string | null;
  readonly currency: string | null;
  /** Decimals in major units; null where there is none. */
  readonly old: string | null;
  readonly new: string | null;
}

/** Where the server dies during a save: after the metadata, or after everything but the answer. */
export const CRASHES = ["after_marker", "before_answer"] as const;
export type Crash = (typeof CRASHES)[number];

export interface ShopSettings {
  name: string;
  /** Lower-case codes; the first is the default one. */
  currencies: readonly string[];
  /** The currencies whose prices include tax, and the regions whose own prices do. */
  taxInclusive: readonly { readonly attribute: "currency_code" | "region_id"; readonly value: string }[];
  regions: readonly {
    readonly id: string;
    readonly currency: string;
    readonly countries: readonly string[];
  }[];
  defaultRegionId: string | null;
  taxRates: readonly { readonly country: string; readonly rate: number; readonly isDefault: boolean }[];
  /** Older servers do not show the prices of a list apart from it. */
  hasListPrices: boolean;
}

/** The tables of a shop. */
export interface Shop {
  readonly settings: ShopSettings;
  readonly products: Map<string, ShopProduct>;
  readonly variants: Map<string, ShopVariant>;
  readonly priceLists: Map<string, PriceList>;
  /** Secret keys that were not revoked. */
  readonly keys: Set<string>;
  /** Tokens and cookies of signed-in users. */
  readonly sessions: Set<string>;
  readonly events: ShopEvent[];
  /** The crashes that the next saves with a write key meet. */
  readonly crashes: Crash[];
  /** Called after each save and before its answer is built: another writer's turn. */
  beforeAnswer: ((variant: ShopVariant) => void) | null;
  /** The list of variants shows its count without its rows. */
  hidesRows: boolean;
  readonly now: () => number;
  /** Returns an id that sorts after all before it. */
  readonly nextId: (prefix: string) => string;
}

const DEFAULT_SETTINGS: ShopSettings = {
  name: "A shop of tests",
  currencies: ["eur", "usd"],
  taxInclusive: [{ attribute: "currency_code", value: "eur" }],
  regions: [
    { id: "reg_eu", currency: "eur", countries: ["de"] },
    { id: "reg_us", currency: "usd", countries: ["us"] },
  ],
  defaultRegionId: null,
  taxRates: [
    { country: "de", rate: 7, isDefault: false },
    { country: "de", rate: 19, isDefault: true },
    { country: "fr", rate: 20, isDefault: true },
  ],
  hasListPrices: true,
};

export const SECRET_KEY = "sk_of_the_merchant";
export const MERCHANT = { email: "merchant@shop.example", password: "a password of the merchant" };

/** Opens an empty shop; settings that are not given are those of a German shop that also sells in dollars. */
export function openShop(settings: Partial<ShopSettings> = {}, now: () => number = Date.now): Shop {
  let count = 0;
  return {
    settings: { ...DEFAULT_SETTINGS, ...settings },
    products: new Map(),
    variants: new Map(),
    priceLists: new Map(),
    keys: new Set([SECRET_KEY]),
    sessions: new Set(),
    events: [],
    crashes: [],
    beforeAnswer: null,
    hidesRows: false,
    now,
    nextId: (prefix) => {
      count += 1;
      return `${prefix}_${String(count).padStart(8, "0")}`;
    },
  };
}
