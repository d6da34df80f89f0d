import { createHmac } from "node:crypto";
import type { RestAnswer, RestRequest } from "./rest";
import { restError } from "./rest";
import type { Shop, ShopKey } from "./shop";

const WINDOW_S = 15 * 60;

const refused = (message: string): RestAnswer =>
  restError(401, "woocommerce_rest_authentication_error", message);

/** The nonces that a shop has seen, with their key. */
export type SeenNonces = Set<string>;

/**
 * Finds the key of a request: by OAuth 1.0a in the query, or over https by Basic or by key and secret in the query.
 * Null for a request that shows no key that the shop knows: over plain http Basic counts as none.
 */
export function keyOf(shop: Shop, request: RestRequest, nonces: SeenNonces): ShopKey | RestAnswer | null {
  const found = request.query.has("oauth_consumer_key")
    ? bySignature(shop, request, nonces)
    : request.secure
      ? bySecret(shop, request)
      : null;
  if (found === null || "status" in found) return found;
  if (request.method !== "GET" && found.permissions === "read")
    return refused("The API key provided does not have write permissions.");
  return found;
}

function bySecret(shop: Shop, { query, authorization }: RestRequest): ShopKey | RestAnswer | null {
  const basic = /^Basic (.+)$/.exec(authorization)?.[1];
  const [user, ...rest] = Buffer.from(basic ?? "", "base64")
    .toString("utf8")
    .split(":");
  const consumerKey = query.get("consumer_key") ?? user ?? "";
  const consumerSecret = query.get("consumer_secret") ?? rest.join(":");
  const key = shop.keys.find((each) => each.consumerKey === consumerKey);
  if (!key) return null;
  return key.consumerSecret === consumerSecret ? key : refused("Consumer secret is invalid.");
}

function bySignature(shop: Shop, request: RestRequest, nonces: SeenNonces): ShopKey | RestAnswer {
  const sent = (name: string) => request.query.get(`oauth_${name}`) ?? "";
  const key = shop.keys.find((each) => each.consumerKey === sent("consumer_key"));
  if (!key) return refused("Consumer key is invalid.");
  if (sent("signature_method") !== "HMAC-SHA256")
    return refused("Invalid signature - signature method is invalid.");
  if (signatureOf(request, key) !== sent("signature"))
    return refused("Invalid signature - provided signature does not match.");
  const age = Math.abs(shop.now() / 1000 - Number(sent("timestamp")));
  if (!(age <= WINDOW_S)) return refused("Invalid timestamp.");
  const nonce = `${key.consumerKey} ${sent("nonce")}`;
  if (nonces.has(nonce)) return refused("Invalid nonce - nonce has already been used.");
  nonces.add(nonce);
  return key;
}

/**
 * The signature as the shop computes it: over its own address and the decoded parameters, each encoded twice, so that
 * it agrees with a client only if that follows RFC 5849, 3.4.
 */
function signatureOf({ method, home, path, query }: RestRequest, { consumerSecret }: ShopKey): string {
  const twice = (text: string) => strict(strict(text));
  const pairs = [...query]
    .filter(([name]) => name !== "oauth_signature")
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${twice(name)}%3D${twice(value)}`);
  const text = [method, strict(`${home}${path}`), pairs.join("%26")].join("&");
  return createHmac("sha256", `${consumerSecret}&`).update(text).digest("base64");
}

const strict = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
