import { createHmac } from "node:crypto";
import { MINUTE_MS } from "@/server/domain/durations";
import type { Shop, ShopApp } from "./shop";

/** Signs a query as the shop does: its parameters in order, by the app's secret. */
function signedQuery(secret: string, parameters: Readonly<Record<string, string>>): URLSearchParams {
  const query = new URLSearchParams(parameters);
  query.sort();
  query.append("hmac", createHmac("sha256", secret).update(query.toString()).digest("hex"));
  return query;
}

/** The shop's query about itself to an app, signed. */
export const queryOf = (shop: Shop, app: ShopApp, more: Readonly<Record<string, string>>): URLSearchParams =>
  signedQuery(app.clientSecret, {
    host: Buffer.from(`admin.shopify.com/store/${shop.settings.name}`).toString("base64url"),
    shop: new URL(shop.home).host,
    timestamp: String(Math.floor(shop.now() / 1000)),
    ...more,
  });

/**
 * The shop's page on which a signed-in merchant installs an app.
 * @param page the address of the page
 * @returns where the shop leads the merchant, with a code that counts once and for a minute
 * @throws Error as the shop's page words it
 */
export function installApp(shop: Shop, page: string): URL {
  const { searchParams, pathname, origin } = new URL(page);
  if (origin !== shop.home || pathname !== "/admin/oauth/authorize")
    throw new Error(`There is no page ${page}`);
  const app = shop.apps.find(({ clientId }) => clientId === searchParams.get("client_id"));
  if (!app) throw new Error("invalid_request: Could not find Shopify API application with this api_key");
  const redirectUrl = searchParams.get("redirect_uri") ?? "";
  if (!app.redirectUrls.includes(redirectUrl))
    throw new Error("invalid_request: The redirect_uri is not whitelisted");
  const asked = (searchParams.get("scope") ?? "").split(",");
  if (asked.some((scope) => !app.scopes.includes(scope)))
    throw new Error("invalid_scope: The access scope is invalid");
  app.isInstalled = true;
  const code = shop.nextId().toString(16);
  shop.codes.set(code, { app: app.clientId, expiresAt: shop.now() + MINUTE_MS });
  const back = new URL(redirectUrl);
  back.search = queryOf(shop, app, { code, state: searchParams.get("state") ?? "" }).toString();
  return back;
}

/** The page itself, on which the merchant agrees by a link. */
export function installPage(shop: Shop, page: string): { readonly status: number; readonly page: string } {
  try {
    const back = installApp(shop, page).href.replaceAll("&", "&amp;");
    return { status: 200, page: `<!doctype html><title>Install</title><a href="${back}">Install app</a>` };
  } catch (error) {
    return { status: 400, page: `<!doctype html><title>Error</title>${String(error)}` };
  }
}

/** The merchant uninstalls an app: its tokens and webhooks are gone at once. */
export function uninstallApp(shop: Shop, app: ShopApp): void {
  app.isInstalled = false;
  for (const tokens of [shop.tokens, shop.refreshTokens])
    for (const [text, token] of tokens) if (token.app === app.clientId) tokens.delete(text);
}

/** Ninety days pass in which an installed app asks for nothing. */
export function expireSignIn(shop: Shop): void {
  for (const [text, { expiresAt }] of shop.tokens) if (expiresAt !== null) shop.tokens.delete(text);
  for (const token of shop.refreshTokens.values()) token.expiresAt = shop.now();
}
