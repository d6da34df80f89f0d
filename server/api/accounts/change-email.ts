import { z } from "zod";
import { limitRate } from "@/server/rate-limit/rate-limiter";
import { changeEmail as changeOwn } from "@/server/usecases/accounts/change-email";
import { personProcedure, requestSource } from "./procedures";

const TRIES_PER_MINUTE = 3;

/**
 * Mails a confirmation link to the new address; the account takes the address when the link is opened. Without a mail
 * server the link is returned to the person instead, once.
 */
export const changeEmail = personProcedure
  .input(z.object({ email: z.string(), password: z.string().optional() }))
  .output(z.object({ ok: z.literal(true), sent: z.boolean(), link: z.string().nullable() }))
  .mutation(async ({ ctx, input }) => {
    const { userId, sessionId } = ctx.principal;
    await limitRate(ctx.rateLimiter, `change-email:${userId}`, TRIES_PER_MINUTE);
    return { ok: true, ...(await changeOwn(ctx.services, { userId, sessionId }, input, requestSource(ctx))) };
  });
