import { isOnSale, type MetaRow, type ShopProduct, storedPrice } from "./product";
import type { Shop, ShopEvent } from "./shop";

/** The parameters of a save that the stand-in knows; the shop ignores every other one. */
export interface SaveBody {
  readonly regular_price?: string | null;
  readonly sale_price?: string | null;
  readonly date_on_sale_from_gmt?: string | null;
  readonly date_on_sale_to_gmt?: string | null;
  readonly status?: ShopProduct["status"];
  readonly name?: string;
  readonly sku?: string;
  readonly stock_quantity?: number;
  readonly cost_of_goods_sold?: { readonly values: readonly { readonly defined_value: number | string }[] };
  readonly meta_data?: readonly { readonly key: string; readonly value: unknown }[];
}

/**
 * Saves a product as the shop does, in separate writes: its meta data, the regular price, then the price that the cart
 * charges. A regular price that is not above the sale price drops the sale. A price that is stored already writes no
 * price, so that it repairs none. A variable product has no price of its own.
 * @returns whether the shop died, so that there is no answer
 */
export function saveProduct(
  shop: Shop,
  product: ShopProduct,
  body: SaveBody,
  markerKey: string,
): "saved" | "died" {
  const marker = body.meta_data?.find(({ key }) => key === markerKey)?.value;
  const crash = typeof marker === "string" ? shop.crashes.shift() : undefined;
  const { id, parentId } = product;
  const record = (kind: ShopEvent["kind"]) =>
    shop.events.push({ kind, id, parentId, marker: typeof marker === "string" ? marker : null });
  if (body.meta_data) {
    product.meta = mergedMeta(shop, product.meta, body.meta_data);
    record("meta");
  }
  if (crash === "after_marker") return "died";
  if (savePrices(shop, product, body)) {
    record("regular");
    if (crash === "after_price") return "died";
    product.active = isOnSale(product, shop.now()) ? product.sale : product.regular;
    record("active");
  }
  saveFacts(product, body);
  touch(shop, product);
  record("saved");
  shop.unsent.add(id);
  return crash === "before_answer" ? "died" : "saved";
}

/** Sets the modified date, in whole seconds, of a product and of a variation's parent. */
function touch(shop: Shop, product: ShopProduct): void {
  const parent = shop.products.get(product.parentId);
  for (const each of parent ? [product, parent] : [product])
    each.modifiedMs = Math.floor(shop.now() / 1000) * 1000;
}

/** Stores regular and sale price with its dates; false if none of them changed. */
function savePrices(shop: Shop, product: ShopProduct, body: SaveBody): boolean {
  if (product.type === "variable" || product.type === "grouped") return false;
  const { decimalSeparator } = shop.settings;
  const before = [product.regular, product.sale, product.saleFromMs, product.saleToMs];
  const regular =
    body.regular_price === undefined ? product.regular : storedPrice(body.regular_price, decimalSeparator);
  const sale = body.sale_price === undefined ? product.sale : storedPrice(body.sale_price, decimalSeparator);
  const saleFromMs = dateOr(body.date_on_sale_from_gmt, product.saleFromMs);
  const saleToMs = dateOr(body.date_on_sale_to_gmt, product.saleToMs);
  const changed = [regular, sale, saleFromMs, saleToMs].some((value, n) => value !== before[n]);
  const dropped = sale !== "" && (regular === "" || Number(sale) >= Number(regular));
  Object.assign(product, { regular, sale: dropped ? "" : sale, saleFromMs, saleToMs });
  return changed;
}

const dateOr = (sent: string | null | undefined, present: number | null): number | null =>
  sent === undefined ? present : sent === null || sent === "" ? null : Date.parse(`${sent}Z`);

function saveFacts(
  product: ShopProduct,
  { name, sku, status, stock_quantity, cost_of_goods_sold }: SaveBody,
): void {
  product.name = name ?? product.name;
  product.sku = sku ?? product.sku;
  product.status = status ?? product.status;
  product.stock = stock_quantity ?? product.stock;
  if (cost_of_goods_sold) {
    const value = cost_of_goods_sold.values.reduce((sum, each) => sum + Number(each.defined_value), 0);
    // The shop does not tell a cost of 0 from one that is not set.
    product.cost = value === 0 ? null : { value, additive: product.cost?.additive ?? false };
  }
}

/** Meta data is found by its key, keeps its id, and is removed by null. */
function mergedMeta(
  shop: Shop,
  before: readonly MetaRow[],
  sent: readonly { readonly key: string; readonly value: unknown }[],
): readonly MetaRow[] {
  let rows = [...before];
  for (const { key, value } of sent) {
    const known = rows.find((row) => row.key === key);
    const others = rows.filter((row) => row.key !== key);
    rows = value === null ? others : [...others, { id: known?.id ?? shop.nextMetaId(), key, value }];
  }
  return rows;
}

/**
 * The shop's nightly job: starts and ends dated sales. It removes the dates, and at the end the sale price, and moves
 * the modified date.
 */
export function applySaleDates(shop: Shop): void {
  const nowMs = shop.now();
  for (const product of shop.products.values()) {
    if (product.sale === "") continue;
    if (product.saleToMs !== null && product.saleToMs < nowMs) {
      Object.assign(product, { active: product.regular, sale: "", saleFromMs: null, saleToMs: null });
      shop.events.push({ kind: "sale over", id: product.id, parentId: product.parentId, marker: null });
    } else if (product.saleFromMs !== null && product.saleFromMs <= nowMs)
      Object.assign(product, { active: product.sale, saleFromMs: null });
    else continue;
    touch(shop, product);
  }
}
