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

/** How the workspace's prices are stated, what the other places say, and where they contradict each other. */
export interface ShownPricing extends StoredPricingFacts {
  readonly contradictions: readonly PricingContradiction[];
  /** What else a person should know, in sentences. */
  readonly notices: readonly string[];
}

/** How the shop's prices are stated in the acting workspace. */
export const readPricing = (context: RequestContext): Promise<ShownPricing> => read(context, shownPricing);

/** As `readPricing`, in the caller's transaction. */
export async function shownPricing(tx: Tx): Promise<ShownPricing> {
  const facts = await factsOf(tx);
  if (!facts) throw new Error("the transaction's workspace has no policy");
  const notice = facts.store && severalRatesNotice(facts.store, facts.workspace);
  return { ...facts, contradictions: pricingContradictions(facts), notices: notice ? [notice] : [] };
}

/** The facts for a policy version, the active one unless given; null where there is no such version. */
async function factsOf(tx: Tx, policyVersion: number | null = null): Promise<StoredPricingFacts | null> {
  const facts = await pricingFacts(tx, policyVersion);
  const kind = facts?.storeKind ? storeKind(facts.storeKind) : null;
  if (!facts?.store || kind === null) return facts;
  // A store that mirrors the catalog has each variant in the currency of its item.
  const mirrors = connectorFor(kind).refForSku !== null;
  return mirrors ? { ...facts, store: { ...facts.store, currency: null } } : facts;
}

/**
 * Where store, catalog and a policy version contradict the workspace: nothing may be computed or written then.
 * @param policyVersion the version that is computed with
 */
export async function contradictionsIn(tx: Tx, policyVersion: number): Promise<PricingContradiction[]> {
  const facts = await factsOf(tx, policyVersion);
  return facts ? pricingContradictions(facts) : [];
}

/**
 * Whether what was computed with one version of the policy counted VAT otherwise than another does, so that the margins
 * a person saw are not the ones that hold.
 */
export async function sawOtherVat(tx: Tx, seen: number, now: number): Promise<boolean> {
  if (seen === now) return false;
  const [before, after] = [await pricingFacts(tx, seen), await pricingFacts(tx, now)];
  return before !== null && after !== null && !sameVat(before.policy, after.policy);
}

/** Which parts are contradicted, each once, as `changed` of a conflict names them. */
export const partsOf = (found: readonly PricingContradiction[]): PricingPart[] => [
  ...new Set(found.map(({ part }) => part)),
];

const REMEDY =
  'Say which is right under Settings, Workspace, or with the command "workspace pricing"; then start a run again.';

/** The contradictions in words, with what to do about them. */
export const contradictionText = (found: readonly PricingContradiction[], remedy = REMEDY): string =>
  [...found.map(({ message }) => message), remedy].join(" ");

/** The 409 of whatever cannot be done while two things are said of the shop's prices. */
export const pricingConflict = (found: readonly PricingContradiction[], remedy = REMEDY): DomainError =>
  new DomainError("conflict", contradictionText(found, remedy), { changed: partsOf(found) });
