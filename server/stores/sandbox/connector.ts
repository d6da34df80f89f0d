import { z } from "zod";
import { isRunning } from "@/server/domain/items/shop-window";
import { parseStoreUrl } from "@/server/stores/address";
import { credentialsOf } from "@/server/stores/credentials";
import { decodeCursor, encodeCursor } from "@/server/stores/cursor";
import { fingerprintOf } from "@/server/stores/fingerprint";
import { callStore, invalidResponse, type StoreCall } from "@/server/stores/http";
import {
  type KeyedPrice,
  type ListRequest,
  type Page,
  type StoreConnection,
  type StoreConnector,
  StoreError,
  type StoreVariant,
} from "@/server/stores/port";
import { sandboxCredentials, sandboxDeclaration } from "@/server/stores/sandbox/declaration";
import { checkWriteRequest } from "@/server/stores/write-request";

const amount = z
  .string()
  .regex(/^[1-9]\d*$/)
  .transform(BigInt);
const instant = z.iso.datetime().transform((text) => new Date(text));
const variant = z.object({
  ref: z.string(),
  price: amount,
  /** What the cart charges outside of sales. */
  charged: amount,
  compare_at: amount.nullable(),
  sale: z.object({ price: amount, from: instant.nullable(), until: instant.nullable() }).nullable(),
  currency: z.string(),
  marker: z.string().nullable(),
  updatedAt: z.iso.datetime(),
});
const variantPage = z.object({ data: z.array(variant), next_after: z.string().nullable() });
/** The sandbox has no taxes. */
const NO_TAX_INFO = { pricesIncludeTax: null, taxRates: null } as const;
const identity = z.object({ kind: z.literal("sandbox") });
const refusal = z.object({ message: z.string() });

/** The sandbox store. It mirrors the catalog, so it finds an item without a store reference by its sku. */
export const sandbox: StoreConnector<"sandbox"> = {
  ...sandboxDeclaration,
  refForSku: (sku) => sku,
  test: async (connection) => {
    await requestJson(connection, { method: "GET", path: "", access: "read" }, identity);
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
    const call: Omit<StoreCall, "headers"> = mirror
      ? {
          method: "PUT",
          path: `${path}/mirror`,
          body: { price: mirror.price.toString(), currency: mirror.currency },
          access: "read",
        }
      : { method: "GET", path, access: "read" };
    return toStorePrice(await requestJson(connection, call, variant));
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
    const response = await requestJson(connection, { method: "PUT", path, body, access: "write" }, variant);
    if (response.ref !== ref)
      throw invalidResponse({ access: "write" }, "The store answered about another variant.");
    const storePrice = toStorePrice(response);
    return {
      ...storePrice,
      receipt: JSON.stringify({ ref, price: storePrice.price.toString(), marker: storePrice.writeKey }),
    };
  },
};

const credentialsFor = (connection: StoreConnection) =>
  credentialsOf(connection, sandboxCredentials, sandboxDeclaration);
const variantPath = (ref: string) => `/variants/${encodeURIComponent(ref)}`;
const toStorePrice = (row: z.output<typeof variant>): KeyedPrice => ({
  price: row.price,
  currency: row.currency,
  writeKey: row.marker,
  shopperPrice: row.sale !== null && isRunning(row.sale, Date.now()) ? row.sale.price : row.charged,
  compareAt: row.compare_at,
  sale: row.sale,
  complete: row.charged === row.price,
});

async function listVariants(connection: StoreConnection, request: ListRequest): Promise<Page<StoreVariant>> {
  const query = new URLSearchParams({ limit: String(Math.min(Math.max(request.pageSize, 1), 1000)) });
  if (request.cursor !== null) query.set("after", decodeCursor(request.cursor, z.string()));
  if (request.updatedSince) query.set("updated_since", request.updatedSince.toISOString());
  const page = await requestJson(
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

async function requestJson<T>(
  connection: StoreConnection,
  call: Omit<StoreCall, "headers">,
  shape: z.ZodType<T>,
): Promise<T> {
  const headers = { authorization: `Bearer ${credentialsFor(connection).key}` };
  const { status, json } = await callStore(connection, { ...call, headers });
  if (status >= 400) {
    const says = refusal.safeParse(json).data?.message ?? `status ${status}`;
    const reason = status === 404 ? "not_found" : "rejected";
    throw new StoreError(reason, "definite", `The store says: ${says}`);
  }
  const parsed = shape.safeParse(json);
  if (!parsed.success) throw invalidResponse(call, "The store's answer cannot be understood.", parsed.error);
  return parsed.data;
}
