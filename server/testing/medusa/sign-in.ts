import { type MedusaAnswer, type MedusaRequest, medusaError, noPage, ok } from "./rest";
import { MERCHANT, type Shop } from "./shop";

const UNAUTHORIZED: MedusaAnswer = { status: 401, body: { message: "Unauthorized" } };
const COOKIE = "connect.sid=";

/** Answers a sign-in: a password gives a token, a token a cookie. */
export function signInAnswer(shop: Shop, request: MedusaRequest): MedusaAnswer {
  const { path, method, text } = request;
  if (method !== "POST") return noPage(request);
  if (path === "/auth/session") {
    const token = bearerOf(request);
    if (token === null || !shop.sessions.has(token)) return UNAUTHORIZED;
    return {
      ...ok({ user: { actor_type: "user" } }),
      headers: { "set-cookie": `${COOKIE}${token}; HttpOnly` },
    };
  }
  if (path !== "/auth/user/emailpass") return noPage(request);
  const { email, password }: Partial<typeof MERCHANT> = JSON.parse(text);
  if (email !== MERCHANT.email || password !== MERCHANT.password)
    return medusaError(401, "unauthorized", "Invalid email or password");
  const token = shop.nextId("token");
  shop.sessions.add(token);
  return ok({ token });
}

/**
 * Refuses a request that shows neither a secret key by Basic, nor a token, nor a cookie of a session; null if it does.
 * A missing, an unknown and a revoked key are answered alike, and only a key sent as a token is explained.
 */
export function refuseStranger(shop: Shop, request: MedusaRequest): MedusaAnswer | null {
  const token = bearerOf(request) ?? cookieOf(request);
  if (token?.startsWith("sk_"))
    return medusaError(
      401,
      "unauthorized",
      "Secret API keys are sent by Basic authentication, not as a token.",
    );
  if (token !== null && shop.sessions.has(token)) return null;
  const basic = /^Basic (.+)$/.exec(request.authorization)?.[1] ?? "";
  const plain = basic.startsWith("sk_") ? basic : Buffer.from(basic, "base64").toString("utf8");
  return shop.keys.has(plain.replace(/:$/, "")) ? null : UNAUTHORIZED;
}

const bearerOf = ({ authorization }: MedusaRequest): string | null =>
  /^Bearer (.+)$/.exec(authorization)?.[1] ?? null;
const cookieOf = ({ cookie }: MedusaRequest): string | null =>
  cookie.startsWith(COOKIE) ? cookie.slice(COOKIE.length).replace(/;.*$/, "") : null;
