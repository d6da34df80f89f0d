import { errorResponse } from "@/server/api/error-response";
import { beginDemoVisit, endedDemoCookie } from "@/server/auth/demo-visit";
import { DomainError, notFound } from "@/server/domain/errors";
import { addressKey } from "@/server/network/network";
import { limitRate, type RateLimiter } from "@/server/rate-limit/rate-limiter";
import type { Services } from "@/server/usecases/services";
import type { HttpRequest, HttpResponse } from "./message";
import { isSameOrigin } from "./same-origin";

export const DEMO_PATH = "/api/demo";
export const DEMO_END_PATH = "/api/demo/end";
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
      requireOwnForm(request, settings.publicUrl);
      await limitRate(rateLimiter, `demo-visit:${addressKey(request.ip)}`, VISITS_PER_MINUTE);
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

/** Ends the visit of the browser that asks for it, by taking its cookie; without a visit it changes nothing. */
export function demoEndHandler(services: Services): (request: HttpRequest) => Promise<HttpResponse> {
  const { publicUrl } = services.settings;
  return async (request) => {
    try {
      requireOwnForm(request, publicUrl);
      await request.body(BODY_LIMIT);
      const headers = { "set-cookie": endedDemoCookie(publicUrl), "cache-control": "no-store" };
      return { status: 204, headers, body: null };
    } catch (error) {
      return errorResponse(services, error);
    }
  };
}

function requireOwnForm({ method, header }: HttpRequest, publicUrl: string): void {
  if (method !== "POST") throw new DomainError("method_not_allowed");
  if (!isSameOrigin("POST", header, publicUrl)) throw new DomainError("bad_request");
}
