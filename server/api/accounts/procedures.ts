import { authenticate, type Principal, UnauthorizedError } from "@/server/auth/authenticate";
import { limitRate } from "@/server/rate-limit/rate-limiter";
import { recordSessionUse } from "@/server/usecases/sessions/sessions";
import type { ApiContext } from "../context";
import { openProcedure } from "../trpc";

const OPEN_PER_MINUTE = 20;

/** The request as an account's log keeps it. */
export const originOf = ({ request }: ApiContext): { requestId: string; ip: string | null } => ({
  requestId: request.id,
  ip: request.ip,
});

/** Whom this browser is signed in as; null for a visitor. */
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

/** For visitors who are nobody yet: no credential is asked for, and a network address has few calls a minute. */
export const anonymousProcedure = openProcedure("visitor").use(async ({ ctx, next }) => {
  await limitRate(ctx.rateLimiter, `visitor:${ctx.request.ip ?? "unknown"}`, OPEN_PER_MINUTE);
  return next();
});

/** For a signed-in person whatever their workspaces: only the sign-in cookie counts, never a token. */
export const personProcedure = openProcedure("person").use(async ({ ctx, next }) => {
  const principal: Principal = await authenticate(ctx.services, {
    authorization: undefined,
    cookie: ctx.request.cookie ?? undefined,
    workspaceHeader: undefined,
    via: "web",
  });
  await limitRate(ctx.rateLimiter, principal.rateLimitKey, ctx.services.settings.browserPerMinute);
  const result = await next({ ctx: { ...ctx, principal } });
  setImmediate(() => void recordSessionUse(ctx.services, principal));
  return result;
});
