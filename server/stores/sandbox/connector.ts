import { z } from "zod";
import { parseStoreUrl } from "@/server/stores/address";
import { decodeCursor, encodeCursor } from "@/server/stores/cursor";
import { fingerprintOf } from "@/server/stores/fingerprint";
import { invalidResponse, type StoreCall } from "@/server/stores/http";
import {
  type KeyedPrice,
  type ListRequest,
  type Page,
  type StoreConnection,
  type StoreConnector,
  type StoreVariant,
} from "@/server/stores/port";
import { sandboxDeclaration } from "@/server/stores/sandbox/declaration";
import {
  credentialsFor,
  requestSandbox,
  sandboxVariant,
  variantPath,
} from "@/server/stores/sandbox/requests";
import { checkWriteRequest } from "@/server/stores/write-request";

const variantPage = z.object({ data: z.array(sandboxVariant), next_after: z.string().nullable() });
/** The sandbox has no taxes. */
const NO_TAX_INFO = { pricesIncludeTax: null, taxRates: null } as const;
const identity = z.object({ kind: z.literal("sandbox") });

/** The sandbox store. It mirrors the catalog, so it finds an item without a store reference by its sku. */
export const sandbox: StoreConnector<"sandbox"> = {
  ...sandboxDeclaration,
  refForSku: (sku) => sku,
  test: async (connection) => {
    await requestSandbox(connection, { method: "GET", path: "", access: "read" }, identity);
    const { currency } = credentialsFor(connection);
    // Each workspace's store has its own address and a single channel, so the address identifies it.
    const fingerprint = fingerprintOf("sandbox", parseStoreUrl(connection.url).href.replace(/\/+$/, ""));
    return { name: "Sandbox store", channel: "sandbox", fingerprint, currency, ...NO_TAX_INFO, notices: [] };
  },
  readPricing: async (connection) => ({ currency: credentialsFor(connection).currency, ...NO_TAX_INFO }),
  listVariants,
  readPrice: async (connection, ref, mirror) => {
    const path = variantPath(ref);
    // The PUT updates the sandbox's copy of our price; it is safe to repeat.
    const call: Omit<StoreCall, "headers" | "isOwnError"> = mirror
      ? {
          method: "PUT",
          path: `${path}/mirror`,
          body: { price: mirror.price.toString(), currency: mirror.currency },
          access: "read",
        }
      : { method: "GET", path, access: "read" };
    return toStorePrice(await requestSandbox(connection, call, sandboxVariant));
  },
  writePrice: async (connection, ref, request) => {
    checkWriteRequest(request);
    const body = {
      price: request.target.toString(),
      currency: request.currency,
      marker: request.writeKey,
      mirror: request.expected?.toString() ?? null,
      completes: request.completes ?? false,
    };
    const path = `${variantPath(ref)}/price`;
    const response = await requestSandbox(
      connection,
      { method: "PUT", path, body, access: "write" },
      sandboxVariant,
    );
    if (response.ref !== ref)
      throw invalidResponse({ access: "write" }, "The store answered about another variant.");
    const storePrice = toStorePrice(response);
    return {
      ...storePrice,
      receipt: JSON.stringify({ ref, price: storePrice.price.toString(), marker: storePrice.writeKey }),
    };
  },
};

const toStorePrice = (row: z.output<typeof sandboxVariant>): KeyedPrice => ({
  price: row.price,
  currency: row.currency,
  writeKey: row.marker,
  shopperPrice: row.shopper_price,
  compareAt: row.compare_at,
  sale: row.sale,
  complete: row.charged === row.price,
});

async function listVariants(connection: StoreConnection, request: ListRequest): Promise<Page<StoreVariant>> {
  const query = new URLSearchParams({ limit: String(Math.min(Math.max(request.pageSize, 1), 1000)) });
  if (request.cursor !== null) query.set("after", decodeCursor(request.cursor, z.string()));
  if (request.updatedSince) query.set("updated_since", request.updatedSince.toISOString());
  const page = await requestSandbox(
    connection,
    { method: "GET", path: `/variants?${query}`, access: "read" },
    variantPage,
  );
  return {
    data: page.data.map((row) => ({
      ...toStorePrice(row),
      ref: row.ref,
      parentRef: null,
      sku: row.ref,
      title: null,
      brand: null,
      category: null,
      tags: null,
      cost: null,
      stock: null,
      enabled: null,
      updatedAt: new Date(row.updatedAt),
      url: null,
    })),
    nextCursor: page.next_after === null ? null : encodeCursor(page.next_after),
    total: null,
  };
}
