import { randomBytes } from "node:crypto";
import { z } from "zod";
import { hashToken, mintToken as makeToken, tokenDisplay } from "@/server/credentials/token";
import type { Tx } from "@/server/db/database/transaction";
import { insertToken, type TokenRow } from "@/server/db/tokens/tokens";
import { SCOPES, type Scope } from "@/server/domain/permissions";
import { UtcTime } from "@/server/domain/utc-time";
import { requireConfirmedEmail } from "../confirmed-email";
import { checked, fieldError } from "../input";
import { lockAsMember } from "../lock-as-member";
import { requireQuota } from "../plan/quota";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";

export const TokenRequest = z.object({
  name: z.string().trim().min(1, "give the token a name").max(100),
  scopes: z
    .array(z.enum(SCOPES))
    .min(1, "choose at least one scope")
    .transform((scopes) => [...new Set(scopes)]),
  expires_at: UtcTime.nullish(),
});

/** A new token; its secret is known here only. */
export interface MintedToken {
  readonly token: string;
  readonly row: TokenRow;
}

/**
 * Creates a token that belongs to the workspace and acts for the person who mints it. The workspace is locked, so
 * that two concurrent calls cannot exceed the plan's cap. Only this answer contains the secret: the Idempotency-Key
 * is stored as used, without the answer.
 * @throws DomainError validation_error, email_not_confirmed, plan_limit (the cap, or a workspace that accepts no
 * changes)
 */
export async function mintToken(
  context: RequestContext,
  input: z.input<typeof TokenRequest>,
): Promise<MintedToken> {
  const { name, scopes, expires_at: expires } = checked(TokenRequest, input);
  const expiresAt = expires ? new Date(expires) : null;
  if (expiresAt && expiresAt.getTime() <= context.services.now())
    throw fieldError("expires_at", "past", "The expiry has to be in the future.");
  requireWritableWorkspace(context);
  requireConfirmedEmail(context);
  return writeTransaction(context, async (tx) => {
    // A person who was removed or deleted meanwhile leaves no token behind.
    const { workspace } = await lockAsMember(context, tx);
    await requireQuota(tx, workspace, "tokens", 1, new Date(context.services.now()));
    const minted = await writeToken(context, tx, { name, scopes, expiresAt });
    await recordChange(context, tx, {
      action: "token.mint",
      subject: minted.row.id,
      after: { name, scopes, expires_at: expiresAt },
    });
    return minted;
  });
}

/** Creates a secret and stores its hash; the token acts for the acting person. */
export async function writeToken(
  { services, actor }: RequestContext,
  tx: Tx,
  fields: { readonly name: string; readonly scopes: readonly Scope[]; readonly expiresAt: Date | null },
): Promise<MintedToken> {
  if (actor.userId === null) throw new Error("a token is minted by a person");
  const token = makeToken(randomBytes(32));
  const row = await insertToken(tx, {
    ...fields,
    ...tokenDisplay(token),
    id: services.newId("token"),
    userId: actor.userId,
    hash: Buffer.from(hashToken(token)),
    createdAt: new Date(services.now()),
  });
  return { token, row };
}
