import { createHmac, randomBytes } from "node:crypto";
import type { WooCredentials } from "@/server/stores/woocommerce/declaration";

/** The request parameters by name; each has one value. */
export type Query = Readonly<Record<string, string>>;

/**
 * Percent-encodes a text by RFC 5849, section 3.6: every character but letters, digits, `-`, `.`, `_` and `~`.
 */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Returns the parameters as a query string without its question mark, empty for none. */
export const encodeQuery = (query: Query): string =>
  Object.entries(query)
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .join("&");

/**
 * Signs one request by OAuth 1.0a (RFC 5849) with HMAC-SHA256, as a client without tokens. The body is no part of it
 * (section 3.4.1.3.1: only form parameters are). A signed request cannot be sent again, because the shop refuses a
 * nonce that it has seen.
 * @param url the request's address without its query
 * @param now milliseconds since 1970, at most 15 minutes off the shop's clock
 * @returns the parameters of the query, signature included
 */
export function signedQuery(
  { consumerKey, consumerSecret }: WooCredentials,
  method: string,
  url: URL,
  query: Query,
  now: number,
): Query {
  const parameters = {
    ...query,
    oauth_consumer_key: consumerKey,
    oauth_nonce: randomBytes(16).toString("hex"),
    oauth_signature_method: "HMAC-SHA256",
    oauth_timestamp: String(Math.floor(now / 1000)),
    oauth_version: "1.0",
  };
  // Section 3.4.2; the part behind the ampersand is the token's secret, and there is no token.
  const signature = createHmac("sha256", `${percentEncode(consumerSecret)}&`)
    .update(baseString(method, url, parameters))
    .digest("base64");
  return { ...parameters, oauth_signature: signature };
}

/** The signature base string of section 3.4.1; URL's origin is the base string URI of 3.4.1.2 already. */
export function baseString(method: string, { origin, pathname }: URL, parameters: Query): string {
  // Section 3.4.1.3.2: encoded first, then sorted by their bytes.
  const normalized = Object.entries(parameters)
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map((pair) => pair.join("="))
    .join("&");
  return [method.toUpperCase(), origin + pathname, normalized].map(percentEncode).join("&");
}
