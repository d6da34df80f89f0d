import { createHash } from "node:crypto";
import { z } from "zod";
import { MINUTE_MS, SECOND_MS } from "@/server/domain/durations";
import { callStore, invalidResponse } from "@/server/stores/http";
import { type StoreConnection, StoreError } from "@/server/stores/port";
import { Recent } from "@/server/stores/recent";
import type { ShopifyCredentials } from "@/server/stores/shopify/declaration";

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
 * and requested again before it ends.
 * @throws StoreError, with certainty `definite`: nothing was changed
 */
export async function accessToken(connection: ShopifyConnection): Promise<string> {
  const { shopify } = connection;
  if ("accessToken" in shopify) return shopify.accessToken;
  const key = connectionKey(connection);
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

/** Forgets a token that the shop refused. Returns whether another one can be requested. */
export function forgetToken(connection: ShopifyConnection): boolean {
  const key = connectionKey(connection);
  const isKnown = tokens.get(key) !== undefined;
  tokens.delete(key);
  return isKnown;
}

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const refusal = z.object({ error: z.string(), error_description: z.string().optional() });

async function requestToken(
  connection: ShopifyConnection,
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
): Promise<Token> {
  const call = { method: "POST", path: "/admin/oauth/access_token", access: "read" } as const;
  const asked = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
  const requestedAt = Date.now();
  const response = await callStore(connection, {
    ...call,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    bodyText: new URLSearchParams(asked).toString(),
    explain: refusalText,
  });
  if (response.status >= 400)
    throw new StoreError("unauthorized", "definite", refusalText(response.json) ?? NO_TOKEN);
  const parsed = granted.safeParse(response.json);
  if (!parsed.success) throw invalidResponse(call, "The shop answered without a token.", parsed.error);
  const { access_token: text, expires_in: seconds } = parsed.data;
  return { text, expiresAt: requestedAt + seconds * SECOND_MS };
}

const NO_TOKEN =
  "There is no Shopify shop at this address, or it gives this client no token: the app has to be installed in the shop.";

function refusalText(json: unknown): string | null {
  const { error, error_description: description } = refusal.safeParse(json).data ?? {};
  if (error === undefined) return null;
  if (error === "shop_not_permitted")
    return "The shop does not belong to the organization of this app. Use an app of the organization that owns the shop.";
  if (error === "app_not_installed") return "The app is not installed in this shop.";
  return `The shop refused the client ID and secret: ${description ?? error}`;
}
