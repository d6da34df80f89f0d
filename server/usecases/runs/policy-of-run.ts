import type { Tx } from "@/server/db/database/transaction";
import { findPolicyDocument } from "@/server/db/policy/versions";
import { compilePolicy, type Policy } from "@/server/domain/pricing/compile";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import { ENGINE_VERSION } from "@/server/domain/runs/run";
import { contradictionsIn, contradictionText } from "../shop-pricing/read";

/** A run cannot be decided by what it was asked with; `message` may be shown to people. */
export class RunRefused extends Error {}

/** The run's policy cannot be read; `message` may be shown to people. */
export class UnreadablePolicy extends RunRefused {}

/** Store, catalog, policy and workspace say different things of the shop's prices. */
class PricingContradicted extends RunRefused {}

/**
 * Refuses to go on with a run whose policy version states the shop's prices otherwise than workspace, store or catalog
 * do by now.
 * @throws PricingContradicted
 */
export async function requireOnePricing(tx: Tx, version: number): Promise<void> {
  const found = await contradictionsIn(tx, version);
  if (found.length > 0) throw new PricingContradicted(contradictionText(found));
}

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
