import { z } from "zod";
import { readProfile, changeName as saveOwnName } from "@/server/usecases/identities/profile";
import { Timestamp } from "../scalars";
import { personProcedure } from "./procedures";

const Identity = z.object({
  id: z.string(),
  issuer: z.string(),
  email: z.string().nullable(),
  created_at: Timestamp,
  used_at: Timestamp.nullable(),
});

const Profile = z.object({
  name: z.string().nullable(),
  email: z.string(),
  email_confirmed: z.boolean(),
  has_password: z.boolean(),
  identities: z.array(Identity),
  /** The name of the installation's identity provider; null without one. */
  identity_provider: z.string().nullable(),
});

/** Returns the signed-in person's own account. */
export const profile = personProcedure.output(Profile).query(async ({ ctx }) => {
  const { user, identities } = await readProfile(ctx.services, ctx.principal.userId);
  return {
    name: user.name,
    email: user.email,
    email_confirmed: user.emailConfirmedAt !== null,
    has_password: user.passwordHash !== null,
    identities: identities.map(({ id, issuer, email, createdAt, usedAt }) => ({
      id,
      issuer,
      email,
      created_at: createdAt.toISOString(),
      used_at: usedAt?.toISOString() ?? null,
    })),
    identity_provider: ctx.services.settings.identityProvider?.name ?? null,
  };
});

/** Changes the person's name; an empty name removes it. */
export const changeName = personProcedure
  .input(z.object({ name: z.string() }))
  .output(z.object({ ok: z.literal(true) }))
  .mutation(async ({ ctx, input }) => {
    await saveOwnName(ctx.services, ctx.principal.userId, input.name);
    return { ok: true };
  });
