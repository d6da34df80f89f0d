import { randomBytes } from "node:crypto";
import type { Shop, ShopAnswer } from "./shop";

const DAY_SECONDS = 86_399;

const refuse = (error: string, description: string): ShopAnswer => ({
  status: 400,
  body: { error, error_description: description },
});

/** Answers a request for a token: that of an app of the organization that owns the shop, for a day. */
export function tokenAnswer(shop: Shop, given: URLSearchParams): ShopAnswer {
  const app = shop.apps.find(({ clientId }) => clientId === given.get("client_id"));
  if (app?.clientSecret !== given.get("client_secret"))
    return refuse("invalid_client", "The client ID or the client secret is wrong");
  if (given.get("grant_type") !== "client_credentials")
    return refuse("unsupported_grant_type", "Unsupported grant type");
  if (!app.isInstalled) return refuse("app_not_installed", "The app is not installed in this shop");
  const token = `shpat_${randomBytes(16).toString("hex")}`;
  shop.tokens.set(token, {
    app: app.clientId,
    scopes: app.scopes,
    expiresAt: shop.now() + DAY_SECONDS * 1000,
  });
  return { status: 200, body: { access_token: token, scope: app.scopes.join(","), expires_in: DAY_SECONDS } };
}
