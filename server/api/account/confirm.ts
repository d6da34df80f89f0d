import { z } from "zod";
import { confirmEmail } from "@/server/usecases/accounts/confirm-email";
import { visitorProcedure } from "./procedures";

/** Confirms the e-mail address that the link was sent to; whoever has the link may do it. */
export const confirm = visitorProcedure
  .input(z.object({ code: z.string().max(200) }))
  .output(z.object({ ok: z.literal(true) }))
  .mutation(async ({ ctx, input }) => {
    await confirmEmail(ctx.services, input.code);
    return { ok: true };
  });
