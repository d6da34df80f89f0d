import type { Tx } from "@/server/db/database/transaction";
import { pricingFacts, type StoredPricingFacts } from "@/server/db/shop-pricing/shop-pricing";
import { DomainError } from "@/server/domain/errors";
import {
  type PricingContradiction,
  type PricingPart,
  pricingContradictions,
  sameVat,
  severalRatesNotice,
} from "@/server/domain/shop-pricing/shop-pricing";
import { connectorFor } from "@/server/stores/registry";
import { storeKind } from "../connections/store-of-item";
import { type RequestContext, read } from "../request-context";

/**
 * The workspace's price settings (currency and VAT), those of store, catalog and policy, and their contradictions.
 */
export interface PricingView extends StoredPricingFacts {
  readonly contradictions: readonly PricingContradiction[];
  /** Further remarks, as sentences. */
  readonly notices: readonly string[];
}

/** Returns the acting workspace's price settings: currency and VAT. */
export const readPricing = (context: RequestContext): Promise<PricingView> => read(context, pricingView);

/** Returns the same as `readPricing`, in the caller's transaction. */
export async function pricingView(tx: Tx): Promise<PricingView> {
  const facts = await factsOf(tx);
  if (!facts) throw new Error("the transaction's workspace has no policy");
  const notice = facts.store && severalRatesNotice(facts.store, facts.workspace);
  return { ...facts, contradictions: pricingContradictions(facts), notices: notice ? [notice] : [] };
}

/** Returns the settings for a policy version, the active one by default; null without such a version. */
async function factsOf(tx: Tx, policyVersion: number | null = null): Promise<StoredPricingFacts | null> {
  const facts = await pricingFacts(tx, policyVersion);
  const kind = facts?.storeKind ? storeKind(facts.storeKind) : null;
  if (!facts?.store || kind === null) return facts;
  // A store that mirrors the catalog prices each variant in its item's currency, so it has no currency of its own.
  const mirrors = connectorFor(kind).refForSku !== null;
  return mirrors ? { ...facts, store: { ...facts.store, currency: null } } : facts;
}

/**
 * Returns where store, catalog and a policy version contradict the workspace; with any, nothing may be computed or
 * written.
 * @param policyVersion the version used for the computation
 */
export async function contradictionsIn(tx: Tx, policyVersion: number): Promise<PricingContradiction[]> {
  const facts = await factsOf(tx, policyVersion);
  return facts ? pricingContradictions(facts) : [];
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
