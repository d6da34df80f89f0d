import { authenticate, type Principal, UnauthorizedError } from "@/server/auth/authenticate";
import { demoPrincipal, findDemoVisit, visitorsPerMinute } from "@/server/auth/demo-visit";
import { DomainError } from "@/server/domain/errors";
import { addressKey } from "@/server/network/network";
import { limitRate } from "@/server/rate-limit/rate-limiter";
import type { ApiContext } from "./context";

/**
 * Authenticates the request. Throws UnauthorizedError (401) without a valid credential, and rate_limited (429) when
 * its address has sent too many invalid ones.
 */
export async function authenticateRequest(ctx: ApiContext): Promise<Principal> {
  const { authorization, cookie, workspaceHeader, via, ip } = ctx.request;
  const { credentials } = ctx.rateLimiter;
  const address = authorization === null || ip === null ? null : addressKey(ip);
  const seconds =
    authorization === null || address === null ? null : credentials.waitSeconds(address, authorization);
  if (seconds !== null) throw new DomainError("rate_limited", TOO_MANY_REFUSED, { retry_after: seconds });
  try {
    const principal = await authenticate(ctx.services, {
      authorization: authorization ?? undefined,
      cookie: cookie ?? undefined,
      workspaceHeader: workspaceHeader ?? undefined,
      via,
    });
    if (authorization !== null) credentials.accepted(authorization);
    return principal;
  } catch (error) {
    if (address !== null && error instanceof UnauthorizedError)
      await credentials.refused(address, ctx.services.settings.http.refusedPerMinute);
    const visit = isWithoutSession(error, ctx) ? await findDemoVisit(ctx.services, cookie) : null;
    if (visit && (workspaceHeader ?? visit.workspace.id) === visit.workspace.id)
      return demoPrincipal(visit, ip);
    throw error;
  }
}

/** Whether a page's own request has no session that counts: then it may be a visitor's of the demo. */
const isWithoutSession = (error: unknown, { request }: ApiContext): boolean =>
  error instanceof UnauthorizedError && request.via === "web" && request.authorization === null;

const TOO_MANY_REFUSED = "This address has shown too many credentials that do not hold; wait a minute.";

/** Counts one request against the principal's limit. Throws rate_limited (429) with `retry_after` in seconds. */
export function limitRequests({ services, rateLimiter, request }: ApiContext, principal: Principal) {
  const { perMinute, browserPerMinute } = services.settings;
  const ofBrowser = principal.readsDemo ? visitorsPerMinute(browserPerMinute) : browserPerMinute;
  return limitRate(rateLimiter, principal.rateLimitKey, request.via === "web" ? ofBrowser : perMinute);
}
