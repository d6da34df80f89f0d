import { z } from "zod";
import { limitRate } from "@/server/rate-limit/rate-limiter";
import { resendConfirmLink } from "@/server/usecases/accounts/confirm-email";
import { personProcedure } from "./procedures";

// Anyone may sign up with an address that is not theirs: whoever reads there is not to be flooded.
const MAILS_PER_MINUTE = 2;

/** Sends the signed-in person another link, or without a mail server shows it this once; `sent` is false where their address is confirmed already. */
export const resendConfirmation = personProcedure
  .output(z.object({ ok: z.literal(true), sent: z.boolean(), link: z.string().nullable() }))
  .mutation(async ({ ctx }) => {
    await limitRate(ctx.rateLimiter, `confirmation:${ctx.principal.userId}`, MAILS_PER_MINUTE);
    const answer = await resendConfirmLink(ctx.services, ctx.principal.userId);
    return { ok: true, ...answer };
  });
