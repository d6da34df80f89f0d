import { z } from "zod";
import { MINUTE_MS, SECOND_MS } from "@/server/domain/durations";
import { connectionKey, type Kept } from "@/server/stores/cache";
import type { StoreConnection } from "@/server/stores/port";
import type { ShopifyCredentials } from "@/server/stores/shopify/declaration";
import { installedToken, refuseToken } from "@/server/stores/shopify/installed-token";
import { askForToken } from "@/server/stores/shopify/token-request";

/** A connection with credentials parsed by the connector's schema; the address is that of the shop's Admin API. */
export type ShopifyConnection = StoreConnection & { readonly shopify: ShopifyCredentials };

/** A token is exchanged so long before its end that no write meets one that has expired. */
const MARGIN_MS = 5 * MINUTE_MS;
const TOKEN: Kept<string> = { kind: "shopify", name: "token" };

/**
 * Returns the access token of a connection. That of a client id is requested from the shop, kept in memory for its day,
 * and requested again before it ends; that of an installed app is stored, and renewed before it ends.
 * @throws StoreError, with certainty `definite`: nothing was changed
 */
export async function accessToken(connection: ShopifyConnection): Promise<string> {
  const { shopify, cache } = connection;
  if ("refreshToken" in shopify) return installedToken(connection, shopify);
  if ("accessToken" in shopify) return shopify.accessToken;
  const key = connectionKey(connection);
  return cache.get(TOKEN, key) ?? cache.share(TOKEN, key, () => requestToken(connection, shopify));
}

/**
 * Forgets a token that the shop refused; one that replaced it meanwhile stays. Returns whether another one can be
 * requested.
 */
export function forgetToken(connection: ShopifyConnection, token: string): boolean {
  const { shopify, cache } = connection;
  if ("refreshToken" in shopify) return refuseToken(connection, shopify, token);
  const key = connectionKey(connection);
  if (cache.get(TOKEN, key) === token) cache.delete(TOKEN, key);
  return "clientSecret" in shopify;
}

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

async function requestToken(
  connection: ShopifyConnection,
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
): Promise<string> {
  const requestedAt = connection.now();
  const asked = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
  const { access_token: token, expires_in: seconds } = await askForToken(connection, asked, granted);
  const until = requestedAt + seconds * SECOND_MS - MARGIN_MS;
  connection.cache.set(TOKEN, connectionKey(connection), token, until);
  return token;
}
