import { type Caller, authenticate } from "@/server/auth/authenticate";
import { DomainError } from "@/server/domain/errors";
import { recordSessionUse } from "@/server/usecases/accounts/sessions";
import type { ApiContext } from "../context";
import { openProcedure } from "../trpc";

const OPEN_PER_MINUTE = 20;

/** Takes one call from a budget; throws rate_limited where it is used up. */
export async function take(ctx: ApiContext, key: string, perMinute: number): Promise<void> {
  const answer = await ctx.budget.take(key, perMinute);
  if (answer.allowed) return;
  throw new DomainError("rate_limited", undefined, { retry_after: answer.retryAfterSeconds });
}

/** For visitors who are nobody yet: no credential is asked for, and a network address has few calls a minute. */
export const visitorProcedure = openProcedure("visitor").use(async ({ ctx, next }) => {
  await take(ctx, `visitor:${ctx.request.ip ?? "unknown"}`, OPEN_PER_MINUTE);
  return next();
});

/** For a signed-in person whatever their workspaces: only the sign-in cookie counts, never a token. */
export const personProcedure = openProcedure("person").use(async ({ ctx, next }) => {
  const caller: Caller = await authenticate(ctx.services, {
    authorization: undefined,
    cookie: ctx.request.cookie ?? undefined,
    workspaceHeader: undefined,
    via: "web",
  });
  await take(ctx, caller.budgetKey, ctx.services.settings.browserPerMinute);
  const result = await next({ ctx: { ...ctx, caller } });
  setImmediate(() => void recordSessionUse(ctx.services, caller));
  return result;
});
