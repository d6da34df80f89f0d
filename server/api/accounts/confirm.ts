import { z } from "zod";
import { confirmEmail } from "@/server/usecases/accounts/confirm-email";
import { anonymousProcedure, requestSource, signedInPrincipal } from "./procedures";

/**
 * Confirms the e-mail address that the link was sent to. A visitor who is not signed in to its account sets the
 * account's password in the same call; `password_set` is true when the password was set.
 */
export const confirm = anonymousProcedure
  .input(z.object({ code: z.string().max(200), password: z.string().optional() }))
  .output(z.object({ ok: z.literal(true), email: z.string(), password_set: z.boolean() }))
  .mutation(async ({ ctx, input }) => {
    const { code, password } = input;
    const signedInAs = (await signedInPrincipal(ctx))?.userId ?? null;
    const confirmation = { code, signedInAs, password };
    const { email, passwordSet } = await confirmEmail(ctx.services, confirmation, requestSource(ctx));
    return { ok: true, email, password_set: passwordSet };
  });
