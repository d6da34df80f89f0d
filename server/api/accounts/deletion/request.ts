import { z } from "zod";
import { limitRate } from "@/server/rate-limit/rate-limiter";
import { sessionStartMs } from "@/server/usecases/accounts/deletion/read";
import { requestDeletion } from "@/server/usecases/accounts/deletion/request";
import { personProcedure } from "../procedures";
import { Blocking, OwnDeletion, presentBlocking, presentDeletion } from "./schemas";

const TRIED_PER_MINUTE = 5;

/** Requests the deletion of the signed-in person's own account; `asked` is false when a request existed already. */
export const request = personProcedure
  .input(z.object({ password: z.string().max(254).nullish() }))
  .output(
    z.object({
      ok: z.literal(true),
      asked: z.boolean(),
      request: OwnDeletion,
      blocked_by: z.array(Blocking),
    }),
  )
  .mutation(async ({ ctx, input }) => {
    const { userId, sessionId } = ctx.principal;
    await limitRate(ctx.rateLimiter, `account-deletion:${userId}`, TRIED_PER_MINUTE);
    const began = sessionId === null ? null : await sessionStartMs(ctx.services, userId, sessionId);
    const proof = { password: input.password ?? null, signedInAtMs: began };
    const result = await requestDeletion(ctx.services, userId, proof);
    return {
      ok: true,
      asked: result.asked,
      request: presentDeletion(result),
      blocked_by: presentBlocking(result.blockedBy),
    };
  });
