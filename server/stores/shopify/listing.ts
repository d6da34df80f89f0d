import { z } from "zod";
import { decodeCursor, encodeCursor } from "@/server/stores/cursor";
import type { ListRequest, Page, StoreVariant } from "@/server/stores/port";
import { type Answer, callShopify } from "@/server/stores/shopify/admin-api";
import { BULK_FROM, bulkCursor, bulkPage, startBulk } from "@/server/stores/shopify/bulk";
import { DOCUMENTS } from "@/server/stores/shopify/documents";
import { awaitPoints } from "@/server/stores/shopify/pace";
import type { ShopifyConnection } from "@/server/stores/shopify/session";
import { cachedShop } from "@/server/stores/shopify/shop";
import { numberOf } from "@/server/stores/shopify/variant-place";
import { listedShape, toStoreVariant } from "@/server/stores/shopify/variants";

/** A variant costs about six points with its product and cost, and no query may cost more than a thousand. */
const MAX_PAGE = 100;
const POINTS_OF_VARIANT = 6;
const MAX_PRODUCTS = 50;

/** A position in the whole list. */
const pagedCursor = z.object({
  after: z.string().nullable(),
  total: z.number().int().nullable(),
  /** As `Page.repeats`. */
  repeats: z.boolean(),
});
const wholeCursor = z.union([pagedCursor, bulkCursor]);
/** A position in the changed products: those whose variants are being listed, and where the next ones begin. */
const changedCursor = z.object({
  ids: z.array(z.string()),
  after: z.string().nullable(),
  nextProducts: z.string().nullable(),
});
type ChangedCursor = z.output<typeof changedCursor>;

/** A page that says that there are more and not where would end the list early: what follows would seem deleted. */
const pageInfo = z
  .object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })
  .refine(({ hasNextPage, endCursor }) => !hasNextPage || endCursor !== null);
const variantsShape = z.object({ productVariants: z.object({ nodes: z.array(listedShape), pageInfo }) });
const productsShape = z.object({
  products: z.object({ nodes: z.array(z.object({ id: z.string() })), pageInfo }),
});
const countShape = z.object({
  productVariantsCount: z.object({ count: z.number().int(), precision: z.string() }).nullable(),
});

/**
 * Returns one page of variants in the order of their ids. The shop's cursors name the last row, so deleted rows shift
 * nothing.
 * @throws StoreError
 */
export async function listShopifyVariants(
  connection: ShopifyConnection,
  request: ListRequest,
): Promise<Page<StoreVariant>> {
  return request.updatedSince === null
    ? wholePage(connection, request)
    : changedPage(connection, request, request.updatedSince);
}

async function wholePage(
  connection: ShopifyConnection,
  { cursor, pageSize }: ListRequest,
): Promise<Page<StoreVariant>> {
  if (cursor === null) return firstPage(connection, pageSize);
  const from = decodeCursor(cursor, wholeCursor);
  if (!("bulk" in from)) return pageAfter(connection, from, pageSize);
  const { total } = from;
  const page = await bulkPage(connection, from, pageSize);
  if (page === null)
    return {
      data: [],
      nextCursor: encodeCursor({ after: null, total, repeats: true }),
      total,
      repeats: true,
    };
  const { next, ...read } = page;
  return { ...read, nextCursor: next && encodeCursor(next), total };
}

/** The beginning of the whole list: of the shop's file of it where there are many variants, else of its pages. */
async function firstPage(connection: ShopifyConnection, pageSize: number): Promise<Page<StoreVariant>> {
  const operation = { query: DOCUMENTS.count, access: "read" } as const;
  const { data, answeredAt } = await callShopify(connection, operation, countShape);
  const { productVariantsCount: counted } = data;
  const total = counted?.precision === "EXACT" ? counted.count : null;
  const bulk = total !== null && total >= BULK_FROM ? await startBulk(connection, total) : null;
  if (bulk === null) return pageAfter(connection, { after: null, total, repeats: false }, pageSize);
  return { data: [], nextCursor: encodeCursor(bulk), total, ...storeTimeOf({ answeredAt }) };
}

async function pageAfter(
  connection: ShopifyConnection,
  { after, total, repeats }: z.output<typeof pagedCursor>,
  pageSize: number,
): Promise<Page<StoreVariant>> {
  const rows = await variantsAfter(connection, after, null, pageSize);
  const nextCursor = rows.after && encodeCursor({ after: rows.after, total, repeats });
  return { data: rows.data, nextCursor, total, repeats, ...storeTimeOf(rows) };
}

/**
 * Lists the variants of the products that changed. A product's date also moves when one of its variants changes, its
 * stock included, while a variant's own date stays when its product is archived. A change of a cost alone moves
 * neither.
 */
async function changedPage(
  connection: ShopifyConnection,
  { cursor, pageSize }: ListRequest,
  since: Date,
): Promise<Page<StoreVariant>> {
  const from: ChangedCursor =
    cursor === null ? { ids: [], after: null, nextProducts: null } : decodeCursor(cursor, changedCursor);
  const isListing = from.ids.length > 0;
  const products = isListing ? null : await changedProducts(connection, since, from.nextProducts);
  const ids = products?.ids ?? from.ids;
  const nextProducts = products ? products.after : from.nextProducts;
  const answered = products ? storeTimeOf(products) : {};
  if (ids.length === 0) return { data: [], nextCursor: null, total: null, ...answered };
  const query = `product_ids:${ids.join(",")}`;
  const rows = await variantsAfter(connection, from.after, query, pageSize);
  const next: ChangedCursor | null = rows.after
    ? { ids, after: rows.after, nextProducts }
    : nextProducts
      ? { ids: [], after: null, nextProducts }
      : null;
  return { data: rows.data, nextCursor: next && encodeCursor(next), total: null, ...answered };
}

const storeTimeOf = ({ answeredAt }: Pick<Answer<unknown>, "answeredAt">) =>
  answeredAt === null ? {} : { storeTime: answeredAt };

/** The numbers of the products that changed at or after a time, in whole seconds of the shop's clock. */
async function changedProducts(connection: ShopifyConnection, since: Date, after: string | null) {
  const query = `updated_at:>='${since.toISOString().slice(0, 19)}Z'`;
  const variables = { first: MAX_PRODUCTS, after, query };
  const operation = { query: DOCUMENTS.changedProducts, variables, access: "read" } as const;
  const answer = await callShopify(connection, operation, productsShape);
  const { nodes, pageInfo: page } = answer.data.products;
  const next = page.hasNextPage ? page.endCursor : null;
  return { ids: nodes.map(({ id }) => numberOf(id)), after: next, answeredAt: answer.answeredAt };
}

/** One page of variants behind a position, and the position behind the page; null at the end. */
async function variantsAfter(
  connection: ShopifyConnection,
  after: string | null,
  query: string | null,
  pageSize: number,
) {
  const { currency, hasCosts } = await cachedShop(connection);
  const first = Math.min(Math.max(pageSize, 1), MAX_PAGE);
  await awaitPoints(connection, first * POINTS_OF_VARIANT);
  const variables = { first, after, query, costs: hasCosts };
  const operation = { query: DOCUMENTS.variants, variables, access: "read" } as const;
  const answer = await callShopify(connection, operation, variantsShape);
  const { nodes, pageInfo: page } = answer.data.productVariants;
  return {
    data: nodes.map((row) => toStoreVariant(row, currency)),
    after: page.hasNextPage ? page.endCursor : null,
    answeredAt: answer.answeredAt,
  };
}
