import { isOnSale, type ShopProduct } from "./product";
import { type Shop, variationsOf } from "./shop";

const gmt = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString().slice(0, 19);
const named = (names: readonly string[]) =>
  names.map((name, n) => ({ id: n + 1, name, slug: `slug-${n + 1}` }));

/** Returns a product as the REST API shows it. */
export function present(shop: Shop, product: ShopProduct, home: string): Record<string, unknown> {
  const { id, type, parentId, meta, stock, status } = product;
  const local = (ms: number | null) => gmt(ms === null ? null : ms + shop.settings.utcOffsetMinutes * 60_000);
  const created = Date.UTC(2026, 0, 1);
  return {
    id,
    name: type === "variation" ? product.options.join(", ") : product.name,
    permalink: `${home}/product/${parentId === 0 ? id : parentId}/`,
    date_created: local(created),
    date_created_gmt: gmt(created),
    date_modified: local(product.modifiedMs),
    date_modified_gmt: gmt(product.modifiedMs),
    type,
    status,
    catalog_visibility: "visible",
    sku: shownSku(shop, product),
    ...pricesOf(shop, product),
    date_on_sale_from: local(product.saleFromMs),
    date_on_sale_from_gmt: gmt(product.saleFromMs),
    date_on_sale_to: local(product.saleToMs),
    date_on_sale_to_gmt: gmt(product.saleToMs),
    on_sale: isOnSale(product, shop.now()),
    manage_stock: stock !== null,
    stock_quantity: stock,
    stock_status: stock === 0 ? "outofstock" : "instock",
    parent_id: parentId,
    ...(type === "variation"
      ? { attributes: product.options.map((option) => ({ id: 0, name: "Size", slug: "size", option })) }
      : {
          categories: named(product.categories),
          brands: named(product.brands),
          tags: named(product.tags),
          attributes: [],
          variations: variationsOf(shop, id).map((each) => each.id),
        }),
    meta_data: meta,
    ...(shop.settings.costOfGoods ? { cost_of_goods_sold: costOf(shop, product) } : {}),
  };
}

/** A variation without a SKU of its own shows its parent's. */
const shownSku = (shop: Shop, { sku, parentId }: ShopProduct): string =>
  sku === "" ? (shop.products.get(parentId)?.sku ?? "") : sku;

/** A variable product shows its lowest variation's active price and no other. */
function pricesOf(shop: Shop, { id, type, active, regular, sale }: ShopProduct) {
  if (type !== "variable") return { price: active, regular_price: regular, sale_price: sale };
  const prices = variationsOf(shop, id).flatMap((each) => (each.active === "" ? [] : [each.active]));
  const price = prices.sort((a, b) => Number(a) - Number(b))[0] ?? "";
  return { price, regular_price: "", sale_price: "" };
}

function costOf(shop: Shop, { cost, type, parentId }: ShopProduct) {
  const own = { defined_value: cost?.value ?? null, effective_value: cost?.value ?? 0 };
  if (type !== "variation") return { values: [own], total_value: cost?.value ?? 0 };
  const inherited = shop.products.get(parentId)?.cost?.value ?? 0;
  const total = cost === null ? inherited : cost.additive ? inherited + cost.value : cost.value;
  return { values: [own], total_value: total, defined_value_is_additive: cost?.additive ?? false };
}

/** Keeps the fields that `_fields` names; `_links` come along. */
export function onlyFields(row: Record<string, unknown>, fields: string | null): Record<string, unknown> {
  const wanted = fields?.split(",").map((name) => name.trim());
  const kept = wanted
    ? Object.fromEntries(Object.entries(row).filter(([name]) => wanted.includes(name)))
    : row;
  return { ...kept, _links: { self: [{ href: "https://shop.example.test/" }] } };
}
