import { z } from "zod";
import { parseStoreUrl } from "@/server/stores/address";
import type { GrantedKey, GrantRequest } from "@/server/stores/key-grant";

/** The name under which the shop's page asks, and which it gives the key. */
const APP_NAME = "Pricecheck";

/**
 * Returns the address of the shop's page on which a signed-in merchant lets the shop create a key. The shop sends the
 * key to the callback, with the state as the user, before it leads the merchant back.
 * @throws StoreError `address_refused` for an address that is none
 */
export function grantUrl(shopUrl: string, { state, returnUrl, callbackUrl }: GrantRequest): string {
  const root = parseStoreUrl(shopUrl.replace(/\/wp-json(\/wc\/v3)?\/*$/, "")).href.replace(/\/+$/, "");
  const query = new URLSearchParams({
    app_name: APP_NAME,
    scope: "read_write",
    user_id: state,
    return_url: returnUrl,
    callback_url: callbackUrl,
  });
  return `${root}/wc-auth/v1/authorize?${query}`;
}

const granted = z.object({
  user_id: z.string().min(1).max(200),
  consumer_key: z.string().min(1).max(200),
  consumer_secret: z.string().min(1).max(200),
});

/** Reads the shop's message with the key; null for anything else. */
export function readGrant(body: unknown): GrantedKey | null {
  const parsed = granted.safeParse(body);
  if (!parsed.success) return null;
  const { user_id: state, consumer_key: consumerKey, consumer_secret: consumerSecret } = parsed.data;
  return { state, credentials: { consumerKey, consumerSecret } };
}
