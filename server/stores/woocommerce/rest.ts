import { z } from "zod";
import { parseStoreUrl } from "@/server/stores/address";
import { callStore, invalidResponse, type StoreCall, type StoreResponse } from "@/server/stores/http";
import { type StoreConnection, StoreError } from "@/server/stores/port";
import type { WooCredentials } from "@/server/stores/woocommerce/declaration";
import { encodeQuery, type Query, signedQuery } from "@/server/stores/woocommerce/oauth";

/** A connection with credentials parsed by the connector's schema; the address is that of the shop's root. */
export type WooConnection = StoreConnection & { readonly woo: WooCredentials };

/** One call of the REST API v3; the path begins below its root. */
export interface WooCall extends Pick<StoreCall, "method" | "access" | "body"> {
  readonly path: string;
  readonly query?: Query;
}

const API = "/wp-json/wc/v3";
const failure = z.object({ code: z.string(), message: z.string() });
/** An error of WordPress repeats its status. One that ended the request in the middle has the code `wp_die`. */
const ownError = failure.extend({
  code: z.string().refine((code) => code !== "wp_die"),
  data: z.object({ status: z.number().int() }),
});

/** The codes for a product or a variation that the shop does not have, or not under this path. */
const NOT_FOUND: ReadonlySet<string> = new Set([
  "woocommerce_rest_product_invalid_id",
  "woocommerce_rest_product_variation_invalid_id",
  "woocommerce_rest_invalid_product_id",
]);

/**
 * Calls the REST API of a shop. Over https the key is sent by Basic; over plain http, where the shop ignores that, the
 * request is signed by OAuth 1.0a.
 * @returns the parsed answer and its headers
 * @throws StoreError
 */
export async function callWoo<T>(
  connection: WooConnection,
  { method, path, query = {}, body, access }: WooCall,
  shape: z.ZodType<T>,
): Promise<{ readonly data: T; readonly headers: StoreResponse["headers"] }> {
  const root = parseStoreUrl(connection.url);
  const isSecure = root.protocol === "https:";
  const { consumerKey, consumerSecret } = connection.woo;
  const basic = Buffer.from(`${consumerKey}:${consumerSecret}`).toString("base64");
  const address = new URL(`${root.href.replace(/\/+$/, "")}${API}${path}`);
  const signed = isSecure ? query : signedQuery(connection.woo, method, address, query, connection.now());
  const sent = encodeQuery(signed);
  const response = await callStore(connection, {
    method,
    path: `${API}${path}${sent === "" ? "" : `?${sent}`}`,
    headers: isSecure ? { authorization: `Basic ${basic}` } : {},
    ...(body === undefined ? {} : { body }),
    access,
    isOwnError: (json, status) => ownError.safeParse(json).data?.data.status === status,
    missing: NO_API,
    explain: (json) => refusalText(json, isSecure),
  });
  if (response.status >= 400) throw refusalOf(response);
  const parsed = shape.safeParse(response.json);
  if (!parsed.success)
    throw invalidResponse({ access }, "The answer is not what a WooCommerce shop gives.", parsed.error);
  return { data: parsed.data, headers: response.headers };
}

const NO_API =
  "There is no WooCommerce REST API at this address. Check the address, and that the shop's permalinks are not set to Plain.";

/** Translates a refusal. The shop answers 400 to a write of a product that it does not have, 404 to a read of it. */
function refusalOf({ status, json }: StoreResponse): StoreError {
  const { code, message } = failure.safeParse(json).data ?? {};
  const reason = code !== undefined && NOT_FOUND.has(code) ? "not_found" : "rejected";
  return new StoreError(reason, "definite", `The shop says: ${message ?? `status ${status}`}`);
}

/** Explains a 401 or 403, which the shop gives for everything from a wrong key to a missing right. */
function refusalText(json: unknown, isSecure: boolean): string | null {
  const { code, message } = failure.safeParse(json).data ?? {};
  if (code === undefined) return null;
  if (code !== "woocommerce_rest_authentication_error")
    return isSecure
      ? "The shop does not know the key, its user may not manage the shop, or its host removes the key from the request."
      : "The shop does not know the key, or its user may not manage the shop.";
  if (message?.includes("write permissions"))
    return "The key may read the shop but not change prices: create one with the permission Read/Write.";
  return `The shop refused the key: ${message}`;
}
