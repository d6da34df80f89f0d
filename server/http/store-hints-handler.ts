import { errorResponse } from "@/server/api/error-response";
import { DomainError, notFound } from "@/server/domain/errors";
import { limitRate, type RateLimiter } from "@/server/rate-limit/rate-limiter";
import { HINTS_PATH } from "@/server/usecases/integrations/hint-target";
import { takeHint } from "@/server/usecases/integrations/take-hint";
import type { Services } from "@/server/usecases/request-context";
import type { HttpRequest, HttpResponse } from "./message";

/** The longest message that is read, in bytes; a product with hundreds of variations is shorter. */
const BODY_LIMIT = 1024 * 1024;

const allowed = ({ status }: { readonly status: number }) => (status === 405 ? { allow: "POST" } : undefined);

/**
 * Handles the messages by which stores say that something changed. They carry no sign-in but a signature; an unknown
 * address and a wrong signature get the same answer.
 */
export function storeHintsHandler(
  services: Services,
  rateLimiter: RateLimiter,
): (request: HttpRequest) => Promise<HttpResponse> {
  return async (request) => {
    try {
      if (request.method !== "POST") throw new DomainError("method_not_allowed");
      await limitRate(rateLimiter, `hint:${request.ip ?? ""}`, services.settings.http.addressPerMinute);
      const path = request.url.split("?", 1)[0] ?? "";
      const [workspaceId, integrationId, ...rest] = path.slice(HINTS_PATH.length).split("/");
      if (!workspaceId || !integrationId || rest.length > 0) throw notFound("store");
      const body = await request.body(BODY_LIMIT);
      await takeHint(
        services,
        { workspaceId, integrationId },
        { header: (name) => request.header(name), body },
      );
      return { status: 200, headers: {}, body: null };
    } catch (thrown) {
      if (!(thrown instanceof DomainError)) throw thrown;
      return errorResponse(services, thrown, { headers: allowed });
    }
  };
}
