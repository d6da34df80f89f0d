import { createHash } from "node:crypto";
import { z } from "zod";
import { MINUTE_MS, SECOND_MS } from "@/server/domain/durations";
import type { StoreConnection } from "@/server/stores/port";
import { Recent } from "@/server/stores/recent";
import type { ShopifyCredentials } from "@/server/stores/shopify/declaration";
import { installedToken, refuseToken } from "@/server/stores/shopify/installed-token";
import { askForToken } from "@/server/stores/shopify/token-request";

/** A connection with credentials parsed by the connector's schema; the address is that of the shop's Admin API. */
export type ShopifyConnection = StoreConnection & { readonly shopify: ShopifyCredentials };

interface Token {
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** A token is exchanged so long before its end that no write meets one that has expired. */
const MARGIN_MS = 5 * MINUTE_MS;
const MAX_TOKENS = 1000;
const tokens = new Recent<Token>(MAX_TOKENS);
/** The requests for a token that are on their way, so that concurrent calls share one. */
const pending = new Map<string, Promise<Token>>();

/** Identifies sign-in and shop in memory; a digest, so that it contains no secret. */
export const connectionKey = ({ url, shopify }: ShopifyConnection): string =>
  createHash("sha256")
    .update(JSON.stringify([url, shopify]))
    .digest("base64");

/**
 * Returns the access token of a connection. That of a client id is requested from the shop, kept in memory for its day,
 * and requested again before it ends; that of an installed app is stored, and renewed before it ends.
 * @throws StoreError, with certainty `definite`: nothing was changed
 */
export async function accessToken(connection: ShopifyConnection): Promise<string> {
  const { shopify } = connection;
  const key = connectionKey(connection);
  if ("refreshToken" in shopify) return installedToken(connection, shopify, key);
  if ("accessToken" in shopify) return shopify.accessToken;
  const known = tokens.get(key);
  if (known && known.expiresAt - MARGIN_MS > Date.now()) return known.text;
  const running = pending.get(key) ?? requestToken(connection, shopify);
  pending.set(key, running);
  try {
    const token = await running;
    tokens.set(key, token);
    return token.text;
  } finally {
    pending.delete(key);
  }
}

/**
 * Forgets a token that the shop refused; one that replaced it meanwhile stays. Returns whether another one can be
 * requested.
 */
export function forgetToken(connection: ShopifyConnection, token: string): boolean {
  const { shopify } = connection;
  const key = connectionKey(connection);
  if ("refreshToken" in shopify) return refuseToken(connection, { given: shopify, key, token });
  if (tokens.get(key)?.text === token) tokens.delete(key);
  return "clientSecret" in shopify;
}

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

async function requestToken(
  connection: ShopifyConnection,
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
): Promise<Token> {
  const requestedAt = Date.now();
  const asked = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
  const { access_token: text, expires_in: seconds } = await askForToken(connection, asked, granted);
  return { text, expiresAt: requestedAt + seconds * SECOND_MS };
}
