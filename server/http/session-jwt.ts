import { apiHeaders, errorResponse } from "@/server/api/error-response";
import { authenticate } from "@/server/auth/authenticate";
import { readSessionCookie } from "@/server/auth/session-cookie";
import { mintSessionJwt } from "@/server/credentials/session-jwt";
import { DomainError } from "@/server/domain/errors";
import { limitRate, type RateLimiter } from "@/server/rate-limit/rate-limiter";
import type { Services } from "@/server/usecases/services";
import type { HttpRequest, HttpResponse } from "./message";
import { isSameOrigin } from "./same-origin";

export const SESSION_JWT_PATH = "/api/auth/session-jwt";

/**
 * `POST /api/auth/session-jwt`: issues the 15-minute bearer of a first-party app of the signed-in person, as `{ jwt,
 * expires_at }`. Errors: unauthorized without a session, rate_limited, workspace_forbidden from another site.
 */
export function sessionJwtHandler(
  services: Services,
  rateLimiter: RateLimiter,
): (request: HttpRequest) => Promise<HttpResponse> {
  return async (request) => {
    const requestId = services.newId("request");
    try {
      if (request.method !== "POST") throw new DomainError("method_not_allowed");
      return {
        status: 200,
        headers: apiHeaders(requestId),
        body: JSON.stringify(await mint(services, rateLimiter, request)),
      };
    } catch (thrown) {
      const allow: Record<string, string> = request.method === "POST" ? {} : { allow: "POST" };
      return errorResponse(services, thrown, { requestId, headers: () => allow });
    }
  };
}

async function mint(services: Services, rateLimiter: RateLimiter, request: HttpRequest) {
  const { authSecret, publicUrl, browserPerMinute } = services.settings;
  if (!isSameOrigin("POST", request.header, publicUrl))
    throw new DomainError("workspace_forbidden", "This address answers Pricecheck's own pages only.");
  const cookie = request.header("cookie") ?? undefined;
  const principal = await authenticate(services, {
    authorization: undefined,
    cookie,
    workspaceHeader: undefined,
    via: "web",
  });
  await limitRate(rateLimiter, principal.rateLimitKey, browserPerMinute);
  const session = await readSessionCookie(cookie, authSecret, publicUrl);
  if (!session) throw new DomainError("unauthorized");
  const { jwt, expiresAt } = await mintSessionJwt(services.settings, session, services.now());
  return { jwt, expires_at: expiresAt };
}
