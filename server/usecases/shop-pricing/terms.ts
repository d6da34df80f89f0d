import type { Tx } from "@/server/db/database/transaction";
import { findPolicyDocument } from "@/server/db/policy/versions";
import { pricingFacts, type StoredPricingFacts } from "@/server/db/shop-pricing/shop-pricing";
import { DomainError } from "@/server/domain/errors";
import { compilePolicy, type Policy } from "@/server/domain/pricing/compile";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import { ENGINE_VERSION } from "@/server/domain/runs/run";
import {
  type PricingContradiction,
  type PricingPart,
  pricingContradictions,
  sameVat,
} from "@/server/domain/shop-pricing/shop-pricing";
import { connectorFor } from "@/server/stores/registry";
import { storeKind } from "../connections/store";

/**
 * No price can be computed or written with a policy version and the settings for currency and VAT; `message` may be
 * shown to people.
 */
export class TermsRefused extends Error {}

/** The policy version does not exist or is invalid; `message` may be shown to people. */
export class UnreadablePolicy extends TermsRefused {}

/** Store, catalog, policy and workspace disagree on currency or VAT. */
class PricingContradicted extends TermsRefused {}

/**
 * Compiles a policy version into exact numbers, for the current engine or, to replay an old run, for the engine that
 * decided it.
 * @throws UnreadablePolicy when the version does not exist or is invalid
 */
export async function loadPolicy(
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

/**
 * Requires that a policy version, the workspace, the store and the catalog agree on currency and VAT.
 * @throws PricingContradicted
 */
export async function requireConsistentPricing(tx: Tx, version: number): Promise<void> {
  const contradictions = await contradictionsIn(tx, version);
  if (contradictions.length > 0) throw new PricingContradicted(contradictionText(contradictions));
}

/**
 * Returns where store, catalog and a policy version contradict the workspace; with any, nothing may be computed or
 * written.
 * @param policyVersion the version used for the computation
 */
export async function contradictionsIn(tx: Tx, policyVersion: number): Promise<PricingContradiction[]> {
  const facts = await pricingFactsOf(tx, policyVersion);
  return facts ? pricingContradictions(facts) : [];
}

/** Returns the settings for a policy version, the active one by default; null without such a version. */
export async function pricingFactsOf(
  tx: Tx,
  policyVersion: number | null = null,
): Promise<StoredPricingFacts | null> {
  const facts = await pricingFacts(tx, policyVersion);
  const kind = facts?.storeKind ? storeKind(facts.storeKind) : null;
  if (!facts?.store || kind === null) return facts;
  // A store that mirrors the catalog prices each variant in its item's currency, so it has no currency of its own.
  const mirrors = connectorFor(kind).refForSku !== null;
  return mirrors ? { ...facts, store: { ...facts.store, currency: null } } : facts;
}

/**
 * Returns whether two policy versions treat VAT differently, so that the margins a person saw are no longer valid.
 * @param seenVersion the version that the person saw
 * @param currentVersion the version to compare with
 */
export async function vatDiffers(tx: Tx, seenVersion: number, currentVersion: number): Promise<boolean> {
  if (seenVersion === currentVersion) return false;
  const [before, after] = [await pricingFacts(tx, seenVersion), await pricingFacts(tx, currentVersion)];
  return before !== null && after !== null && !sameVat(before.policy, after.policy);
}

/** Returns the contradicted settings, each once, as a conflict's `changed` lists them. */
export const contradictedParts = (contradictions: readonly PricingContradiction[]): PricingPart[] => [
  ...new Set(contradictions.map(({ part }) => part)),
];

const REMEDY =
  'Say which is right under Settings, Workspace, or with the command "workspace pricing"; then start a run again.';

/** Returns the contradictions as text, followed by the remedy. */
export const contradictionText = (contradictions: readonly PricingContradiction[], remedy = REMEDY): string =>
  [...contradictions.map(({ message }) => message), remedy].join(" ");

/** Returns the 409 of operations that are not possible while the price settings contradict each other. */
export const pricingConflict = (
  contradictions: readonly PricingContradiction[],
  remedy = REMEDY,
): DomainError =>
  new DomainError("conflict", contradictionText(contradictions, remedy), {
    changed: contradictedParts(contradictions),
  });
