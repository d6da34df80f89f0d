import { findPolicyDocument } from "@/server/db/policy/versions";
import { DomainError, notFound } from "@/server/domain/errors";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { type Activated, activatePolicy } from "./activate";
import { adaptEarlierDraft } from "./priced-document";

/** The earlier version to restore, the active version the person was looking at, and the reason. */
export interface PolicyRestore {
  readonly version: number;
  readonly basedOn?: number | undefined;
  readonly note?: string | undefined;
}

/**
 * Restores an earlier version as a new version with the same settings; only VAT comes from the workspace, once it is
 * confirmed there. Lint does not run: the version was active before, so newer lint rules must not block the way back.
 * @throws DomainError not_found; validation_error when it is no longer valid; conflict when it is for another
 * currency, or another version became active since the one it is based on; plan_limit in a suspended workspace
 */
export function restorePolicy(
  context: RequestContext,
  { version: restored, basedOn, note }: PolicyRestore,
): Promise<Activated> {
  return writeTransaction(context, async (tx) => {
    const stored = await findPolicyDocument(tx, restored);
    if (stored === null) throw notFound("version of the policy");
    const parsed = readPolicyDocument(stored);
    if (!parsed.ok)
      throw new DomainError("validation_error", `Version ${restored} cannot be used any more.`, {
        issues: parsed.issues,
      });
    return activatePolicy(context, tx, await adaptEarlierDraft(tx, parsed.document), {
      action: "policy.restore",
      basedOn,
      note: note || null,
      restored,
      mailsOwners: true,
    });
  });
}
