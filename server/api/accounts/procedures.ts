import { authenticate, type Principal, UnauthorizedError } from "@/server/auth/authenticate";
import { addressKey } from "@/server/network/network";
import { limitRate } from "@/server/rate-limit/rate-limiter";
import type { ApiContext } from "../context";
import { recordUse } from "../record-use";
import { openProcedure } from "../trpc";

const OPEN_PER_MINUTE = 20;

/** Returns the request's id and IP address, as the account log records them. */
export const requestSource = ({ request }: ApiContext): { requestId: string; ip: string | null } => ({
  requestId: request.id,
  ip: request.ip,
});

/** Returns the principal of this browser's session; null for a visitor. */
export async function signedInPrincipal(ctx: ApiContext): Promise<Principal | null> {
  const cookie = ctx.request.cookie ?? undefined;
  const presented = { authorization: undefined, cookie, workspaceHeader: undefined, via: "web" } as const;
  try {
    return await authenticate(ctx.services, presented);
  } catch (error) {
    if (error instanceof UnauthorizedError) return null;
    throw error;
  }
}

/**
 * Base of the procedures for visitors: requires no credential, and allows 20 calls a minute for each network address.
 */
export const anonymousProcedure = openProcedure("visitor").use(async ({ ctx, next }) => {
  await limitRate(ctx.rateLimiter, `visitor:${addressKey(ctx.request.ip)}`, OPEN_PER_MINUTE);
  return next();
});

/**
 * Base of the procedures for a signed-in person, independent of workspaces. Accepts the session cookie only, never a
 * token.
 */
export const personProcedure = openProcedure("person").use(async ({ ctx, next }) => {
  const principal: Principal = await authenticate(ctx.services, {
    authorization: undefined,
    cookie: ctx.request.cookie ?? undefined,
    workspaceHeader: undefined,
    via: "web",
  });
  await limitRate(ctx.rateLimiter, principal.rateLimitKey, ctx.services.settings.browserPerMinute);
  const result = await next({ ctx: { ...ctx, principal } });
  recordUse(ctx.services, principal);
  return result;
});
