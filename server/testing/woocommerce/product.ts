/** A row of a product's meta data, as the shop stores it. */
export interface MetaRow {
  readonly id: number;
  readonly key: string;
  readonly value: unknown;
}

/** A product or a variation as the shop's tables have it. Prices are decimal texts, "" for none. */
export interface ShopProduct {
  readonly id: number;
  type: "simple" | "variable" | "variation" | "grouped" | "external";
  status: "publish" | "draft" | "private" | "pending" | "trash";
  /** The variable product of a variation; else 0. */
  readonly parentId: number;
  name: string;
  sku: string;
  regular: string;
  sale: string;
  /** What the cart charges; stored apart from the two others. */
  active: string;
  saleFromMs: number | null;
  saleToMs: number | null;
  /** The cost of goods; null if it was not set. `additive`: a variation's own is added to its parent's. */
  cost: { readonly value: number; readonly additive?: boolean } | null;
  meta: readonly MetaRow[];
  stock: number | null;
  /** Whole seconds, in milliseconds since 1970. */
  modifiedMs: number;
  readonly options: readonly string[];
  readonly categories: readonly string[];
  readonly brands: readonly string[];
  readonly tags: readonly string[];
}

/** What a test states about a product; the rest is that of a simple, published product. */
export type ProductSeed = Partial<ShopProduct> & { readonly id: number };

/** Returns a stored product; without `active` the cart charges the regular price. */
export const productFrom = (seed: ProductSeed): ShopProduct => ({
  type: "simple",
  status: "publish",
  parentId: 0,
  name: `Item ${seed.id}`,
  sku: `S-${seed.id}`,
  regular: "",
  sale: "",
  active: seed.regular ?? "",
  saleFromMs: null,
  saleToMs: null,
  cost: null,
  meta: [],
  stock: null,
  modifiedMs: Date.UTC(2026, 0, 1),
  options: [],
  categories: [],
  brands: [],
  tags: [],
  ...seed,
});

/** Returns the reference under which the connector knows the product. */
export const refOf = ({ id, parentId }: Pick<ShopProduct, "id" | "parentId">): string =>
  parentId === 0 ? String(id) : `${parentId}/${id}`;

/**
 * Returns the price that the shop stores for a text that it was sent. It refuses none: it reads the decimal separator
 * of its settings as a point, keeps the last point only, and drops every character that is neither digit nor minus.
 */
export function storedPrice(sent: string | null, decimalSeparator: string): string {
  const text = (sent ?? "").replaceAll(decimalSeparator, ".").replaceAll(/[^0-9.-]/g, "");
  const point = text.lastIndexOf(".");
  if (point === -1) return text;
  const fraction = text.slice(point + 1);
  const whole = text.slice(0, point).replaceAll(".", "");
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

/** Whether shoppers should pay the sale price at a time, by its dates. */
export const isOnSale = ({ sale, regular, saleFromMs, saleToMs }: ShopProduct, nowMs: number): boolean =>
  sale !== "" &&
  Number(sale) < Number(regular) &&
  (saleFromMs === null || saleFromMs <= nowMs) &&
  (saleToMs === null || nowMs <= saleToMs);
