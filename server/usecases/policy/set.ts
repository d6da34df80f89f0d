import { lockWorkspace } from "@/server/db/memberships";
import { activePolicyVersion, savePolicy } from "@/server/db/policies";
import { DomainError } from "@/server/domain/errors";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import { resolvePolicy } from "@/server/domain/pricing/resolve";
import { type Acting, change, requireLive } from "../acting";
import { recordChange } from "../audit";

/** A policy document as somebody wrote it, and the version it was made from, where they edited one. */
export interface PolicyChange {
  readonly document: unknown;
  readonly basedOn?: number | undefined;
}

/**
 * Makes a policy document the active one, as a new version; every setting it leaves out is filled in from the defaults.
 * Runs that have begun keep the version they began with.
 * @throws DomainError validation_error with the settings that do not hold; conflict when another version became active
 * since the one it is based on; plan_limit in a suspended workspace
 */
export async function setPolicy(
  acting: Acting,
  { document, basedOn }: PolicyChange,
): Promise<{ version: number }> {
  const reading = readPolicyDocument(document);
  if (!reading.ok)
    throw new DomainError("validation_error", "The policy cannot be used as it is.", {
      issues: reading.issues,
    });
  const policy = resolvePolicy(reading.document);
  return change(acting, async (tx) => {
    await lockWorkspace(tx);
    const before = await activePolicyVersion(tx);
    if (basedOn !== undefined && basedOn !== before)
      throw new DomainError(
        "conflict",
        `Version ${before} of the policy was saved meanwhile; look at it first.`,
        {
          changed: ["policy"],
        },
      );
    requireLive(acting);
    const { services, actor } = acting;
    const version = await savePolicy(tx, {
      id: services.newId("policy"),
      document: policy,
      author: actor.id,
      at: new Date(services.now()),
    });
    await recordChange(acting, tx, {
      action: "policy.set",
      subject: `version ${version}`,
      before: { version: before },
      after: { version },
    });
    return { version };
  });
}
