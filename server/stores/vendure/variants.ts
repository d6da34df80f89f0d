import { z } from "zod";
import { decodeCursor, encodeCursor } from "@/server/stores/cursor";
import { invalidResponse } from "@/server/stores/http";
import type { ListRequest, Page, StoreVariant } from "@/server/stores/port";
import { fromStored } from "@/server/stores/vendure/amounts";
import { customAmount, customFieldsShape, windowOf } from "@/server/stores/vendure/prices";
import { runAsAdministrator, type VendureConnection } from "@/server/stores/vendure/session";
import { cachedShop, requireWriteKeyField, type VendureShop } from "@/server/stores/vendure/shop";

/** Vendure returns at most 1,000 rows unless a merchant lowered the limit; a hundred is below every limit seen. */
const MAX_PAGE = 100;

const facetValues = z.array(z.object({ name: z.string(), facet: z.object({ code: z.string() }) }));
const listedVariant = z.object({
  id: z.string(),
  productId: z.string(),
  sku: z.string(),
  name: z.string(),
  updatedAt: z.iso.datetime({ offset: true }),
  enabled: z.boolean(),
  trackInventory: z.enum(["TRUE", "FALSE", "INHERIT"]),
  // The caller refuses an absurd price, so that the rest of the page stays usable.
  prices: z.array(z.object({ price: z.number().int(), currencyCode: z.string() })),
  stockLevels: z.array(z.object({ stockOnHand: z.number(), stockAllocated: z.number() })),
  facetValues,
  product: z.object({ enabled: z.boolean(), facetValues }),
  customFields: customFieldsShape,
});
const listResponse = z.object({
  productVariants: z.object({ totalItems: z.number().int(), items: z.array(listedVariant) }),
});
type Listed = z.output<typeof listedVariant>;

/** Cursor: the number of rows already listed and the last one's id, because deleted rows shift the offset. */
const cursorShape = z.object({ passed: z.number().int().min(1), last: z.string() });

/**
 * Returns one page of variants in the order of their ids. Vendure pages by offset only, so each page also requests
 * the row before it. If that is not the last row listed, rows were deleted and the page is searched for further up:
 * variants may then be listed twice, but none is left out.
 * @throws StoreError
 */
export async function listVendureVariants(
  connection: VendureConnection,
  request: ListRequest,
): Promise<Page<StoreVariant>> {
  const shop = await cachedShop(connection);
  const fetchRows = (skip: number, take: number) =>
    fetchPage(connection, shop, request.updatedSince, skip, take);
  const size = Math.min(Math.max(request.pageSize, 1), MAX_PAGE);
  const from = request.cursor === null ? null : decodeCursor(request.cursor, cursorShape);
  // Just before the last listed row; one page further up if rows were deleted; then the start.
  const starts = from === null ? [0] : [from.passed - 1, Math.max(0, from.passed - size), 0];
  for (const start of starts) {
    const { items, totalItems } = await fetchRows(start, from === null ? size : size + 1);
    const anchor = from === null ? -1 : items.findIndex(({ id }) => id === from.last);
    if (anchor === -1 && start > 0) continue;
    const seen = anchor === -1 ? items.slice(0, size) : items;
    const last = seen.at(-1);
    const passed = start + seen.length;
    // Treated as the end, this page would make every following variant look deleted.
    if (!last && totalItems > passed)
      throw invalidResponse(
        { access: "read" },
        `The store reports ${totalItems} variants and lists none of them.`,
      );
    return {
      data: seen.slice(anchor + 1).map((row) => toStoreVariant(row, shop, connection)),
      nextCursor: last && passed < totalItems ? encodeCursor({ passed, last: last.id }) : null,
      total: totalItems,
    };
  }
  return { data: [], nextCursor: null, total: null };
}

async function fetchPage(
  connection: VendureConnection,
  shop: VendureShop,
  updatedSince: Date | null,
  skip: number,
  take: number,
): Promise<z.output<typeof listResponse>["productVariants"]> {
  const custom = [requireWriteKeyField(shop, connection), shop.fields.cost, shop.fields.compareAt];
  const query = `query Variants($options: ProductVariantListOptions!) {
    productVariants(options: $options) {
      totalItems
      items {
        id productId sku name updatedAt enabled trackInventory
        prices { price currencyCode }
        stockLevels { stockOnHand stockAllocated }
        facetValues { name facet { code } }
        product { enabled facetValues { name facet { code } } }
        customFields { ${custom.filter((name) => name !== null).join(" ")} }
      }
    }
  }`;
  // `after` excludes its own instant, and some databases store whole seconds only.
  const since = updatedSince && {
    updatedAt: { after: new Date(updatedSince.getTime() - 1000).toISOString() },
  };
  const options = { skip, take, sort: { id: "ASC" }, ...(since ? { filter: since } : {}) };
  const response = await runAsAdministrator(
    connection,
    { query, variables: { options }, access: "read" },
    listResponse,
  );
  return response.productVariants;
}

function toStoreVariant(row: Listed, shop: VendureShop, { vendure }: VendureConnection): StoreVariant {
  const facets = [...row.product.facetValues, ...row.facetValues];
  const named = (code: string) => facets.find(({ facet }) => facet.code === code)?.name ?? null;
  const brand = named(vendure.brandFacet);
  const category = named(vendure.categoryFacet);
  const tags = facets.map(({ name }) => name).filter((name) => name !== brand && name !== category);
  const found = row.prices.find(({ currencyCode }) => currencyCode === shop.currency);
  const price = found ? fromStored(found.price, shop.currency, shop) : null;
  const writeKey = shop.fields.writeKey === null ? null : row.customFields?.[shop.fields.writeKey];
  return {
    ref: row.id,
    parentRef: row.productId,
    sku: row.sku,
    title: row.name,
    brand,
    category,
    tags: [...new Set(tags)],
    price,
    currency: shop.currency,
    complete: true,
    ...windowOf(price, row.customFields, shop),
    cost: customAmount(row.customFields, shop.fields.cost, shop),
    stock: availableStock(row, shop),
    enabled: row.enabled && row.product.enabled,
    writeKey: typeof writeKey === "string" && writeKey !== "" ? writeKey : null,
    updatedAt: new Date(row.updatedAt),
    url: null,
  };
}

/** Returns the units that can be sold; null if the merchant does not track them. */
function availableStock(row: Listed, shop: VendureShop): number | null {
  const counted = row.trackInventory === "INHERIT" ? shop.tracksStock : row.trackInventory === "TRUE";
  if (!counted) return null;
  return row.stockLevels.reduce(
    (sum, { stockOnHand, stockAllocated }) => sum + stockOnHand - stockAllocated,
    0,
  );
}
