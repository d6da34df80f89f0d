import { z } from "zod";
import { limitRate } from "@/server/rate-limit/rate-limiter";
import { resendConfirmLink } from "@/server/usecases/accounts/confirm-email";
import { personProcedure } from "./procedures";

// Anyone can sign up with another person's address; the limit protects that person from a flood of mails.
const MAILS_PER_MINUTE = 2;

/**
 * Mails the signed-in person another confirmation link; without a mail server returns it once. `sent` is false when
 * their address is already confirmed.
 */
export const resendConfirmation = personProcedure
  .output(z.object({ ok: z.literal(true), sent: z.boolean(), link: z.string().nullable() }))
  .mutation(async ({ ctx }) => {
    await limitRate(ctx.rateLimiter, `confirmation:${ctx.principal.userId}`, MAILS_PER_MINUTE);
    const response = await resendConfirmLink(ctx.services, ctx.principal.userId);
    return { ok: true, ...response };
  });
