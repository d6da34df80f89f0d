import type { Shop } from "@/e2e/shop";

/** The two items that every shop of a journey sells, in EUR without VAT. Shoppers pay the mug at its sale price. */
export const LAMP = { sku: "LMP-01", title: "Brass desk lamp", price: "79.99", cost: "41.00" } as const;
export const MUG = {
  sku: "MUG-02",
  title: "Camping mug",
  price: "12.99",
  cost: "5.20",
  sale: "11.29",
  /** The struck-through price, where the shop has no sale prices. */
  compareAt: "13.99",
} as const;

/** What the shop itself answers about an item, asked without our connector; decimals in major units. */
export interface AdminAnswer {
  readonly price: string;
  /** The sale price; null without a sale. */
  readonly sale: string | null;
  /** The struck-through price; null without one, and in shops without that field. */
  readonly compareAt: string | null;
}

/** A shop of one kind, as its merchant runs it. */
export interface JourneyShop {
  /** Of the kind, in the form. */
  readonly title: string;
  /** Another way of signing in than the first one of the form. */
  readonly way?: string;
  /** The fields of the form, by label. */
  readonly fields: Readonly<Record<string, string>>;
  /** Puts the items into a shop that mirrors the catalog, before it is read. */
  readonly stock?: (shop: Shop) => Promise<void>;
  /** Changes the shop window as the merchant, once the store is connected. */
  readonly afterConnect?: (shop: Shop) => Promise<void>;
  readonly ask: (item: typeof LAMP | typeof MUG, shop: Shop) => Promise<AdminAnswer>;
  readonly stop: () => Promise<void>;
}
