import { errorResponse } from "@/server/api/error-response";
import { DomainError, notFound } from "@/server/domain/errors";
import { limitRate, type RateLimiter } from "@/server/rate-limit/rate-limiter";
import { GRANTS_PATH } from "@/server/usecases/integrations/grant-secret";
import { takeGrant } from "@/server/usecases/integrations/take-grant";
import type { Services } from "@/server/usecases/request-context";
import { jsonOf } from "./json-body";
import type { HttpRequest, HttpResponse } from "./message";

/** The longest message with a key, in bytes. */
const BODY_LIMIT = 4_096;

const allowed = ({ status }: { readonly status: number }) => (status === 405 ? { allow: "POST" } : undefined);

/**
 * Handles the messages by which stores send the keys that they were asked for. They carry no sign-in but the state of
 * the request; everything else gets the same answer.
 */
export function storeGrantsHandler(
  services: Services,
  rateLimiter: RateLimiter,
): (request: HttpRequest) => Promise<HttpResponse> {
  return async (request) => {
    try {
      if (request.method !== "POST") throw new DomainError("method_not_allowed");
      await limitRate(rateLimiter, `grant:${request.ip ?? ""}`, services.settings.http.addressPerMinute);
      const path = request.url.split("?", 1)[0] ?? "";
      const [workspaceId, grantId, ...rest] = path.slice(GRANTS_PATH.length).split("/");
      if (!workspaceId || !grantId || rest.length > 0) throw notFound("store");
      await takeGrant(services, { workspaceId, grantId }, await jsonOf(request, BODY_LIMIT));
      return { status: 200, headers: {}, body: null };
    } catch (thrown) {
      if (!(thrown instanceof DomainError)) throw thrown;
      return errorResponse(services, thrown, { headers: allowed });
    }
  };
}
