import { z } from "zod";
import { resendConfirmMail } from "@/server/usecases/accounts/confirm-email";
import { personProcedure } from "./procedures";

/** Sends the signed-in person another link; `sent` is false where their address is confirmed already. */
export const resendConfirmation = personProcedure
  .output(z.object({ ok: z.literal(true), sent: z.boolean() }))
  .mutation(async ({ ctx }) => {
    const { sent } = await resendConfirmMail(ctx.services, ctx.caller.userId);
    return { ok: true, sent };
  });
