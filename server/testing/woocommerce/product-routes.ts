import { MARKER_KEY } from "@/server/stores/woocommerce/product";
import { listAnswer } from "./listing";
import { onlyFields, present } from "./present";
import type { ShopProduct } from "./product";
import { invalidParams, type RestAnswer, type RestRequest, restError } from "./rest";
import { type SaveBody, saveProduct } from "./save";
import { type Shop, variationsOf } from "./shop";

const TEXTS = ["regular_price", "sale_price", "sku", "name"] as const;
const MAX_BATCH = 100;
const noProduct = (status: number) => restError(status, "woocommerce_rest_product_invalid_id", "Invalid ID.");
const noVariation = restError(404, "woocommerce_rest_product_variation_invalid_id", "Invalid ID.");
const wrongPath = restError(
  404,
  "woocommerce_rest_invalid_product_id",
  "To manipulate product variations you should use the /products/&lt;product_id&gt;/variations/&lt;id&gt; endpoint.",
);

/** Answers a request below `/products`; null if the shop dies before it answers. */
export function productAnswer(
  shop: Shop,
  segments: readonly string[],
  request: RestRequest,
): RestAnswer | null {
  const [id, kind, variationId] = segments;
  if (id === undefined) return listAnswer(shop, matching(shop, request.query), request);
  if (id === "batch") return batchAnswer(shop, null, request);
  const product = shop.products.get(Number(id));
  if (kind === undefined) return one(shop, product, noProduct(request.method === "GET" ? 404 : 400), request);
  if (kind !== "variations") return noRoute;
  if (!product) return noProduct(404);
  if (variationId === undefined) return listAnswer(shop, variationsOf(shop, product.id), request);
  if (variationId === "batch") return batchAnswer(shop, product.id, request);
  const variation = shop.products.get(Number(variationId));
  return one(
    shop,
    variation?.parentId === product.id ? variation : undefined,
    noVariation,
    request,
    product.id,
  );
}

export const noRoute = restError(
  404,
  "rest_no_route",
  "No route was found matching the URL and request method.",
);

/** Products without variations; by their SKUs, which finds variations as well. */
function matching(shop: Shop, query: URLSearchParams): ShopProduct[] {
  const skus = query.get("sku")?.split(",");
  const type = query.get("type");
  return [...shop.products.values()].filter((each) =>
    skus ? skus.includes(each.sku) : each.type !== "variation" && (type === null || each.type === type),
  );
}

function one(
  shop: Shop,
  product: ShopProduct | undefined,
  missing: RestAnswer,
  request: RestRequest,
  parentId = 0,
): RestAnswer | null {
  if (!product) return missing;
  const shown = () => ({
    status: 200,
    body: onlyFields(present(shop, product, request.home), request.query.get("_fields")),
  });
  if (request.method === "GET") return shown();
  if (request.method === "DELETE") {
    shop.products.delete(product.id);
    return shown();
  }
  const body = readBody(request);
  if ("status" in body) return body;
  const saved = save(shop, product, body.sent, parentId);
  return saved === "died" ? null : (saved ?? shown());
}

/** Saves what was sent; an error if the shop does not accept it. */
function save(shop: Shop, product: ShopProduct, sent: unknown, parentId: number): RestAnswer | "died" | null {
  if (product.parentId !== parentId) return wrongPath;
  const values = new Map(Object.entries(Object(sent)));
  const wrong = TEXTS.filter((name) => {
    const value = values.get(name) ?? null;
    return value !== null && typeof value !== "string";
  });
  if (wrong.length > 0)
    return invalidParams(Object.fromEntries(wrong.map((name) => [name, `${name} is not of type string.`])));
  const body: SaveBody = Object(sent);
  const twin = [...shop.products.values()].find(
    (each) => each.sku === body.sku && each.sku !== "" && each.id !== product.id,
  );
  if (twin)
    return restError(400, "product_invalid_sku", "Invalid or duplicated SKU.", { resource_id: twin.id });
  if (saveProduct(shop, product, body, MARKER_KEY) === "died") return "died";
  shop.beforeAnswer?.(product);
  return null;
}

/** The body of a request; what is sent under another type than JSON counts as no parameter at all. */
function readBody({ text }: RestRequest): { readonly sent: unknown } | RestAnswer {
  if (text === null || text === "") return { sent: {} };
  try {
    return { sent: JSON.parse(text) };
  } catch {
    return restError(400, "rest_invalid_json", "Invalid JSON body passed.", {
      json_error_code: 4,
      json_error_message: "Syntax error",
    });
  }
}

/** Writes many products one after the other, without a transaction; each item has its own outcome. */
function batchAnswer(shop: Shop, parentId: number | null, request: RestRequest): RestAnswer | null {
  const body = readBody(request);
  if ("status" in body) return body;
  const { update }: { update?: readonly ({ readonly id: number } & SaveBody)[] } = Object(body.sent);
  if (!update || update.length === 0) return { status: 200, body: [] };
  if (update.length > MAX_BATCH)
    return restError(
      413,
      "woocommerce_rest_request_entity_too_large",
      `Unable to accept more than ${MAX_BATCH} items for this request.`,
    );
  const outcomes: unknown[] = [];
  for (const { id, ...sent } of update) {
    const product = shop.products.get(id);
    const known = parentId === null ? product : product?.parentId === parentId ? product : undefined;
    const missing = parentId === null ? noProduct(400) : noVariation;
    const saved = known ? save(shop, known, sent, parentId ?? 0) : missing;
    if (saved === "died") return null;
    outcomes.push(
      saved === null && known ? present(shop, known, request.home) : { id, error: errorOf(saved) },
    );
  }
  return { status: 200, body: { update: outcomes } };
}

const errorOf = (answer: RestAnswer | null): unknown => answer?.body;
