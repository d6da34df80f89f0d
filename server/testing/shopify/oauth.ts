import { randomBytes } from "node:crypto";
import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
import type { Shop, ShopAnswer, ShopApp } from "./shop";

const DAY_SECONDS = 86_399;
const HOUR_SECONDS = 3_600;
const REFRESH_MS = 90 * DAY_MS;
const REUSE_MS = 30 * DAY_MS;

const refuse = (error: string, description: string): ShopAnswer => ({
  status: 400,
  body: { error, error_description: description },
});

const newText = (prefix: string): string => `${prefix}_${randomBytes(16).toString("hex")}`;

/** Answers a request for a token: of an app of the organization that owns the shop, or of one that was installed. */
export function tokenAnswer(shop: Shop, given: URLSearchParams): ShopAnswer {
  const app = shop.apps.find(({ clientId }) => clientId === given.get("client_id"));
  if (app?.clientSecret !== given.get("client_secret"))
    return refuse("invalid_client", "The client ID or the client secret is wrong");
  if (given.has("code")) return codeAnswer(shop, app, given);
  if (given.get("grant_type") === "refresh_token") return refreshAnswer(shop, app, given);
  if (given.get("grant_type") !== "client_credentials")
    return refuse("unsupported_grant_type", "Unsupported grant type");
  if (!app.isInstalled) return refuse("app_not_installed", "The app is not installed in this shop");
  const token = newText("shpat");
  shop.tokens.set(token, {
    app: app.clientId,
    scopes: app.scopes,
    expiresAt: shop.now() + DAY_SECONDS * 1000,
  });
  return { status: 200, body: { access_token: token, scope: app.scopes.join(","), expires_in: DAY_SECONDS } };
}

/** A public app gets tokens that expire, and no others; each new one ends all former ones of the app. */
function codeAnswer(shop: Shop, app: ShopApp, given: URLSearchParams): ShopAnswer {
  const code = given.get("code") ?? "";
  const known = shop.codes.get(code);
  shop.codes.delete(code);
  if (known?.app !== app.clientId || known.expiresAt <= shop.now())
    return refuse("invalid_request", "The authorization code was not found or was already used");
  if (given.get("expiring") !== "1")
    return { status: 403, body: { error: "invalid_request", error_description: "Tokens have to expire" } };
  return newPair(shop, app).answer;
}

function refreshAnswer(shop: Shop, app: ShopApp, given: URLSearchParams): ShopAnswer {
  const known = shop.refreshTokens.get(given.get("refresh_token") ?? "");
  const isOver = (at: number | null, ms: number) => at !== null && shop.now() - at >= ms;
  if (
    known?.app !== app.clientId ||
    known.isRetired ||
    known.expiresAt <= shop.now() ||
    isOver(known.firstUsedAt, REUSE_MS)
  )
    return refuse("invalid_grant", "The refresh token has expired, was revoked or was used");
  for (const former of shop.refreshTokens.values())
    if (former.replacedBy === given.get("refresh_token")) former.isRetired = true;
  known.firstUsedAt ??= shop.now();
  // What an earlier exchange of this token gave was never used.
  shop.refreshTokens.delete(known.replacedBy ?? "");
  const { answer, refreshToken } = newPair(shop, app, known);
  known.replacedBy = refreshToken;
  return answer;
}

/** @param kept the refresh token that stays beside the new one */
function newPair(shop: Shop, app: ShopApp, kept?: object) {
  for (const [text, { app: owner, expiresAt }] of shop.tokens)
    if (owner === app.clientId && expiresAt !== null) shop.tokens.delete(text);
  for (const [text, token] of shop.refreshTokens)
    if (token.app === app.clientId && kept === undefined) shop.refreshTokens.delete(text);
  const [token, refreshToken] = [newText("shpat"), newText("shprt")];
  shop.tokens.set(token, { app: app.clientId, scopes: app.scopes, expiresAt: shop.now() + HOUR_MS });
  shop.refreshTokens.set(refreshToken, {
    app: app.clientId,
    expiresAt: shop.now() + REFRESH_MS,
    firstUsedAt: null,
    replacedBy: null,
    isRetired: false,
  });
  const body = {
    access_token: token,
    scope: app.scopes.join(","),
    expires_in: HOUR_SECONDS,
    refresh_token: refreshToken,
    refresh_token_expires_in: REFRESH_MS / 1000,
  };
  return { answer: { status: 200, body }, refreshToken };
}
