import { wantsOf } from "./fields";
import { showProduct, showVariant, USUAL_OF_PRODUCT, USUAL_OF_VARIANT } from "./present";
import {
  filterOf,
  invalidData,
  type MedusaAnswer,
  type MedusaRequest,
  noPage,
  notFound,
  ok,
  pageOf,
  readBody,
  refuseQuery,
  unknownError,
} from "./rest";
import { type SentPrice, saveVariant } from "./save";
import type { Shop, ShopVariant } from "./shop";

/** Answers the list of all variants. */
export function variantList(shop: Shop, request: MedusaRequest): MedusaAnswer {
  if (request.method !== "GET") return noPage(request);
  const refused = refuseQuery(request, ["id", "sku", "q", "updated_at", "created_at", "manage_inventory"]);
  if (refused) return refused;
  const { query } = request;
  const ids = filterOf(request, "id");
  const skus = filterOf(request, "sku");
  const rows = [...shop.variants.values()]
    .filter(({ id, sku }) => (ids?.includes(id) ?? true) && (skus?.includes(sku ?? "") ?? true))
    .filter(({ updatedMs }) => isInTime(query, updatedMs))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const { page, figures } = pageOf(request, rows);
  const wants = wantsOf(query.get("fields"), USUAL_OF_VARIANT);
  const shown = shop.hidesRows ? [] : page.map((variant) => showVariant(shop, variant, wants));
  return ok({ variants: shown, ...figures });
}

/** Compares to the millisecond, in UTC. A time that cannot be read filters nothing. */
function isInTime(query: URLSearchParams, updatedMs: number): boolean {
  const time = (operator: string) => Date.parse(query.get(`updated_at[${operator}]`) ?? "");
  const [after, from] = [time("$gt"), time("$gte")];
  return !(updatedMs <= after) && !(updatedMs < from);
}

/** Answers a request for one variant below a product; null if the server dies before it answers. */
export function variantAnswer(
  shop: Shop,
  productId: string,
  variantId: string,
  request: MedusaRequest,
): MedusaAnswer | null {
  const refused = refuseQuery(request, []);
  if (refused) return refused;
  const found = shop.variants.get(variantId);
  const variant = found?.productId === productId ? found : undefined;
  const fields = request.query.get("fields");
  if (request.method === "GET")
    return ok(variant ? { variant: showVariant(shop, variant, wantsOf(fields, USUAL_OF_VARIANT)) } : {});
  if (request.method !== "POST") return noPage(request);
  const body = readVariantUpdate(request);
  if ("status" in body) return body;
  if (variant && saveVariant(shop, variant, body.sent) === "died") return null;
  if (variant) shop.beforeAnswer?.(variant);
  // Even where nothing was written, the answer is the product.
  const product = shop.products.get(productId);
  return product
    ? ok({ product: showProduct(shop, product, wantsOf(fields, USUAL_OF_PRODUCT)) })
    : unknownError;
}

function readVariantUpdate(
  request: MedusaRequest,
): { readonly sent: Parameters<typeof saveVariant>[2] } | MedusaAnswer {
  const body = readBody(request, ["prices", "metadata", "title", "sku", "manage_inventory"]);
  if ("status" in body) return body;
  const prices = body.sent["prices"];
  if (prices !== undefined && !Array.isArray(prices))
    return invalidData("Expected type: 'array' for field 'prices'");
  for (const [n, price] of (prices ?? []).entries()) {
    const { amount }: Partial<SentPrice> = Object(price);
    if (typeof amount !== "number") return invalidData(`Field 'prices, ${n}, amount' is required`);
  }
  return body;
}

/**
 * Answers a change of many products, each with its variants. A product's variants become those that are sent: the
 * others are deleted.
 */
export function productBatch(shop: Shop, request: MedusaRequest): MedusaAnswer {
  const body = readBody(request, ["create", "update", "delete"]);
  if ("status" in body) return body;
  type Update = { id: string; variants?: readonly ({ id: string } & Parameters<typeof saveVariant>[2])[] };
  const { update = [] }: { update?: readonly Update[] } = body.sent;
  for (const { id, variants } of update) {
    if (!shop.products.has(id)) return notFound(`Product with id: ${id} was not found`);
    const others = [...shop.variants.values()].filter(
      (each): each is ShopVariant => each.productId === id && !variants?.some((sent) => sent.id === each.id),
    );
    if (variants) for (const other of others) shop.variants.delete(other.id);
    for (const { id: variantId, ...sent } of variants ?? []) {
      const variant = shop.variants.get(variantId);
      if (variant) saveVariant(shop, variant, sent);
    }
  }
  return ok({ created: [], updated: update.map(({ id }) => ({ id })), deleted: { ids: [] } });
}
