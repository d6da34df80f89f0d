import { errorResponse } from "@/server/api/error-response";
import { beginDemoVisit } from "@/server/auth/demo-visit";
import { DomainError, notFound } from "@/server/domain/errors";
import { addressKey } from "@/server/network/network";
import { limitRate, type RateLimiter } from "@/server/rate-limit/rate-limiter";
import type { Services } from "@/server/usecases/request-context";
import type { HttpRequest, HttpResponse } from "./message";
import { isSameOrigin } from "./same-origin";

export const DEMO_PATH = "/api/demo";
const VISITS_PER_MINUTE = 10;
const BODY_LIMIT = 1_024;

/** Begins a stranger's visit of the demo and leads to it; 404 where the installation does not show one. */
export function demoHandler(
  services: Services,
  rateLimiter: RateLimiter,
): (request: HttpRequest) => Promise<HttpResponse> {
  const { settings } = services;
  return async (request) => {
    try {
      if (request.method !== "POST") throw new DomainError("method_not_allowed");
      if (!isSameOrigin("POST", request.header, settings.publicUrl)) throw new DomainError("bad_request");
      await limitRate(rateLimiter, `demo:${addressKey(request.ip)}`, VISITS_PER_MINUTE);
      await request.body(BODY_LIMIT);
      const visit = await beginDemoVisit(services);
      if (visit === null) throw notFound("demo");
      const headers = {
        location: `/w/${visit.workspaceId}`,
        "set-cookie": visit.setCookie,
        "cache-control": "no-store",
      };
      return { status: 303, headers, body: null };
    } catch (error) {
      return errorResponse(services, error);
    }
  };
}
