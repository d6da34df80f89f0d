import { createHash } from "node:crypto";
import { z } from "zod";
import { normalEmail } from "@/server/db/accounts/accounts";
import { isStorable, NOT_STORABLE } from "@/server/domain/text";
import { limitRate } from "@/server/rate-limit/rate-limiter";
import { changePassword as changeOwn, resetPassword as setByCode } from "@/server/usecases/accounts/password";
import { requireMailServer } from "@/server/usecases/mails/one-time-link";
import { requestMail } from "@/server/usecases/sign-up/mail-requests";
import { anonymousProcedure, personProcedure, requestSource } from "./procedures";

const MAILS_PER_MINUTE = 2;
const TRIES_PER_MINUTE = 5;
const Ok = z.object({ ok: z.literal(true) });

/**
 * Requests a mail with a link to set a new password. The response and its time are the same for every address, since
 * the address is looked up after the response.
 */
export const requestReset = anonymousProcedure
  .input(z.object({ email: z.string().max(254).refine(isStorable, NOT_STORABLE) }))
  .output(Ok)
  .mutation(async ({ ctx, input }) => {
    const { services } = ctx;
    const address = createHash("sha256").update(normalEmail(input.email)).digest("hex");
    await limitRate(ctx.rateLimiter, `reset:${address}`, MAILS_PER_MINUTE);
    requireMailServer(services.settings);
    await requestMail(
      services,
      { kind: "reset_password", email: input.email, name: null, timeZone: null },
      requestSource(ctx),
    );
    return { ok: true };
  });

/** Sets a new password by the code of a mail, and ends every session of the person. */
export const resetPassword = anonymousProcedure
  .input(z.object({ code: z.string().max(200), password: z.string() }))
  .output(z.object({ ok: z.literal(true), email: z.string() }))
  .mutation(async ({ ctx, input }) => {
    const { email } = await setByCode(ctx.services, input, requestSource(ctx));
    return { ok: true, email };
  });

/** Changes the person's password, which requires the old one, and ends their other sessions. */
export const changePassword = personProcedure
  .input(z.object({ old: z.string(), password: z.string() }))
  .output(z.object({ ok: z.literal(true), ended: z.number() }))
  .mutation(async ({ ctx, input }) => {
    const { userId, sessionId } = ctx.principal;
    await limitRate(ctx.rateLimiter, `password:${userId}`, TRIES_PER_MINUTE);
    return { ok: true, ...(await changeOwn(ctx.services, { userId, sessionId }, input, requestSource(ctx))) };
  });
