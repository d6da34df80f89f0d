import { createHash } from "node:crypto";
import { z } from "zod";
import { limitRate } from "@/server/rate-limit/rate-limiter";
import { fieldError } from "@/server/usecases/input";
import { requestMail } from "@/server/usecases/sign-up/mail-requests";
import { checkSignUpInput, signUp as signUpPerson } from "@/server/usecases/sign-up/sign-up";
import { anonymousProcedure, requestSource } from "./procedures";

const MAILS_PER_MINUTE = 2;

const SignedUp = z.object({
  ok: z.literal(true),
  /** Null when the sign-up continues by mail. */
  workspace_id: z.string().nullable(),
  /** The link that confirms the address, returned once; null when it is mailed. */
  confirm_link: z.string().nullable(),
});

/**
 * Signs a person up. With a mail server the response and its time are the same for every address, since the address
 * is looked up after the response; the sign-up continues from the mail. Without a mail server the person and their
 * workspace are created at once, with the given password.
 */
export const signUp = anonymousProcedure
  .input(
    z.object({
      email: z.string(),
      password: z.string().optional(),
      name: z.string().optional(),
      /** Of the browser; an unknown one counts as none. */
      time_zone: z.string().optional(),
    }),
  )
  .output(SignedUp)
  .mutation(async ({ ctx, input }) => {
    const { services } = ctx;
    const { email, password, name, time_zone: timeZone } = input;
    const person = { email, timeZone, ...(name?.trim() ? { name } : {}) };
    const origin = requestSource(ctx);
    if (services.settings.smtpUrl === null) {
      if (password === undefined) throw fieldError("password", "required", "Choose a password.");
      const created = await signUpPerson(services, { ...person, password }, origin);
      return { ok: true, workspace_id: created.workspaceId, confirm_link: created.link };
    }
    const validated = checkSignUpInput(services, person);
    const address = createHash("sha256").update(validated.email).digest("hex");
    await limitRate(ctx.rateLimiter, `sign-up:${address}`, MAILS_PER_MINUTE);
    await requestMail(services, { kind: "sign_up", ...validated }, origin);
    return { ok: true, workspace_id: null, confirm_link: null };
  });
