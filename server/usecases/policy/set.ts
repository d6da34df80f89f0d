import { DomainError } from "@/server/domain/errors";
import { lintPolicy } from "@/server/domain/pricing/lint";
import type { PolicyFinding } from "@/server/domain/pricing/lint-finding";
import type { PolicyDocument } from "@/server/domain/pricing/policy";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import { type Acting, change } from "../acting";
import { activatePolicy } from "./activate";

/** A policy document as somebody wrote it, the version it was made from where they edited one, and why they did. */
export interface PolicyChange {
  readonly document: unknown;
  readonly basedOn?: number | undefined;
  readonly note?: string | undefined;
}

/**
 * Makes a policy document the active one, as a new version; every setting it leaves out is filled in from the defaults.
 * Runs that have begun keep the version they began with.
 * @returns its number and what is doubtful about it, yet no reason to refuse it
 * @throws DomainError validation_error with the settings that do not hold or that lint finds in error; conflict when
 * another version became active since the one it is based on; plan_limit in a suspended workspace
 */
export async function setPolicy(
  acting: Acting,
  { document, basedOn, note }: PolicyChange,
): Promise<{ version: number; warnings: readonly PolicyFinding[] }> {
  const policy = readDraft(document);
  const findings = lintPolicy(policy);
  const errors = findings.filter(({ level }) => level === "error");
  if (errors.length > 0)
    throw new DomainError("validation_error", "The policy contradicts itself.", {
      issues: errors.map(({ path, code, message }) => ({ path, code, message })),
    });
  const activation = { action: "policy.set", basedOn, note: note || null, restored: null } as const;
  const { version } = await change(acting, (tx) => activatePolicy(acting, tx, policy, activation));
  return { version, warnings: findings };
}

/** Reads a document as somebody wrote it. @throws DomainError validation_error with the settings that do not hold */
export function readDraft(document: unknown): PolicyDocument {
  const reading = readPolicyDocument(document);
  if (reading.ok) return reading.document;
  throw new DomainError("validation_error", "The policy cannot be used as it is.", {
    issues: reading.issues,
  });
}
