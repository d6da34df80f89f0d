import { roleOf } from "@/server/db/members/memberships";
import { lockSupportRequest, type SupportRow, saveSupport } from "@/server/db/support/support";
import { DomainError, notFound } from "@/server/domain/errors";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { hashCode, makeCode } from "./code";

const CODE_VALID_MS = 10 * 60 * 1_000;

/** A new code; only its hash is stored. */
export interface SupportCode {
  readonly code: string;
  readonly expiresAt: Date;
}

/**
 * Creates the one-time code with which the requesting staff member opens one session; it is valid for ten minutes and
 * for this request only. A new code for the same request invalidates the previous one. Only its keyed hash is stored.
 * @throws DomainError not_found; conflict for a request that is no longer waiting; insufficient_scope for a person
 * who is no longer an owner; plan_limit in a workspace that accepts no changes
 */
export function consentToSupport(context: RequestContext, id: string): Promise<SupportCode> {
  const { services, actor } = context;
  return writeTransaction(context, async (tx) => {
    const row = await lockSupportRequest(tx, id);
    if (!row) throw notFound("support request");
    if (row.status !== "waiting") throw notWaitingError(row);
    if (actor.userId === null || (await roleOf(tx, actor.userId)) !== "owner")
      throw new DomainError("insufficient_scope", "Only an owner may let support in.", {
        required: "settings:workspace",
      });
    requireWritableWorkspace(context);
    const code = makeCode();
    const expiresAt = new Date(services.now() + CODE_VALID_MS);
    await saveSupport(tx, id, {
      codeHash: hashCode(services.settings.authSecret, id, code),
      codeExpiresAt: expiresAt,
      codeFailures: 0,
      consentedBy: actor.userId,
    });
    await recordChange(context, tx, {
      action: "support.consent",
      subject: id,
      after: { code_expires_at: expiresAt },
    });
    return { code, expiresAt };
  });
}

/** Returns the 409 for a request that is no longer waiting. */
export const notWaitingError = ({
  status,
  endReason,
}: Pick<SupportRow, "status" | "endReason">): DomainError =>
  new DomainError("conflict", "This request does not wait any more.", {
    current_status: endReason ?? status,
  });
