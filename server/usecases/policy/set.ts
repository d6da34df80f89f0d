import { DomainError } from "@/server/domain/errors";
import { lintPolicy } from "@/server/domain/pricing/lint";
import type { PolicyFinding } from "@/server/domain/pricing/lint-finding";
import { change, type RequestContext } from "../request-context";
import { activatePolicy } from "./activate";
import { readDraftIn } from "./priced-document";

/** A policy document as somebody wrote it, the version it was made from where they edited one, and why they did. */
export interface PolicyChange {
  readonly document: unknown;
  readonly basedOn?: number | undefined;
  readonly note?: string | undefined;
}

/**
 * Makes a policy document the active one, as a new version; every setting it leaves out is filled in from the defaults,
 * VAT from the workspace.
 * Runs that have begun keep the version they began with.
 * @returns its number and what is doubtful about it, yet no reason to refuse it
 * @throws DomainError validation_error with the settings that do not hold, that contradict the workspace's
 * confirmed VAT or currency, or that lint finds in error; conflict when
 * another version became active since the one it is based on; plan_limit in a suspended workspace
 */
export async function setPolicy(
  context: RequestContext,
  { document, basedOn, note }: PolicyChange,
): Promise<{ version: number; warnings: readonly PolicyFinding[] }> {
  const activation = { action: "policy.set", basedOn, note: note || null, restored: null } as const;
  return change(context, async (tx) => {
    const policy = await readDraftIn(tx, document);
    const findings = lintPolicy(policy);
    const errors = findings.filter(({ level }) => level === "error");
    if (errors.length > 0)
      throw new DomainError("validation_error", "The policy contradicts itself.", {
        issues: errors.map(({ path, code, message }) => ({ path, code, message })),
      });
    const { version } = await activatePolicy(context, tx, policy, activation);
    return { version, warnings: findings };
  });
}
