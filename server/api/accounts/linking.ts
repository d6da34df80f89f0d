import { z } from "zod";
import { readLinkCookie } from "@/server/auth/link-cookie";
import { signIn } from "@/server/auth/sign-in";
import type { PendingIdentityRow } from "@/server/db/identities/identities";
import { DomainError } from "@/server/domain/errors";
import { limitRate } from "@/server/rate-limit/rate-limiter";
import { unlinkIdentity } from "@/server/usecases/identities/identities";
import {
  linkByMail,
  linkIdentity,
  mailIdentityProof,
  vouchedAddress,
  waitingIdentity,
} from "@/server/usecases/identities/link";
import { fieldError } from "@/server/usecases/input";
import type { ApiContext } from "../context";
import { anonymousProcedure, personProcedure, requestSource, signedInPrincipal } from "./procedures";

const MAILS_PER_MINUTE = 2;
const Ok = z.object({ ok: z.literal(true) });

const Waiting = z.object({
  provider: z.string(),
  email: z.string().nullable(),
  /** True when the provider has verified the address; only a verified address may lead to an account. */
  email_verified: z.boolean(),
  /** The account this browser is signed in to; null for a visitor. */
  signed_in_as: z.string().nullable(),
  /** True when the installation can mail a link that proves the ownership of an account. */
  mails: z.boolean(),
});

const pendingLink = async (ctx: ApiContext): Promise<PendingIdentityRow | null> => {
  const code = readLinkCookie(ctx.request.cookie, ctx.services.settings.publicUrl);
  return code === null ? null : waitingIdentity(ctx.services, code);
};

async function requireWaiting(ctx: ApiContext): Promise<PendingIdentityRow> {
  const link = await pendingLink(ctx);
  if (link) return link;
  throw new DomainError("conflict", "Too much time has passed, or this is another browser. Start again.");
}

/** Returns this browser's pending sign-in, which needs proof of the account it belongs to; null without one. */
export const waitingLink = anonymousProcedure.output(Waiting.nullable()).query(async ({ ctx }) => {
  const link = await pendingLink(ctx);
  if (!link) return null;
  const { email, emailVerified, issuer } = link;
  const { services } = ctx;
  const provider = services.settings.identityProvider?.name ?? issuer;
  return {
    provider,
    email,
    email_verified: emailVerified,
    signed_in_as: (await signedInPrincipal(ctx))?.label ?? null,
    mails: services.settings.smtpUrl !== null,
  };
});

/** Links the pending sign-in to the account this browser is signed in to. */
export const linkHere = personProcedure.output(Ok).mutation(async ({ ctx }) => {
  await linkIdentity(ctx.services, await requireWaiting(ctx), ctx.principal.userId, requestSource(ctx));
  return { ok: true };
});

/** Links the pending sign-in to the account with its address, proven by that account's password. */
export const linkByPassword = anonymousProcedure
  .input(z.object({ password: z.string() }))
  .output(z.object({ ok: z.literal(true), email: z.string() }))
  .mutation(async ({ ctx, input }) => {
    const link = await requireWaiting(ctx);
    const email = vouchedAddress(link);
    const attempt = { email, password: input.password, ip: ctx.request.ip };
    const proven = await signIn(ctx.services, ctx.rateLimiter, attempt).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === "unauthorized")
        throw fieldError("password", "wrong", "This is not the password of your account.");
      throw error;
    });
    await linkIdentity(ctx.services, link, proven.userId, requestSource(ctx));
    return { ok: true, email };
  });

/** Mails a link to the pending sign-in's address; opening it proves the ownership of the account. */
export const mailLinkProof = anonymousProcedure.output(Ok).mutation(async ({ ctx }) => {
  const link = await requireWaiting(ctx);
  await limitRate(ctx.rateLimiter, `link:${link.id}`, MAILS_PER_MINUTE);
  await mailIdentityProof(ctx.services, link);
  return { ok: true };
});

/** Links the pending sign-in by the mailed code; works only in the browser that requested the mail. */
export const linkByCode = anonymousProcedure
  .input(z.object({ code: z.string().max(200) }))
  .output(Ok)
  .mutation(async ({ ctx, input }) => {
    await linkByMail(ctx.services, await requireWaiting(ctx), input.code, requestSource(ctx));
    return { ok: true };
  });

/** Removes a sign-in method from the person's account, unless it is the only one. */
export const unlink = personProcedure
  .input(z.object({ id: z.string().max(100) }))
  .output(z.object({ ok: z.literal(true), unlinked: z.boolean() }))
  .mutation(async ({ ctx, input }) => ({
    ok: true,
    ...(await unlinkIdentity(ctx.services, ctx.principal.userId, input.id, requestSource(ctx))),
  }));
