import { z } from "zod";
import { decodeCursor, encodeCursor } from "@/server/stores/cursor";
import { type ListRequest, type Page, StoreError, type StoreVariant } from "@/server/stores/port";
import type { Query } from "@/server/stores/woocommerce/oauth";
import {
  MAX_TAKEN,
  type Position,
  positionShape,
  type Rows,
  rowsAfter,
  START,
} from "@/server/stores/woocommerce/pages";
import { callWoo, type WooConnection } from "@/server/stores/woocommerce/rest";
import { cachedShop } from "@/server/stores/woocommerce/shop";
import {
  type ListedProduct,
  type ListedVariation,
  PRODUCT_FIELDS,
  productShape,
  simpleVariant,
  VARIATION_FIELDS,
  variationShape,
  variationVariant,
} from "@/server/stores/woocommerce/variants";

/** The products whose variations one page requests, at once: more would slow the shop down for its shoppers. */
const PARALLEL = 4;

/** The products passed, and the position within the variations of the product after them. */
const cursorShape = positionShape.extend({
  within: positionShape.extend({ product: z.number().int() }).nullable(),
});
type Cursor = z.output<typeof cursorShape>;

interface Reader {
  readonly connection: WooConnection;
  readonly currency: string;
  readonly pageSize: number;
}

/**
 * Returns one page of simple products and variations, in the order of the products' ids. The shop lists variations
 * below their product only, and a change of one changes its product's date too. So a page has the products up to a few
 * variable ones; a product with many variations continues on the next page. Products of other types have no price that
 * we write.
 * @throws StoreError
 */
export async function listWooVariants(
  connection: WooConnection,
  { cursor, updatedSince, pageSize }: ListRequest,
): Promise<Page<StoreVariant>> {
  const { currency } = await cachedShop(connection);
  const reader = { connection, currency, pageSize: Math.max(1, pageSize) };
  const from = cursor === null ? { ...START, within: null } : decodeCursor(cursor, cursorShape);
  if (from.within !== null) {
    const [data, next] = await variationsPage(reader, from, from.within);
    return { data, nextCursor: encodeCursor(next), total: null };
  }
  const { data, next, total, answeredAt } = await productsPage(reader, from, modifiedSince(updatedSince));
  return {
    data,
    nextCursor: next && encodeCursor(next),
    // The shop counts products, not variants.
    total: null,
    ...(total === null || total === 0 ? {} : { progress: next === null ? 1 : next.passed / total }),
    ...(answeredAt === null ? {} : { storeTime: answeredAt }),
  };
}

/** A page of products with their variants, and what the shop tells of its list of products. */
interface ProductsPage extends Pick<Rows<ListedProduct>, "total" | "answeredAt"> {
  readonly data: StoreVariant[];
  readonly next: Cursor | null;
}

/**
 * The filter for changes since a time. The shop compares whole seconds and excludes the given one, and a time with a
 * zone beside the flag would be shifted by the site's offset.
 */
function modifiedSince(since: Date | null): Query {
  if (since === null) return {};
  const before = new Date(since.getTime() - 1000).toISOString().slice(0, 19);
  return { modified_after: before, dates_are_gmt: "true" };
}

async function productsPage(reader: Reader, from: Position, filter: Query): Promise<ProductsPage> {
  const { connection, pageSize, currency } = reader;
  const list = { path: "/products", query: { ...filter, _fields: PRODUCT_FIELDS } };
  const { rows, end, isLast, ...counted } = await rowsAfter(connection, list, from, pageSize, productShape);
  const variable = rows.filter(({ type }) => type === "variable").slice(0, PARALLEL);
  const variations = new Map(
    await Promise.all(
      variable.map(async ({ id }) => [id, await variationsAfter(reader, id, START)] as const),
    ),
  );
  const data: StoreVariant[] = [];
  let at = { passed: end.passed - rows.length, last: from.last };
  const nowMs = connection.now();
  for (const product of rows) {
    const found = variations.get(product.id);
    const isDeferred = product.type === "variable" && found === undefined;
    const next = found
      ? toVariants(product, found, currency, nowMs)
      : product.type === "simple"
        ? [simpleVariant(product, currency, nowMs)]
        : [];
    if (isDeferred || data.length + next.length > pageSize)
      return { data, next: { ...at, within: null }, ...counted };
    data.push(...next);
    if (found && !found.isLast)
      return { data, next: { ...at, within: { ...found.end, product: product.id } }, ...counted };
    at = { passed: at.passed + 1, last: product.id };
  }
  return { data, next: isLast ? null : { ...end, within: null }, ...counted };
}

/** Continues with a product whose variations did not fit on the page before; none if it is gone. */
async function variationsPage(
  reader: Reader,
  from: Position,
  { product: id, ...position }: NonNullable<Cursor["within"]>,
): Promise<[StoreVariant[], Cursor]> {
  const behind = { passed: from.passed + 1, last: id, within: null };
  const product = await findProduct(reader.connection, id);
  if (product === null) return [[], behind];
  const found = await variationsAfter(reader, id, position);
  const data = toVariants(product, found, reader.currency, reader.connection.now());
  return [data, found.isLast ? behind : { ...from, within: { ...found.end, product: id } }];
}

const toVariants = (
  product: ListedProduct,
  { rows }: Rows<ListedVariation>,
  currency: string,
  nowMs: number,
): StoreVariant[] => rows.map((row) => variationVariant(product, row, currency, nowMs));

const variationsAfter = (
  { connection, pageSize }: Reader,
  productId: number,
  from: Position,
): Promise<Rows<ListedVariation>> => {
  const list = { path: `/products/${productId}/variations`, query: { _fields: VARIATION_FIELDS } };
  return rowsAfter(connection, list, from, Math.min(pageSize, MAX_TAKEN), variationShape);
};

async function findProduct(connection: WooConnection, id: number): Promise<ListedProduct | null> {
  const query = { _fields: PRODUCT_FIELDS };
  const call = { method: "GET", path: `/products/${id}`, query, access: "read" } as const;
  try {
    return (await callWoo(connection, call, productShape)).data;
  } catch (error) {
    if (error instanceof StoreError && error.reason === "not_found") return null;
    throw error;
  }
}
