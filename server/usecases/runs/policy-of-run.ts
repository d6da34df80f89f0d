import type { Tx } from "@/server/db/database/transaction";
import { findPolicyDocument } from "@/server/db/policy/versions";
import { compilePolicy, type Policy } from "@/server/domain/pricing/compile";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import { ENGINE_VERSION } from "@/server/domain/runs/run";
import { contradictionsIn, contradictionText } from "../shop-pricing/read";

/** The run cannot be decided with its policy and settings; `message` may be shown to people. */
export class RunRefused extends Error {}

/** The run's policy is invalid; `message` may be shown to people. */
export class UnreadablePolicy extends RunRefused {}

/** Store, catalog, policy and workspace disagree on currency or VAT. */
class PricingContradicted extends RunRefused {}

/**
 * Requires that the run's policy version, the workspace, the store and the catalog agree on currency and VAT.
 * @throws PricingContradicted
 */
export async function requireConsistentPricing(tx: Tx, version: number): Promise<void> {
  const contradictions = await contradictionsIn(tx, version);
  if (contradictions.length > 0) throw new PricingContradicted(contradictionText(contradictions));
}

/**
 * Compiles a policy version into exact numbers, for the current engine or, to replay an old run, for the engine that
 * decided it.
 * @throws UnreadablePolicy when the version does not exist or is invalid
 */
export async function policyOfRun(
  tx: Tx,
  version: number,
  engineVersion: string = ENGINE_VERSION,
): Promise<Policy> {
  const parsed = readPolicyDocument(await findPolicyDocument(tx, version));
  if (parsed.ok) return compilePolicy(parsed.document, engineVersion);
  const [issue] = parsed.issues;
  throw new UnreadablePolicy(
    `Version ${version} of the policy cannot be used: ${issue?.path ?? ""} ${issue?.message ?? ""}`.trim(),
  );
}
