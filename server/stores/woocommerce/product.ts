import { z } from "zod";
import { isRunning, type Sale } from "@/server/domain/items/shop-window";
import { minorUnitsOf } from "@/server/stores/decimal";
import { type KeyedPrice, StoreError } from "@/server/stores/port";

/** The key of the meta data that holds our write key. The underscore hides it from the shop's own forms. */
export const MARKER_KEY = "_pricecheck_write_key";

/** A time of the shop in UTC, which it writes without a zone. */
export const gmtTime = z.iso.datetime({ local: true }).transform((text) => new Date(`${text}Z`));
const price = z
  .string()
  .nullish()
  .transform((text) => text ?? "");

/** What a product or a variation says about its price. */
export const pricedShape = z.object({
  id: z.number().int(),
  /** Missing for a variation of an older shop. */
  type: z.string().optional(),
  status: z.string(),
  price,
  regular_price: price,
  sale_price: price,
  date_on_sale_from_gmt: gmtTime.nullish(),
  date_on_sale_to_gmt: gmtTime.nullish(),
  meta_data: z.array(z.object({ key: z.string(), value: z.unknown() })),
});
export type PricedProduct = z.output<typeof pricedShape>;

/** The fields of `pricedShape`, for `_fields`. */
export const PRICED_FIELDS = Object.keys(pricedShape.shape).join(",");

/** Where a variant is in the shop: a simple product, or a variation below its product. */
export interface ProductPlace {
  readonly path: string;
  readonly id: number;
}

/** The reference of a variant: a simple product's id, or `product/variation`. */
export const refOf = (id: number, parentId: number | null): string =>
  parentId === null ? String(id) : `${parentId}/${id}`;

/**
 * Returns where a variant is. A variation is read and written below its product only.
 * @throws StoreError `not_found` for a text that is no reference
 */
export function placeOf(ref: string): ProductPlace {
  const [match, first = "", second] = /^(\d{1,15})(?:\/(\d{1,15}))?$/.exec(ref) ?? [];
  if (match === undefined)
    throw new StoreError("not_found", "definite", "This is no reference of a WooCommerce shop.");
  return second === undefined
    ? { path: `/products/${first}`, id: Number(first) }
    : { path: `/products/${first}/variations/${second}`, id: Number(second) };
}

/** Whether the product is one whose price we read and write. A product in the trash is gone for shoppers. */
export const hasOwnPrice = ({ type, status }: PricedProduct): boolean =>
  (type === undefined || type === "simple" || type === "variation") && status !== "trash";

/**
 * Returns the price of a product and what shoppers see; null without a price, or where one of its amounts cannot be
 * expressed in the currency's minor unit.
 * @param nowMs milliseconds since 1970
 */
export function toStorePrice(product: PricedProduct, currency: string, nowMs: number): KeyedPrice | null {
  const regular = minorUnitsOf(product.regular_price, currency);
  const active = minorUnitsOf(product.price, currency);
  const salePrice = minorUnitsOf(product.sale_price, currency);
  if (regular === null || active === null) return null;
  if (salePrice === null && product.sale_price !== "") return null;
  const from = product.date_on_sale_from_gmt ?? null;
  const until = product.date_on_sale_to_gmt ?? null;
  const sale = salePrice === null ? null : { price: salePrice, from, until };
  return {
    price: regular,
    currency,
    writeKey: writeKeyOf(product),
    // The cart charges this one, even before the nightly job has started or ended a sale.
    shopperPrice: active,
    // The struck-through price of a sale is the regular price.
    compareAt: null,
    sale,
    complete: isComplete(regular, active, sale, nowMs),
  };
}

/**
 * Whether the price that the cart charges belongs to the regular price. During a sale it is the sale price, or still
 * the regular one, because a job starts sales late. After a sale it has to be the regular price: the sale price may be
 * what an interrupted write left.
 */
const isComplete = (regular: bigint, active: bigint, sale: Sale | null, nowMs: number): boolean =>
  active === regular || (sale !== null && isRunning(sale, nowMs) && active === sale.price);

/** Our write key; null if there is none, or if two writers left two different ones, which prove nothing. */
function writeKeyOf({ meta_data }: PricedProduct): string | null {
  const found = new Set(meta_data.filter(({ key }) => key === MARKER_KEY).map(({ value }) => value));
  const [first] = found;
  return found.size === 1 && typeof first === "string" && first !== "" ? first : null;
}
