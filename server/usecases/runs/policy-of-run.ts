import { findPolicyDocument } from "@/server/db/policies";
import type { Tx } from "@/server/db/transaction";
import { compilePolicy, type Policy } from "@/server/domain/pricing/compile";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import { ENGINE_VERSION } from "@/server/domain/run";

/** The run's policy cannot be read; `message` may be shown to people. */
export class UnreadablePolicy extends Error {}

/**
 * The policy of that version in exact numbers, for this engine or, to compute an old run again, for the one that decided
 * it.
 * @throws UnreadablePolicy when there is none or it does not hold up
 */
export async function policyOfRun(
  tx: Tx,
  version: number,
  engineVersion: string = ENGINE_VERSION,
): Promise<Policy> {
  const reading = readPolicyDocument(await findPolicyDocument(tx, version));
  if (reading.ok) return compilePolicy(reading.document, engineVersion);
  const [issue] = reading.issues;
  throw new UnreadablePolicy(
    `Version ${version} of the policy cannot be used: ${issue?.path ?? ""} ${issue?.message ?? ""}`.trim(),
  );
}
