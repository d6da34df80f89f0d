import { z } from "zod";
import { lockToken, replaceToken, revokeTokenRow } from "@/server/db/tokens/tokens";
import { HOUR_MS } from "@/server/domain/durations";
import { DomainError, notFound } from "@/server/domain/errors";
import { isScope } from "@/server/domain/permissions";
import { requireConfirmedEmail } from "../confirmed-email";
import { checked } from "../input";
import { lockAsMember } from "../lock-as-member";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { tokenState } from "./list";
import { type MintedToken, writeToken } from "./mint";

const Rotation = z.object({ overlap_hours: z.number().min(0).max(24) });

/**
 * Creates a token's successor with a new secret and the same name, scopes and expiry, which acts for the person who
 * rotates. The old token stays valid for `overlap_hours` (0 to 24), never beyond its own expiry, and does not count
 * against the cap.
 * @throws DomainError validation_error, not_found, conflict for a token that is revoked, expired or replaced already,
 * email_not_confirmed, plan_limit in a workspace that accepts no changes
 */
export async function rotateToken(
  context: RequestContext,
  id: string,
  input: z.input<typeof Rotation>,
): Promise<MintedToken> {
  const { overlap_hours: hours } = checked(Rotation, input);
  const now = context.services.now();
  return writeTransaction(context, async (tx) => {
    await lockAsMember(context, tx);
    const old = await lockToken(tx, id);
    if (!old) throw notFound("token");
    const state = tokenState(old, now);
    if (state !== "active")
      throw new DomainError("conflict", `This token is ${state}; only an active one can be rotated.`, {
        current_status: state,
      });
    requireWritableWorkspace(context);
    requireConfirmedEmail(context);
    const { name, expiresAt } = old;
    const minted = await writeToken(context, tx, { name, scopes: old.scopes.filter(isScope), expiresAt });
    await replaceToken(tx, id, minted.row.id, new Date(now + hours * HOUR_MS));
    if (hours === 0) await revokeTokenRow(tx, id, new Date(now));
    await recordChange(context, tx, {
      action: "token.rotate",
      subject: id,
      after: { successor: minted.row.id, overlap_hours: hours },
    });
    return minted;
  });
}
