import { DomainError } from "@/server/domain/errors";
import type { PolicyFinding } from "@/server/domain/pricing/lint-finding";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { activatePolicy } from "./activate";
import { lintInCatalog } from "./lint";
import { readDraftForWorkspace } from "./priced-document";

/** A policy document from a request, the version it was edited from, if any, and the reason. */
export interface PolicyChange {
  readonly document: unknown;
  readonly basedOn?: number | undefined;
  readonly note?: string | undefined;
}

/**
 * Activates a policy document as a new version; omitted settings get their defaults, and VAT comes from the
 * workspace. Runs that have begun keep their version.
 * @returns the new version's number and lint's warnings
 * @throws DomainError validation_error with the settings that are invalid, contradict the workspace's confirmed VAT
 * or currency, or are errors for lint; conflict when another version became active since the one it is based on;
 * plan_limit in a suspended workspace
 */
export async function setPolicy(
  context: RequestContext,
  { document, basedOn, note }: PolicyChange,
): Promise<{ version: number; warnings: readonly PolicyFinding[] }> {
  const activation = {
    action: "policy.set",
    basedOn,
    note: note || null,
    restored: null,
    mailsOwners: true,
  } as const;
  return writeTransaction(context, async (tx) => {
    const policy = await readDraftForWorkspace(tx, document);
    const findings = await lintInCatalog(tx, policy);
    const errors = findings.filter(({ level }) => level === "error");
    if (errors.length > 0)
      throw new DomainError("validation_error", "The policy contradicts itself.", {
        issues: errors.map(({ path, code, message }) => ({ path, code, message })),
      });
    const { version } = await activatePolicy(context, tx, policy, activation);
    return { version, warnings: findings };
  });
}
