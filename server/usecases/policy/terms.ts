import type { Tx } from "@/server/db/database/transaction";
import { readPriceSettings, type StoredPriceSettings } from "@/server/db/policy/shop-pricing";
import { findPolicyDocument } from "@/server/db/policy/versions";
import { DomainError } from "@/server/domain/errors";
import { compilePolicy, ENGINE_VERSION, type Policy } from "@/server/domain/pricing/engine";
import type { PolicyDocument } from "@/server/domain/pricing/policy";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import {
  type PricingMismatch,
  type PricingSetting,
  pricingMismatches,
  sameVat,
} from "@/server/domain/pricing/shop-pricing";
import { connectorFor } from "@/server/stores";
import { parseStoreKind } from "../connections/store";

/**
 * No price can be computed or written with a policy version and the settings for currency and VAT; `message` may be
 * shown to people.
 */
export class PricingRefused extends Error {}

/** The policy version does not exist or is invalid; `message` may be shown to people. */
export class UnreadablePolicy extends PricingRefused {}

/** Store, catalog, policy and workspace disagree on currency or VAT. */
class PricingMismatched extends PricingRefused {}

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
  return compilePolicy(await requirePolicyDocument(tx, version), engineVersion);
}

/**
 * Returns the document of a policy version.
 * @throws UnreadablePolicy when the version does not exist or is invalid
 */
export async function requirePolicyDocument(tx: Tx, version: number): Promise<PolicyDocument> {
  const parsed = readPolicyDocument(await findPolicyDocument(tx, version));
  if (parsed.ok) return parsed.document;
  const [issue] = parsed.issues;
  throw new UnreadablePolicy(
    `Version ${version} of the policy cannot be used: ${issue?.path ?? ""} ${issue?.message ?? ""}`.trim(),
  );
}

/**
 * Requires that a policy version, the workspace, the store and the catalog agree on currency and VAT.
 * @throws PricingMismatched
 */
export async function requireConsistentPricing(tx: Tx, version: number): Promise<void> {
  const mismatches = await findPricingMismatches(tx, version);
  if (mismatches.length > 0) throw new PricingMismatched(mismatchText(mismatches));
}

/**
 * Returns where store, catalog and a policy version disagree with the workspace; if anywhere, nothing may be computed
 * or written.
 * @param policyVersion the version used for the computation
 */
export async function findPricingMismatches(tx: Tx, policyVersion: number): Promise<PricingMismatch[]> {
  const facts = await priceSettingsOf(tx, policyVersion);
  return facts ? pricingMismatches(facts) : [];
}

/** Returns the settings for a policy version, the active one by default; null without such a version. */
export async function priceSettingsOf(
  tx: Tx,
  policyVersion: number | null = null,
): Promise<StoredPriceSettings | null> {
  const facts = await readPriceSettings(tx, policyVersion);
  const kind = facts?.storeKind ? parseStoreKind(facts.storeKind) : null;
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
  const [before, after] = [
    await readPriceSettings(tx, seenVersion),
    await readPriceSettings(tx, currentVersion),
  ];
  return before !== null && after !== null && !sameVat(before.policy, after.policy);
}

/** Returns the mismatched settings, each once, as a conflict's `changed` lists them. */
export const mismatchedSettings = (mismatches: readonly PricingMismatch[]): PricingSetting[] => [
  ...new Set(mismatches.map(({ part }) => part)),
];

const REMEDY =
  'Say which is right under Settings, Workspace, or with the command "workspace pricing"; then start a run again.';

/** Returns the mismatches as text, followed by the remedy. */
export const mismatchText = (mismatches: readonly PricingMismatch[], remedy = REMEDY): string =>
  [...mismatches.map(({ message }) => message), remedy].join(" ");

/** Returns the 409 of operations that are not possible while the price settings disagree. */
export const pricingConflict = (mismatches: readonly PricingMismatch[], remedy = REMEDY): DomainError =>
  new DomainError("conflict", mismatchText(mismatches, remedy), {
    changed: mismatchedSettings(mismatches),
  });
