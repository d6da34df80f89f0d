import { findPolicyDocument } from "@/server/db/policy/versions";
import { DomainError, notFound } from "@/server/domain/errors";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import { change, type RequestContext } from "../request-context";
import { type Activated, activatePolicy } from "./activate";
import { earlierDraftIn } from "./priced-document";

/** An earlier version to go back to, the active version a person looked at, and why. */
export interface PolicyRestore {
  readonly version: number;
  readonly basedOn?: number | undefined;
  readonly note?: string | undefined;
}

/**
 * Makes an earlier version the active one again, as a new version that says the same, save for VAT, which is the
 * workspace's once it is confirmed. It was active before, so nothing
 * that lint has learned since stands in the way of going back.
 * @throws DomainError not_found; validation_error when it cannot be read any more; conflict when it is the active one, or
 * another became active since the one it is based on; plan_limit in a suspended workspace
 */
export function restorePolicy(
  context: RequestContext,
  { version: restored, basedOn, note }: PolicyRestore,
): Promise<Activated> {
  return change(context, async (tx) => {
    const stored = await findPolicyDocument(tx, restored);
    if (stored === null) throw notFound("version of the policy");
    const reading = readPolicyDocument(stored);
    if (!reading.ok)
      throw new DomainError("validation_error", `Version ${restored} cannot be used any more.`, {
        issues: reading.issues,
      });
    return activatePolicy(context, tx, await earlierDraftIn(tx, reading.document), {
      action: "policy.restore",
      basedOn,
      note: note || null,
      restored,
    });
  });
}
